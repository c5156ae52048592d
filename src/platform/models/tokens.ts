import type { GenerateResult } from './request.ts';
import type { Tokens } from './usage.ts';

/** More tokens than any call has, and than columns of them can add up. */
const MAX_TOKENS = 100_000_000;

/** What a provider counted. A server may count what can't be: no part is more than the whole, and nothing is less than zero. */
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
