import { CancelledFailure, Context } from '@temporalio/activity';

/** Milliseconds between two signs of life; the server gives an activity up after 10 s without one. */
const BEAT_MS = 3000;

/** Runs an activity's work under a heartbeat: the server notices a dead worker, and the activity hears a cancellation. */
export async function withHeartbeat<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), BEAT_MS);
  try {
    return await orCancelled(context.cancellationSignal, work);
  } finally {
    clearInterval(timer);
  }
}

/** Whatever broke because of a cancellation is a cancellation, not a failure to be tried again. */
async function orCancelled<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await work(signal);
  } catch (error) {
    const { aborted, reason } = signal;
    throw aborted && reason instanceof CancelledFailure ? reason : error;
  }
}
