import { noteChoreDone, noteChoreFailed, registerChores, takeDueChore } from '../../src/background/chores.ts';
import type { BackgroundActivities } from '../../src/background/contract.ts';
import type { ActivityContext } from '../context.ts';
import { kindOf } from '../faults.ts';
import { withHeartbeat } from '../heartbeat.ts';
import type { Chore, ChoreContext } from './chore.ts';

/** Part of a round by which the next one may come early and still find due what is. */
const EARLY = 0.5;
/** Most seconds that a wake-up has to arrive. */
const WAKE_GRACE_SECONDS = 15;

/** Seconds that a wake-up has to arrive before it is repeated, where a round comes every so many seconds. */
export function wakeGraceOf(roundSeconds: number): number {
  return Math.min(roundSeconds, WAKE_GRACE_SECONDS);
}

/** The activities of the background queue over their dependencies. */
export function backgroundActivities(ctx: ActivityContext, chores: readonly Chore[]): BackgroundActivities {
  return {
    reconcileRuns: ({ graceSeconds }) => {
      const wakeGraceSeconds = wakeGraceOf(graceSeconds);
      return withHeartbeat((signal) => round({ ...ctx, graceSeconds, wakeGraceSeconds }, chores, signal));
    },
  };
}

/** Does each chore that is due, once, whoever did it the last time. */
async function round(ctx: ChoreContext, chores: readonly Chore[], signal: AbortSignal): Promise<void> {
  const roundMs = ctx.config.reconcileSeconds * 1000;
  const left = new Map(chores.map((chore) => [chore.name, chore]));
  const began = await registerChores(ctx.db, [...left.keys()]);
  while (!signal.aborted) {
    const rhythms = [...left.values()].map(({ name, everyRounds }) => ({
      name,
      everyMs: (everyRounds - EARLY) * roundMs,
    }));
    const chore = left.get((await takeDueChore(ctx.db, rhythms, began)) ?? '');
    if (!chore) return;
    left.delete(chore.name);
    await perform(ctx, chore);
  }
}

/** Does a chore. One that fails keeps no other from being done, and is tried again with the next round. */
async function perform(ctx: ChoreContext, { name, work }: Chore): Promise<void> {
  try {
    await work(ctx);
    await noteChoreDone(ctx.db, name);
  } catch (error) {
    ctx.log.error({ err: error, chore: name }, `could not ${name}`);
    await noteChoreFailed(ctx.db, name, kindOf(error).message);
  }
}
