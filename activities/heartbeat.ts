import { CancelledFailure, Context } from '@temporalio/activity';

/** Milliseconds between two signs of life; the server gives an activity up after 10 s without one. */
const BEAT_MS = 3000;

/** Runs an activity's work under a heartbeat, so that a dead worker is noticed and a cancellation heard. */
export async function withHeartbeat<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), BEAT_MS);
  try {
    return await work(context.cancellationSignal);
  } catch (error) {
    // Whatever broke because of a cancellation is a cancellation, not a failure to be tried again.
    const { aborted, reason } = context.cancellationSignal;
    throw aborted && reason instanceof CancelledFailure ? reason : error;
  } finally {
    clearInterval(timer);
  }
}
