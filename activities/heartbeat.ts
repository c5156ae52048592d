import { CancelledFailure, Context } from '@temporalio/activity';

/** Heartbeat interval in milliseconds. Temporal times an activity out after 10 s without a heartbeat. */
const HEARTBEAT_MS = 3000;

/** Runs `work` with heartbeats, so that Temporal detects a dead worker and the activity receives cancellations. */
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

/** Starts the heartbeat of the current activity. `signal` aborts when the activity is cancelled. */
export function beginHeartbeat() {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  const { cancellationSignal: signal } = context;
  return {
    signal,
    /** Converts an error after cancellation to a cancellation, so that Temporal does not retry it. */
    toFailure: (error: unknown) =>
      signal.aborted && signal.reason instanceof CancelledFailure ? signal.reason : error,
    end: () => clearInterval(timer),
  };
}
