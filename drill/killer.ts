import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { Victim } from './victim.ts';

/** Maximum pause between two kills, and maximum downtime of a process, in milliseconds. */
const MAX_PAUSE_MS = 1200;
const MAX_DOWNTIME_MS = 2500;
/** Maximum wait for an effect in progress before a worker is killed, in milliseconds. */
const MAX_EFFECT_WAIT_MS = 3000;

/** Kills processes during the drill. */
interface Killer {
  /** Resolves when all kills are done or cancelled. */
  readonly made: Promise<void>;
  /** Resolves when all kills are done and all processes are up. */
  readonly done: Promise<void>;
}

/** Order of the kinds to kill. Missing kinds are part of another process. */
const KILL_ORDER: readonly Victim['kind'][] = ['worker', 'api', 'temporal', 'postgres', 'worker', 'api'];

/**
 * Kills processes `kills` times: the n-th time when `share` (0 to 1) reaches its point. Calls `say` with each kill.
 * Stops killing when `signal` aborts. Half of the kills of workers wait for `isDuringEffect`.
 */
export function startKiller(
  victims: readonly Victim[],
  kills: number,
  share: () => number,
  random: Random,
  say: (line: string) => void,
  signal: AbortSignal,
  isDuringEffect: () => boolean = () => true,
): Killer {
  const recovering: Promise<void>[] = [];
  const standingFor = (kind: Victim['kind']) => (victims.some((victim) => victim.kind === kind) ? kind : 'serve');
  const work = async () => {
    let round: Victim['kind'][] = [];
    for (let made = 0; made < kills; ) {
      // The last kills must happen before the runs end.
      while (share() < (0.9 * (made + 0.3)) / kills && !signal.aborted) await pause(50);
      if (signal.aborted) break;
      await pause(random.whole(0, MAX_PAUSE_MS));
      if (round.length === 0) round = shuffle(KILL_ORDER.map(standingFor), random);
      const kind = round.pop();
      const standing = victims.filter((victim) => victim.kind === kind && victim.isUp);
      if (standing.length === 0) {
        // It is already down: try again later.
        if (kind) round.unshift(kind);
        await pause(100);
        continue;
      }
      const victim = random.pick(standing);
      if (random.chance(0.5) && (kind === 'worker' || kind === 'serve')) await reachEffect(isDuringEffect);
      made += 1;
      say(`kill ${made}/${kills}: ${victim.name}`);
      recovering.push(victim.kill(random.whole(50, MAX_DOWNTIME_MS)));
    }
  };
  const made = work();
  return { made, done: made.then(async () => void (await Promise.all(recovering))) };
}

async function reachEffect(isDuringEffect: () => boolean): Promise<void> {
  const until = Date.now() + MAX_EFFECT_WAIT_MS;
  while (!isDuringEffect() && Date.now() < until) await pause(20);
}

/** Minimum and maximum freeze in milliseconds: below and above every heartbeat and timeout. */
const FREEZE_RANGE_MS = [1000, 30_000] as const;

/** Freezes API and worker processes `freezes` times, spread over the drill. Resolves when all execute again. */
export async function startFreezer(
  victims: readonly Victim[],
  freezes: number,
  share: () => number,
  random: Random,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const frozen: Promise<void>[] = [];
  for (let made = 0; made < freezes; ) {
    while (share() < (0.9 * (made + 0.6)) / freezes && !signal.aborted) await pause(50);
    if (signal.aborted) break;
    const standing = victims.filter(({ kind, isUp }) => isUp && kind !== 'temporal' && kind !== 'postgres');
    await pause(random.whole(0, MAX_PAUSE_MS));
    if (standing.length === 0) continue;
    const victim = random.pick(standing);
    const ms = random.whole(...FREEZE_RANGE_MS);
    made += 1;
    say(`freeze ${made}/${freezes}: ${victim.name} for ${(ms / 1000).toFixed(1)} s`);
    frozen.push(victim.freeze(ms));
  }
  await Promise.all(frozen);
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.map(() => left.splice(random.whole(0, left.length - 1), 1)[0]).filter((item) => item !== undefined);
}
