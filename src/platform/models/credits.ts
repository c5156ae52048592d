import { Decimal } from 'decimal.js';
import type { Tokens } from './usage.ts';

/** Precise enough that no product of price and tokens is rounded. */
const Exact = Decimal.clone({ precision: 100 });

/** Credits per million tokens, exact decimals. */
interface Prices {
  readonly input_price: string;
  readonly output_price: string;
  /** Prices of input tokens that are read from or written to the provider's cache. Default: `input_price`. */
  readonly cached_input_price?: string;
  readonly cache_write_price?: string;
  /** Price of reasoning tokens. Default: `output_price`. */
  readonly reasoning_price?: string;
}

type TokenCounts = Pick<Tokens, 'inputTokens' | 'outputTokens'> & Partial<Tokens>;

/** Returns the credits of a call as an exact decimal without exponent. */
export function computeCredits(prices: Prices, tokens: TokenCounts): string {
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = tokens;
  const reasoningTokens = Math.min(tokens.reasoningTokens ?? 0, outputTokens);
  const { input_price, output_price, cached_input_price = input_price, cache_write_price = input_price } = prices;
  const { reasoning_price = output_price } = prices;
  const uncachedTokens = inputTokens - cachedInputTokens - cacheWriteTokens;
  return new Exact(input_price)
    .times(uncachedTokens)
    .plus(new Exact(cached_input_price).times(cachedInputTokens))
    .plus(new Exact(cache_write_price).times(cacheWriteTokens))
    .plus(new Exact(output_price).times(outputTokens - reasoningTokens))
    .plus(new Exact(reasoning_price).times(reasoningTokens))
    .div(1_000_000)
    .toFixed();
}
