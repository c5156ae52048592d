import type { AgentName } from './plan.ts';
import type { Random } from './random.ts';

/** Models that differ in their speed alone: milliseconds, at least and at most, before each piece of what they say. */
const SPEEDS = { instant: [0, 0], scripted: [5, 60], slow: [200, 600], thinking: [1000, 2500] } as const;
type ModelName = keyof typeof SPEEDS;
/** The model that all agents have where speeds are not mixed. */
export const USUAL = 'scripted' satisfies ModelName;
/** Every model. */
export const MODELS = Object.keys(SPEEDS) as ModelName[];

/** Agents with another model than the usual one where speeds are mixed. */
const MIXED: Partial<Record<AgentName, ModelName>> = {
  strict: 'instant',
  free: 'instant',
  joined_free: 'instant',
  pair: 'slow',
  joined_repeating: 'slow',
  cautious: 'thinking',
  repeating: 'thinking',
};
/** How often a model is as fast as another one, so that what was learnt of it is wrong. */
const UNLIKE_ITSELF = 0.1;

/** The model of an agent. */
export function modelOf(agent: AgentName, mixed: boolean): ModelName {
  return (mixed ? MIXED[agent] : undefined) ?? USUAL;
}

/** Milliseconds before each piece of one answer to an agent. */
export function paceOf(agent: AgentName, mixed: boolean, random: Random): number {
  const usual = modelOf(agent, mixed);
  const like = mixed && random.chance(UNLIKE_ITSELF) ? random.pick(MODELS) : usual;
  const [least, most] = SPEEDS[like];
  return random.whole(least, most);
}
