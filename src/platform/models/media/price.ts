import { Decimal } from 'decimal.js';
import type { ModelEntry } from '../catalog.ts';
import { computeCredits } from '../credits.ts';
import { estimateTokens } from '../usage.ts';
import type { MediaRequest } from './request.ts';

const Exact = Decimal.clone({ precision: 100 });

/** Estimated tokens of a generated image and of a source image. */
const TOKENS_PER_IMAGE = 4500;
const TOKENS_PER_SOURCE = 1500;

type Tokens = { readonly inputTokens: number; readonly outputTokens: number };

/** Returns the credits of an image or of speech: the price per image or character, plus the reported tokens. */
export function computeMediaCredits(
  { model, kind, text }: Pick<MediaRequest, 'model' | 'kind' | 'text'>,
  tokens: Tokens,
): string {
  return new Exact(computeUnitCredits(model, kind, text)).plus(computeCredits(model, tokens)).toFixed();
}

/** Estimates the tokens of a request; errs on the high side. */
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
