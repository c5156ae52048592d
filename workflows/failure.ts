import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow';

/** Why an activity gave up, in words that hold nothing of its input. */
export function problemOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof TimeoutFailure) return 'a step was cut off again and again and did not come to an end';
  if (cause instanceof ApplicationFailure) return `a step failed: ${cause.type ?? 'error'}`;
  return 'a step failed';
}
