import { bestEffort } from '../../src/platform/best-effort.ts';
import type { RunKind } from '../../src/runs/kind.ts';
import { statusOf } from '../../src/runs/open.ts';
import type { ActivityContext } from '../context.ts';
import { withHeartbeat } from '../heartbeat.ts';

/** Why a signal of {@link stoppable} was aborted: a person asked the run to stop. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested';
}

/**
 * Runs an activity's work so that it hears within moments when its run is asked to stop: the row says so long before a
 * heartbeat would.
 */
export function stoppable<T>(
  ctx: ActivityContext,
  kind: RunKind,
  runId: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withHeartbeat(async (cancelled) => {
    const stop = new AbortController();
    const look = async () => {
      if ((await statusOf(ctx.db, kind, runId)) === 'cancelling')
        stop.abort(new StopRequested('the run was asked to stop'));
    };
    const unwatch = ctx.watcher.watch(kind, runId, (status) => {
      if (status !== undefined && status !== 'cancelling') return;
      void bestEffort(ctx.log, 'see whether a run is to stop', look, { run_id: runId });
    });
    try {
      return await work(AbortSignal.any([cancelled, stop.signal]));
    } finally {
      unwatch();
    }
  });
}

/** Whether the signal was aborted because a person asked the run to stop. */
export function stopWasRequested(signal: AbortSignal): boolean {
  return signal.reason instanceof StopRequested;
}
