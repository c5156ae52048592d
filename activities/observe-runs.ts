import type { Context } from '@temporalio/activity';
import type { ActivityInterceptors } from '@temporalio/worker';
import { LRUCache } from 'lru-cache';
import { RUN_KINDS } from '../src/modules.ts';
import { runBestEffort } from '../src/platform/best-effort.ts';
import { getTracing, type Tracing } from '../src/platform/telemetry/tracing.ts';
import { fromWorkflowId } from '../src/platform/temporal/run-ref.ts';
import type { RunKind } from '../src/runs/kind.ts';
import { findEndedRun, findRunTrace, type RunTrace, recordRunSpan, toRunAttributes } from '../src/runs/traces.ts';
import type { ActivityContext } from './context.ts';

/** Outcomes of steps after which a run may have ended. Steps that only end a run return nothing. */
const END_STATES = new Set<unknown>(['finished', 'done', 'ended']);
/** Number of runs that a process remembers. */
const MAX_RUNS = 10_000;

type ObservedContext = Pick<ActivityContext, 'db' | 'log' | 'telemetry'>;

/** Records the steps of runs as spans, and runs that end in a step of this worker. */
export function observeRuns(ctx: ObservedContext): (context: Context) => ActivityInterceptors {
  const { metrics } = ctx.telemetry;
  const kinds = new Map(RUN_KINDS.map((kind) => [kind.workflow, kind]));
  const ended = new LRUCache<string, true>({ max: MAX_RUNS });
  const traces = new LRUCache<string, Promise<RunTrace>>({ max: MAX_RUNS });

  const recordEnd = async (kind: RunKind, id: string) => {
    const run = await findEndedRun(ctx.db, kind, id);
    // A step can be repeated after the end.
    if (!run || ended.has(id)) return;
    ended.set(id, true);
    metrics.recordRunEnd(kind.name, run.status, (run.completed.getTime() - run.created.getTime()) / 1000);
    const tracing = getTracing();
    if (tracing) await recordRunSpan(tracing, ctx.db, kind, id, run);
  };
  const findTrace = (tracing: Tracing, kind: RunKind, id: string) => {
    const known = traces.get(id) ?? findRunTrace(tracing, ctx.db, kind, id);
    traces.set(id, known);
    known.catch(() => traces.delete(id));
    return known;
  };
  const takeStep = async (tracing: Tracing, step: Step, next: () => Promise<unknown>) => {
    const { run } = await findTrace(tracing, step.kind, step.id);
    return traceStep(tracing, step, run, next);
  };

  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const tracing = getTracing();
        if (!tracing && metrics.instruments === undefined) return next(input);
        const kind = kinds.get(info.workflowType ?? '');
        if (!kind || !info.workflowExecution) return next(input);
        const { id } = fromWorkflowId(info.workflowExecution.workflowId);
        const outcome = await (tracing
          ? takeStep(tracing, { kind, id, info, args: input.args }, () => next(input))
          : next(input));
        // Not awaited: the next step does not wait for it.
        if (mayHaveEnded(outcome)) void runBestEffort(ctx.log, 'record the end of a run', () => recordEnd(kind, id));
        return outcome;
      },
    },
  });
}

/** A step of a run. */
interface Step {
  readonly kind: RunKind;
  readonly id: string;
  readonly info: Context['info'];
  readonly args: readonly unknown[];
}

/** Runs a step in a span of the run. A step that this worker declines leaves none. */
async function traceStep(
  tracing: Tracing,
  { kind, id, info, args }: Step,
  parent: ReturnType<Tracing['active']>,
  next: () => Promise<unknown>,
): Promise<unknown> {
  const turn = (args[0] as { readonly turn?: number } | undefined)?.turn;
  const span = tracing.start(turn === undefined ? info.activityType : `turn ${turn}`, {
    ...(parent && { parent }),
    attributes: {
      ...toRunAttributes(kind, id),
      'temporal.activity.type': info.activityType,
      'temporal.activity.attempt': info.attempt,
      'temporal.activity.is_local': info.isLocal,
    },
  });
  try {
    const outcome = await tracing.within(span, next);
    const state = (outcome as { readonly state?: string } | undefined)?.state;
    if (state === 'declined') return outcome;
    if (state !== undefined) span.setAttribute('holdfast.step.outcome', state);
    span.end();
    return outcome;
  } catch (error) {
    span.setAttribute('error.type', error instanceof Error ? error.name : 'error');
    span.setStatus({ code: 2 });
    span.end();
    throw error;
  }
}

function mayHaveEnded(outcome: unknown): boolean {
  if (typeof outcome !== 'object' || outcome === null) return outcome === undefined;
  return 'state' in outcome ? END_STATES.has(outcome.state) : 'done' in outcome && outcome.done === true;
}
