import type { GenerateResult } from './request.ts';
import type { Tokens } from './usage.ts';

/** Above the tokens of any call, and low enough that sums fit the columns. */
const MAX_TOKENS = 100_000_000;

/** Converts a provider's counts. Corrects impossible ones: no part exceeds the total, and nothing is negative. */
export function toTokens({ inputTokens: input, outputTokens: output }: GenerateResult['usage']): Tokens {
  const inputTokens = clamp(MAX_TOKENS, input.total);
  const outputTokens = clamp(MAX_TOKENS, output.total);
  const cachedInputTokens = clamp(inputTokens, input.cacheRead);
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteTokens: clamp(inputTokens - cachedInputTokens, input.cacheWrite),
    reasoningTokens: clamp(outputTokens, output.reasoning),
  };
}

function clamp(max: number, count: number | undefined): number {
  return Math.min(max, Math.max(0, Math.ceil(count ?? 0)));
}
