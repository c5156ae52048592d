import { setTimeout as pause } from 'node:timers/promises';
import type { ModelControl } from '../test/support/model-server.ts';
import type { DrillOptions } from './options.ts';
import type { Victim } from './victim.ts';

/** Progress of the drill at which the provider and Temporal go away. */
const PROVIDER_SHARE = 0.3;
const TEMPORAL_SHARE = 0.6;
/** Rejected requests above one per second in the second half of an outage: each process may have one in flight. */
const EXTRA_PROBES = 10;

/** Parts of a drill that outages use. */
interface OutageWorld {
  readonly victims: readonly Victim[];
  readonly model: ModelControl;
  /** Progress of the drill, 0 to 1. */
  readonly share: () => number;
  /** Called while an outage lasts, since no run progresses. */
  readonly moved: () => void;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Takes the model provider and Temporal away once, as requested. Returns what violates the limits of the product. */
export async function startOutages(
  world: OutageWorld,
  { providerAway, temporalAway }: Pick<DrillOptions, 'providerAway' | 'temporalAway'>,
): Promise<string[]> {
  const problems: string[] = [];
  if (providerAway > 0) problems.push(...(await takeProviderAway(world, providerAway)));
  if (temporalAway > 0) await takeTemporalAway(world, temporalAway);
  return problems;
}

async function takeProviderAway(world: OutageWorld, seconds: number): Promise<string[]> {
  if (!(await reach(world, PROVIDER_SHARE))) return [];
  world.say(`the model provider is away for ${seconds} s`);
  await world.model.beginOutage();
  const began = Date.now();
  await waitOut(world, seconds);
  const times = await world.model.endOutage();
  const late = times.filter((at) => at > began + seconds * 500).length;
  world.say(`the model provider is back: ${times.length} requests rejected, ${late} of them in the second half`);
  if (late <= seconds / 2 + EXTRA_PROBES) return [];
  return [`${late} requests in the last ${seconds / 2} s of the provider's outage: more than one per second`];
}

async function takeTemporalAway(world: OutageWorld, seconds: number): Promise<void> {
  if (!(await reach(world, TEMPORAL_SHARE))) return;
  const temporal = world.victims.find(({ kind }) => kind === 'temporal');
  while (temporal && !temporal.isUp && !world.signal.aborted) await pause(100);
  world.say(`Temporal is away for ${seconds} s`);
  await Promise.all([temporal?.kill(seconds * 1000), waitOut(world, seconds)]);
  world.say('Temporal is back');
}

/** Waits for a progress. Returns false if the drill ends before. */
async function reach({ share, signal }: OutageWorld, progress: number): Promise<boolean> {
  while (share() < progress && !signal.aborted) await pause(50);
  return !signal.aborted;
}

async function waitOut({ moved, signal }: OutageWorld, seconds: number): Promise<void> {
  for (let left = seconds; left > 0 && !signal.aborted; left--) {
    moved();
    await pause(1000);
  }
}
