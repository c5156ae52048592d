import { Decimal } from 'decimal.js';
import type { ModelEntry } from '../catalogue.ts';
import { creditsFor } from '../credits.ts';
import { tokensOf } from '../usage.ts';
import type { MediaRequest } from './request.ts';

const Exact = Decimal.clone({ precision: 100 });

/** Tokens that a picture which is made is taken for, and one that it is made of. */
const TOKENS_PER_IMAGE = 4500;
const TOKENS_PER_SOURCE = 1500;

type Tokens = { readonly inputTokens: number; readonly outputTokens: number };

/** What a picture or speech costs: its price by piece or by character, and what its provider counted of tokens. */
export function mediaCredits(
  { model, kind, text }: Pick<MediaRequest, 'model' | 'kind' | 'text'>,
  tokens: Tokens,
): string {
  return new Exact(pieceCredits(model, kind, text)).plus(creditsFor(model, tokens)).toFixed();
}

/** The tokens that a request may cost; cautious. */
export function mediaTokens({
  kind,
  text,
  images,
  instructions = '',
}: Pick<MediaRequest, 'kind' | 'text' | 'instructions'> & { readonly images: readonly unknown[] }): Tokens {
  const inputTokens = tokensOf(text) + tokensOf(instructions) + images.length * TOKENS_PER_SOURCE;
  return { inputTokens, outputTokens: kind === 'image' ? TOKENS_PER_IMAGE : tokensOf(text) * 10 };
}

function pieceCredits({ image_price = '0', character_price = '0' }: ModelEntry, kind: string, text: string): string {
  if (kind === 'image') return image_price;
  return new Exact(character_price)
    .times([...text].length)
    .div(1_000_000)
    .toFixed();
}
