import type { AgentName } from './plan.ts';
import type { Random } from './random.ts';

/** Models that differ in their speed alone: milliseconds, at least and at most, before each piece of what they say. */
const DELAY_RANGES_MS = { instant: [0, 0], scripted: [5, 60], slow: [200, 600], thinking: [1000, 2500] } as const;
type ModelName = keyof typeof DELAY_RANGES_MS;
/** The model that all agents have where speeds are not mixed. */
export const DEFAULT_MODEL = 'scripted' satisfies ModelName;
/** Every model. */
export const MODELS = Object.keys(DELAY_RANGES_MS) as ModelName[];

/** Agents with another model than the usual one where speeds are mixed. */
const MODEL_BY_AGENT: Partial<Record<AgentName, ModelName>> = {
  strict: 'instant',
  free: 'instant',
  joined_free: 'instant',
  pair: 'slow',
  joined_repeating: 'slow',
  cautious: 'thinking',
  repeating: 'thinking',
};
/** How often a model is as fast as another one, so that what was learnt of it is wrong. */
const OTHER_SPEED_SHARE = 0.1;

/** The model of an agent. */
export function getModel(agent: AgentName, mixed: boolean): ModelName {
  return (mixed ? MODEL_BY_AGENT[agent] : undefined) ?? DEFAULT_MODEL;
}

/** Milliseconds before each piece of one answer to an agent. */
export function pickDelayMs(agent: AgentName, mixed: boolean, random: Random): number {
  const usual = getModel(agent, mixed);
  const like = mixed && random.chance(OTHER_SPEED_SHARE) ? random.pick(MODELS) : usual;
  const [least, most] = DELAY_RANGES_MS[like];
  return random.whole(least, most);
}
