import { bestEffort } from '../platform/best-effort.ts';
import type { Log } from '../platform/log.ts';
import type { RunStarter } from '../platform/temporal/starter.ts';
import type { RunKind } from './kind.ts';

/** What it takes to tell workflows of runs something. */
export interface RunContext {
  readonly temporal: RunStarter;
  readonly log: Log;
}

/**
 * Starts the workflow of a run whose row is committed. When Temporal can't be reached the run stays accepted, the caller is
 * not told otherwise, and the reconciler starts it as soon as Temporal is back. It takes turns with the runs of its share, which
 * is its organization but for what must not stand in the way of that.
 */
export async function startRun(ctx: RunContext, kind: RunKind, id: string, share: string): Promise<void> {
  await bestEffort(
    ctx.log,
    'start a workflow; the reconciler will',
    () => ctx.temporal.start(kind, { id, restarts: 0 }, share, kind.input({ id, turns: 0 })),
    { run_id: id },
  );
}
