import { Decimal } from 'decimal.js';
import type { Tokens } from './usage.ts';

/** Wide enough that no price times any number of tokens is ever rounded. */
const Exact = Decimal.clone({ precision: 100 });

/** Credits per million tokens, exact decimals. */
interface Prices {
  readonly input_price: string;
  readonly output_price: string;
  /** Of input tokens that come from the provider's cache, and of those that go into it; the price of others where left out. */
  readonly cached_input_price?: string;
  readonly cache_write_price?: string;
  /** Of output tokens that are thinking; the price of others where left out. */
  readonly reasoning_price?: string;
}

type TokenCounts = Pick<Tokens, 'inputTokens' | 'outputTokens'> & Partial<Tokens>;

/** What a call costs in credits: an exact decimal string without an exponent. */
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
