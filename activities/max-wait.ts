import { parseDurationOrZeroMs } from '../src/platform/duration.ts';
import type { ActivityContext } from './context.ts';

/**
 * Returns the milliseconds that a run of a revision waits for an unavailable provider; 0 for a run that fails instead.
 */
export function getMaxWaitMs(
  { config, models }: Pick<ActivityContext, 'config' | 'models'>,
  { llm_model_id, max_wait }: { readonly llm_model_id: string; readonly max_wait: string | null },
): number {
  return parseMaxWaitMs(max_wait) ?? models.find(llm_model_id)?.maxWaitMs ?? config.modelMaxWaitMs;
}

/**
 * Returns the milliseconds that a tool call of a revision waits for an unavailable connection; 0 for a call that fails
 * instead.
 */
export function getCallMaxWaitMs(
  { config }: Pick<ActivityContext, 'config'>,
  { max_wait }: { readonly max_wait: string | null },
): number {
  return parseMaxWaitMs(max_wait) ?? config.modelMaxWaitMs;
}

function parseMaxWaitMs(maxWait: string | null): number | undefined {
  return maxWait === null ? undefined : parseDurationOrZeroMs(maxWait);
}
