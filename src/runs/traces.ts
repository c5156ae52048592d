import { sql } from 'kysely';
import type { Db, Executor } from '../platform/db/client.ts';
import { getTracing, type SpanContext, type Tracing } from '../platform/telemetry/tracing.ts';
import { EVAL_TRIGGER } from './contract.ts';
import type { RunKind } from './kind.ts';

/** Place of a run in its trace. */
export interface RunTrace {
  /** Span of the run, the parent of its steps. */
  readonly run: SpanContext;
  /** Span that accepted the run, in the same trace. */
  readonly accepted: SpanContext | undefined;
  /** Span that began a child run, in the trace of its parent. */
  readonly link: SpanContext | undefined;
}

/** Attributes that name a run. */
export function toRunAttributes(kind: RunKind, id: string): Record<string, string> {
  return { 'holdfast.run.id': id, 'holdfast.run.kind': kind.name };
}

/** Stores a run in a span of its acceptance, if traces are on. */
export function traceAcceptance<T>(kind: RunKind, id: string, store: () => Promise<T>): Promise<T> {
  const tracing = getTracing();
  if (!tracing) return store();
  return tracing.span(`accept ${kind.name}`, { attributes: toRunAttributes(kind, id) }, store);
}

/**
 * Finds the place of a run in its trace: the trace of its acceptance, else one of its own. A child run and a run of an
 * eval have their own trace, which links to the span that began them. Own ids derive from the run's id, so every
 * process knows them.
 */
export async function findRunTrace(tracing: Tracing, db: Db, kind: RunKind, id: string): Promise<RunTrace> {
  const stored = await findTraceparent(db, kind, id);
  const origin = tracing.parse(stored?.traceparent);
  const [traceId, spanId] = [id.replaceAll('-', ''), toSpanId(id)];
  if (origin === undefined || stored?.is_child)
    return { run: tracing.toRootContext(traceId, spanId), accepted: undefined, link: origin };
  return { run: { ...origin, spanId }, accepted: origin, link: undefined };
}

/** Span id of a record, from the random part of its id. */
function toSpanId(id: string): string {
  return id.replaceAll('-', '').slice(16);
}

/** Only runs that call models store the context of their acceptance. */
async function findTraceparent(db: Executor, { table, waitsForProviders }: RunKind, id: string) {
  if (!waitsForProviders) return undefined;
  const { rows } = await sql<{ traceparent: string | null; is_child: boolean }>`
    select traceparent, tool_call_id is not null or trigger_type = ${EVAL_TRIGGER} as is_child
    from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows[0];
}

/** An ended run, as metrics and its trace show it. */
export interface EndedRun {
  readonly status: string;
  /** Reason of its error. */
  readonly reason: string | null;
  readonly org_id: string;
  readonly project_id: string;
  readonly created: Date;
  readonly started: Date | null;
  readonly completed: Date;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly charged_credits: string;
}

/** Finds a run that has ended. */
export async function findEndedRun(db: Executor, { table }: RunKind, id: string): Promise<EndedRun | undefined> {
  const { rows } = await sql<EndedRun>`
    select status, error ->> 'reason' as reason, org_id, project_id, created, started, completed, input_tokens, output_tokens,
      charged_credits::text as charged_credits
    from ${sql.table(table)} where id = ${id} and completed is not null`.execute(db);
  return rows[0];
}

/** Records the span of an ended run, with its waits. */
export async function recordRunSpan(tracing: Tracing, db: Db, kind: RunKind, id: string, run: EndedRun): Promise<void> {
  const { run: context, accepted, link } = await findRunTrace(tracing, db, kind, id);
  const parent = accepted ?? null;
  tracing.record({
    name: kind.spanName ?? kind.name,
    id: { traceId: context.traceId, spanId: context.spanId },
    parent,
    start: run.created,
    end: run.completed,
    attributes: {
      ...toRunAttributes(kind, id),
      ...kind.spanAttributes,
      'holdfast.org.id': run.org_id,
      'holdfast.project.id': run.project_id,
      'holdfast.run.status': run.status,
      'holdfast.run.queued_ms': (run.started ?? run.completed).getTime() - run.created.getTime(),
      'holdfast.run.input_tokens': run.input_tokens,
      'holdfast.run.output_tokens': run.output_tokens,
      'holdfast.run.credits': Number(run.charged_credits),
    },
    ...(link && { links: [{ context: link }] }),
    ...(run.status === 'failed' && { error: run.reason ?? 'error' }),
  });
  for (const wait of (await kind.listWaits?.(db, id)) ?? [])
    tracing.record({ ...wait, id: { spanId: toSpanId(wait.id) }, parent: context });
}
