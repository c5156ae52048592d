import { Context } from '@temporalio/activity';
import type { BegunStep, Repeated, StepActivities } from '../../../src/runs/contract.ts';
import type { RunKind } from '../../../src/runs/kind.ts';
import type { ActivityContext } from '../../context.ts';
import { withHeartbeat } from '../../heartbeat.ts';
import { asAttempt } from './attempt.ts';
import type { AheadStep, Over, StepsUnderWay } from './under-way.ts';

/**
 * A step as an activity of a queue, which may repeat one that was begun elsewhere; where this very process is still at that one,
 * since it was too busy for anybody to wait for it in time, that one is waited for.
 */
export function repeatable<I extends object, T>(
  { steps }: ActivityContext,
  take: (input: I) => Promise<T>,
): (input: I & Repeated) => Promise<T> {
  return async ({ tried, ...rest }) => {
    const input = rest as unknown as I;
    if (tried === undefined) return take(input);
    const ended = await withHeartbeat((signal) => steps.endOf<T>(idOf(input), signal));
    return ended?.state === 'done' ? ended.outcome : asAttempt({ tried }, () => take(input));
  };
}

/** Which of the steps of that name are taken ahead of the workflow of a run of a kind. */
interface Ahead<I, T> {
  readonly kind: RunKind;
  /** Input of the first one. */
  readonly first: (runId: string) => I;
  /** Input of the one that follows when this came of one; `over` where the run is; undefined where the workflow does something else first. */
  readonly next: (input: I, outcome: T) => I | Over | undefined;
}

/**
 * The same step as a local activity: what takes long goes on while something else waits for it. Where runs of a
 * kind begin with it, it is begun once a run is accepted, and its workflow then finds it under way.
 */
export function here<I extends object, T>(
  { steps }: ActivityContext,
  take: (input: I) => Promise<T>,
  ahead?: Ahead<I, T>,
): (input: I) => Promise<BegunStep<T>> {
  const stepOf = (input: I): AheadStep<T> => ({
    id: idOf(input),
    take: () => take(input),
    next(outcome) {
      const following = ahead?.next(input, outcome);
      return following === 'over' || following === undefined ? following : stepOf(following);
    },
  });
  const begin = (input: I) => steps.begin(idOf(input), () => take(input), Context.current().cancellationSignal);
  if (!ahead) return begin;
  const first: FirstStep = { kind: ahead.kind.name, of: (runId) => stepOf(ahead.first(runId)) as AheadStep };
  return Object.assign(begin, { first });
}

/** The first step of runs of a kind, as an activity made by {@link here} knows it. */
interface FirstStep {
  readonly kind: string;
  readonly of: (runId: string) => AheadStep;
}

/** Has a process begin the first steps of runs that it hears of, as its activities know them. */
export function beginAhead(steps: StepsUnderWay, activities: object): void {
  for (const { first } of Object.values(activities) as { readonly first?: FirstStep }[])
    if (first) steps.beginAheadBy(first.kind, first.of);
}

/** A step's name within a process, by the ids that it is of: no two kinds of steps are of the same. */
function idOf(input: object): string {
  return Object.values(input).join('/');
}

/** The activities of a process's own queue. */
export function stepActivities(steps: StepsUnderWay): StepActivities {
  return { awaitStep: ({ id }) => withHeartbeat((signal) => steps.wait(id, signal)) };
}
