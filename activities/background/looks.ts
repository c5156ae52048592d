import { setTimeout as pause } from 'node:timers/promises';
import { bestEffort } from '../../src/platform/best-effort.ts';
import type { ActivityContext } from '../context.ts';
import type { Chore } from './chore.ts';

/** Something that is begun when its time comes, and that a room brings. */
export interface Look {
  /** Verb and object, as in `could not <name>`. */
  readonly name: string;
  /** Begins all that is due; safe to be done by two processes at once, and one small statement where nothing is. */
  work(ctx: ActivityContext): Promise<unknown>;
}

/** Milliseconds between two looks. What is due is to begin within 2 seconds of its time. */
const LOOK_EVERY_MS = 500;
/** The same after a look that failed: while the database is away, the log is not to fill up. */
const AFTER_FAILURE_MS = 2000;

/**
 * Looks for what is due, again and again, until the answered function is called; it ends when the last look has. Every worker of
 * the background queue does: what is due stands in rows, each of which one of them takes, so that nothing hangs on a
 * single process, and a time is kept however busy Temporal is.
 */
export function keepLooking(ctx: ActivityContext, looks: readonly Look[]): () => Promise<void> {
  const stop = new AbortController();
  const ended = Promise.all(looks.map((look) => lookUntil(ctx, look, stop.signal)));
  return async () => {
    stop.abort();
    await ended;
  };
}

async function lookUntil(ctx: ActivityContext, { name, work }: Look, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let pauseMs = LOOK_EVERY_MS;
    await bestEffort(ctx.log, name, async () => {
      pauseMs = AFTER_FAILURE_MS;
      await work(ctx);
      pauseMs = LOOK_EVERY_MS;
    });
    // Ends early, by throwing, when told to stop.
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** The reconciler looks as well, and notes how that went where the other chores have it noted. */
export function asChores(looks: readonly Look[]): readonly Chore[] {
  return looks.map(({ name, work }) => ({ name, everyRounds: 1, work }));
}
