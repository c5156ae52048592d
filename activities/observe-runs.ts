import type { Context } from '@temporalio/activity';
import type { ActivityInterceptors } from '@temporalio/worker';
import { RUN_KINDS } from '../src/modules.ts';
import { getTracing, type Tracing } from '../src/platform/telemetry/tracing.ts';
import { fromWorkflowId } from '../src/platform/temporal/run-ref.ts';
import type { RunKind } from '../src/runs/kind.ts';
import { findRunTrace, toRunAttributes } from '../src/runs/traces.ts';
import type { ActivityContext } from './context.ts';
import type { RunEnds } from './runs/run-ends.ts';

/** Outcomes of steps after which a run may have ended. Steps that only end a run return nothing. */
const END_STATES = new Set<unknown>(['finished', 'done', 'ended']);

/** Records the steps of runs as spans, and passes runs that may have ended in a step to `ends`. */
export function observeRuns(
  { db, telemetry: { metrics } }: Pick<ActivityContext, 'db' | 'telemetry'>,
  ends: RunEnds,
): (context: Context) => ActivityInterceptors {
  const kinds = new Map(RUN_KINDS.map((kind) => [kind.workflow, kind]));
  const takeStep = async (tracing: Tracing, step: Step, next: () => Promise<unknown>) => {
    const { run } = await findRunTrace(tracing, db, step.kind, step.id);
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
        if (mayHaveEnded(outcome)) ends.add(kind, id);
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
