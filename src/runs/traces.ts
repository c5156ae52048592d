import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Executor } from '../platform/db/client.ts';
import { getTracing, isSampled, type SpanContext, type Tracing } from '../platform/telemetry/tracing.ts';
import { EVAL_TRIGGER } from './contract.ts';
import type { RunKind } from './kind.ts';

/** Place of a run in its trace. */
interface RunTrace {
  /** Span of the run, the parent of its steps. */
  readonly run: SpanContext;
  /** Span that accepted the run, in the same trace. */
  readonly accepted: SpanContext | undefined;
  /** Span that began a child run, in the trace of its parent. */
  readonly link: SpanContext | undefined;
}

/** Number of runs whose place a process remembers. */
const MAX_RUNS = 10_000;
/** Places of runs that this process accepted or executed. */
const places = new LRUCache<string, RunTrace>({ max: MAX_RUNS });

/** Attributes that name a run. */
export function toRunAttributes(kind: RunKind, id: string): Record<string, string> {
  return { 'holdfast.run.id': id, 'holdfast.run.kind': kind.name };
}

/** Stores a run in a span of its acceptance, if traces are on. */
export function traceAcceptance<T>(
  kind: RunKind,
  { id, triggerType }: { readonly id: string; readonly triggerType: string },
  store: () => Promise<T>,
): Promise<T> {
  const tracing = getTracing();
  if (!tracing) return store();
  return tracing.span(`accept ${kind.name}`, { attributes: toRunAttributes(kind, id) }, (span) => {
    // The steps often run in the same process. They need no statement to find the place of the run.
    if (kind.waitsForProviders && triggerType !== EVAL_TRIGGER) places.set(id, toPlace(id, span.spanContext()));
    return store();
  });
}

/**
 * Finds the place of a run in its trace: the trace of its acceptance, else one of its own. A child run and a run of an
 * eval have their own trace, which links to the span that began them. Own ids derive from the run's id, so every
 * process knows them.
 */
export async function findRunTrace(tracing: Tracing, db: Db, kind: RunKind, id: string): Promise<RunTrace> {
  const known = places.get(id);
  if (known) return known;
  const stored = await findTraceparent(db, kind, id);
  const origin = tracing.parse(stored?.traceparent);
  const place =
    origin === undefined || stored?.is_child
      ? { run: tracing.toRootContext(id.replaceAll('-', ''), toSpanId(id)), accepted: undefined, link: origin }
      : toPlace(id, origin);
  places.set(id, place);
  return place;
}

/** Returns the trace id of a run. Null if traces are off or the sampler dropped the run. */
export async function findRunTraceId(db: Db, kind: RunKind, id: string): Promise<string | null> {
  const tracing = getTracing();
  if (!tracing) return null;
  const { run } = await findRunTrace(tracing, db, kind, id);
  return isSampled(run) ? run.traceId : null;
}

/** Returns the place of a run in the trace of its acceptance. */
function toPlace(id: string, accepted: SpanContext): RunTrace {
  return { run: { ...accepted, spanId: toSpanId(id) }, accepted, link: undefined };
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
interface EndedRun {
  readonly id: string;
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

/** Lists those of the runs that have ended. */
export async function listEndedRuns(db: Executor, { table }: RunKind, ids: readonly string[]): Promise<EndedRun[]> {
  const { rows } = await sql<EndedRun>`
    select id, status, error ->> 'reason' as reason, org_id, project_id, created, started, completed, input_tokens,
      output_tokens, charged_credits::text as charged_credits
    from ${sql.table(table)} where id = any(${ids}::uuid[]) and completed is not null`.execute(db);
  return rows;
}

/** Records the spans of ended runs of one kind, with their waits. */
export async function recordRunSpans(
  tracing: Tracing,
  db: Db,
  kind: RunKind,
  runs: readonly EndedRun[],
): Promise<void> {
  for (const run of runs) recordRunSpan(tracing, kind, run, await findRunTrace(tracing, db, kind, run.id));
  const waits = await kind.listWaits?.(
    db,
    runs.map(({ id }) => id),
  );
  for (const { run_id, ...wait } of waits ?? []) {
    const { run } = await findRunTrace(tracing, db, kind, run_id);
    tracing.record({ ...wait, id: { spanId: toSpanId(wait.id) }, parent: run });
  }
}

function recordRunSpan(
  tracing: Tracing,
  kind: RunKind,
  run: EndedRun,
  { run: context, accepted, link }: RunTrace,
): void {
  tracing.record({
    name: kind.spanName ?? kind.name,
    id: { traceId: context.traceId, spanId: context.spanId },
    parent: accepted ?? null,
    start: run.created,
    end: run.completed,
    attributes: {
      ...toRunAttributes(kind, run.id),
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
}
