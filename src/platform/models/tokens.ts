import type { GenerateResult } from './request.ts';
import type { Tokens } from './usage.ts';

/** More tokens than any call has, and than columns of them can add up. */
const MOST = 100_000_000;

/** What a provider counted. A server may count what can't be: no part is more than the whole, and nothing is less than zero. */
export function countedTokens({ inputTokens: input, outputTokens: output }: GenerateResult['usage']): Tokens {
  const inputTokens = atMost(MOST, input.total);
  const outputTokens = atMost(MOST, output.total);
  const cachedInputTokens = atMost(inputTokens, input.cacheRead);
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteTokens: atMost(inputTokens - cachedInputTokens, input.cacheWrite),
    reasoningTokens: atMost(outputTokens, output.reasoning),
  };
}

function atMost(most: number, counted: number | undefined): number {
  return Math.min(most, Math.max(0, Math.ceil(counted ?? 0)));
}
