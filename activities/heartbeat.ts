import { CancelledFailure, Context } from '@temporalio/activity';

/** Heartbeat interval in milliseconds. Temporal times an activity out after 10 s without a heartbeat. */
const HEARTBEAT_MS = 3000;

/** Runs `work` with heartbeats, so that Temporal detects a dead worker and the activity receives cancellations. */
export async function withHeartbeat<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  const { cancellationSignal: signal } = context;
  try {
    return await work(signal);
  } catch (error) {
    // Temporal does not retry a cancellation.
    throw signal.aborted && signal.reason instanceof CancelledFailure ? signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}
