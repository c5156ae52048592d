import { CancelledFailure, Context } from '@temporalio/activity';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { findRunStatus } from '../../src/runs/open.ts';
import { RUN_CHANNEL } from '../../src/runs/watcher.ts';
import type { ActivityContext } from '../context.ts';
import { withHeartbeat } from '../heartbeat.ts';

/** Abort reason of {@link runStoppable}: the run is asked to stop, or has been stopped meanwhile. */
class StopRequested extends Error {
  override readonly name = 'StopRequested';
}

/** Statuses of runs whose work is no longer needed. */
const STOPPED = ['cancelling', 'cancelled'];

/** Watches for a stop request of a run. */
export interface StopWatch {
  /** Aborts with {@link StopRequested}. */
  readonly signal: AbortSignal;
  readonly close: () => void;
}

/** Watches for a request to stop a run. The signal aborts with StopRequested, also if the request came before. */
export function watchStop(ctx: ActivityContext, kind: RunKind, runId: string): StopWatch {
  const stop = new AbortController();
  const checkStatus = async () => {
    const status = await findRunStatus(ctx.db, kind, runId);
    if (status !== undefined && STOPPED.includes(status)) stop.abort(new StopRequested('the run was asked to stop'));
  };
  const unwatch = ctx.stops.watch(kind, runId, (status) => {
    if (status !== undefined && !STOPPED.includes(status)) return;
    void runBestEffort(ctx.log, 'check for a stop request', checkStatus, { run_id: runId });
  });
  const close = () => {
    unwatch();
    ctx.listener.notify(RUN_CHANNEL, runId);
  };
  return { signal: stop.signal, close };
}

/**
 * Runs an activity so that a stop request reaches it within moments, long before a heartbeat would. An inline step also
 * aborts when its worker stops. `lastingSignal` does not abort if another attempt has taken over: the response to a
 * request that was already sent still says whether it took effect.
 */
export async function runStoppable<T>(
  ctx: ActivityContext,
  kind: RunKind,
  runId: string,
  work: (signal: AbortSignal, lastingSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = watchStop(ctx, kind, runId);
  const { isLocal } = Context.current().info;
  const handOver = isLocal ? [ctx.inlineSteps.handOverSignal] : [];
  try {
    return await withHeartbeat((cancelled) => {
      const lasting = AbortSignal.any([ignoreTakeover(cancelled, isLocal), stop.signal, ...handOver]);
      return work(AbortSignal.any([cancelled, lasting]), lasting);
    });
  } finally {
    stop.close();
  }
}

/** Reasons for which Temporal cancels an attempt that another one has replaced. */
const TAKEOVERS = ['NOT_FOUND', 'TIMED_OUT'];

/**
 * Returns a signal that aborts with the cancellation of an activity unless another attempt has taken over. Temporal
 * gives no reason for an inline step whose workflow has moved to another worker; stop requests end it by themselves.
 */
function ignoreTakeover(cancelled: AbortSignal, isLocal: boolean): AbortSignal {
  const ignored = isLocal ? [...TAKEOVERS, 'CANCELLED'] : TAKEOVERS;
  const controller = new AbortController();
  const follow = () => {
    const { reason } = cancelled;
    if (!(reason instanceof CancelledFailure && ignored.includes(reason.message))) controller.abort(reason);
  };
  if (cancelled.aborted) follow();
  else cancelled.addEventListener('abort', follow, { once: true });
  return controller.signal;
}

/** Whether the signal was aborted by a stop request. */
export function isStopRequested(signal: AbortSignal): boolean {
  return signal.reason instanceof StopRequested;
}
