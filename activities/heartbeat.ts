import { CancelledFailure, Context } from '@temporalio/activity';

/** Milliseconds between two heartbeats; the server gives an activity up after 10 s without one. */
const HEARTBEAT_MS = 3000;

/** Runs an activity's work under a heartbeat: the server notices a dead worker, and the activity hears a cancellation. */
export async function withHeartbeat<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, toFailure, end } = beginHeartbeat();
  try {
    return await work(signal);
  } catch (error) {
    throw toFailure(error);
  } finally {
    end();
  }
}

/** Begins the heartbeat of the activity that runs now. `signal` aborts when the activity is cancelled. */
export function beginHeartbeat() {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  const { cancellationSignal: signal } = context;
  return {
    signal,
    /** The error to throw: whatever broke because of a cancellation is a cancellation, not a failure to be tried again. */
    toFailure: (error: unknown) =>
      signal.aborted && signal.reason instanceof CancelledFailure ? signal.reason : error,
    end: () => clearInterval(timer),
  };
}
