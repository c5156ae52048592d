import { Context } from '@temporalio/activity';
import type { BegunStep, Repeated, StepActivities } from '../../../src/runs/contract.ts';
import type { ActivityContext } from '../../context.ts';
import { withHeartbeat } from '../../heartbeat.ts';
import { asAttempt } from './attempt.ts';
import type { StepsUnderWay } from './under-way.ts';

/** A step as an activity of a queue, which may repeat one that was begun elsewhere. */
export function repeatable<I, T>(take: (input: I) => Promise<T>): (input: I & Repeated) => Promise<T> {
  return (input) => {
    const { tried } = input;
    return tried === undefined ? take(input) : asAttempt({ tried }, () => take(input));
  };
}

/** The same step as a local activity: what takes long goes on while something else waits for it. */
export function here<I, T>({ steps }: ActivityContext, take: (input: I) => Promise<T>) {
  return (input: I): Promise<BegunStep<T>> => steps.begin(() => take(input), Context.current().cancellationSignal);
}

/** The activities of a process's own queue. */
export function stepActivities(steps: StepsUnderWay): StepActivities {
  return { awaitStep: ({ id }) => withHeartbeat((signal) => steps.wait(id, signal)) };
}
