import type { AgentName } from './plan.ts';
import type { Random } from './random.ts';

/** Models that differ only in speed: minimum and maximum delay before each part of their text, in milliseconds. */
const DELAY_RANGES_MS = { instant: [0, 0], scripted: [5, 60], slow: [200, 600], thinking: [1000, 2500] } as const;
type ModelName = keyof typeof DELAY_RANGES_MS;
/** Model of all agents without `--mixed`. */
export const DEFAULT_MODEL = 'scripted' satisfies ModelName;
/** Every model. */
export const MODELS = Object.keys(DELAY_RANGES_MS) as ModelName[];

/** Agents with another model with `--mixed`. */
const MODEL_BY_AGENT: Partial<Record<AgentName, ModelName>> = {
  strict: 'instant',
  free: 'instant',
  joined_free: 'instant',
  pair: 'slow',
  joined_repeating: 'slow',
  cautious: 'thinking',
  repeating: 'thinking',
};
/** Share of responses with the speed of another model, so that predictions are wrong. */
const OTHER_SPEED_SHARE = 0.1;

/** Returns the model of an agent. */
export function getModel(agent: AgentName, mixed: boolean): ModelName {
  return (mixed ? MODEL_BY_AGENT[agent] : undefined) ?? DEFAULT_MODEL;
}

/** Returns the delay before each part of a response in milliseconds. */
export function pickDelayMs(agent: AgentName, mixed: boolean, random: Random): number {
  const usual = getModel(agent, mixed);
  const like = mixed && random.chance(OTHER_SPEED_SHARE) ? random.pick(MODELS) : usual;
  const [least, most] = DELAY_RANGES_MS[like];
  return random.whole(least, most);
}
