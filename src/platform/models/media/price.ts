import { Decimal } from 'decimal.js';
import type { ModelEntry } from '../catalogue.ts';
import { computeCredits } from '../credits.ts';
import { estimateTokens } from '../usage.ts';
import type { MediaRequest } from './request.ts';

const Exact = Decimal.clone({ precision: 100 });

/** Tokens that a picture which is made is taken for, and one that it is made of. */
const TOKENS_PER_IMAGE = 4500;
const TOKENS_PER_SOURCE = 1500;

type Tokens = { readonly inputTokens: number; readonly outputTokens: number };

/** What a picture or speech costs: its price by piece or by character, and what its provider counted of tokens. */
export function computeMediaCredits(
  { model, kind, text }: Pick<MediaRequest, 'model' | 'kind' | 'text'>,
  tokens: Tokens,
): string {
  return new Exact(computeUnitCredits(model, kind, text)).plus(computeCredits(model, tokens)).toFixed();
}

/** The tokens that a request may cost; cautious. */
export function estimateMediaTokens({
  kind,
  text,
  images,
  instructions = '',
}: Pick<MediaRequest, 'kind' | 'text' | 'instructions'> & { readonly images: readonly unknown[] }): Tokens {
  const inputTokens = estimateTokens(text) + estimateTokens(instructions) + images.length * TOKENS_PER_SOURCE;
  return { inputTokens, outputTokens: kind === 'image' ? TOKENS_PER_IMAGE : estimateTokens(text) * 10 };
}

function computeUnitCredits(
  { image_price = '0', character_price = '0' }: ModelEntry,
  kind: string,
  text: string,
): string {
  if (kind === 'image') return image_price;
  return new Exact(character_price)
    .times([...text].length)
    .div(1_000_000)
    .toFixed();
}
