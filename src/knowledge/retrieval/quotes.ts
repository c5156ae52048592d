/** Verifies quotes against their chunk, ignoring encoding and typography. Pure. */

import { isSignificantWord, listWords } from '../../platform/models/grounded.ts';
import { UNSPACED_CHARACTER } from '../words.ts';

/** A normalized text with the original position of each character. */
interface NormalizedText {
  readonly text: string;
  /** Start and end of each code unit in the original. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Invisible characters. */
const INVISIBLE = /^(?:[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|[\uFE00-\uFE0F])$/u;
/** Typographic variants. */
const EQUIVALENTS: readonly (readonly [RegExp, string])[] = [
  [/[\u2018-\u201B\u2032\u0060\u00B4]/gu, "'"],
  [/[\u201C-\u201F\u2033\u00AB\u00BB]/gu, '"'],
  [/[\u2010-\u2015\u2212]/gu, '-'],
];

/** Minimum number of words of a quote, and of significant words among them. */
const MIN_QUOTE_WORDS = 3;
/** Two words suffice if both are significant. */
const MIN_SIGNIFICANT_WORDS = 2;
/** A quote of fewer words proves nothing if more of the texts than this contain it: a number, and a share of them. */
const DISTINCT_QUOTE_WORDS = 6;
const MAX_OCCURRENCES = 2;
const MAX_OCCURRENCE_SHARE = 1 / 4;

/** Position of a quote in a text, in UTF-16 code units. */
interface QuotePosition {
  readonly start: number;
  readonly end: number;
}

/** Finds a quote as whole words in a text, undefined if it is missing. Ignores case, spaces and Unicode variants. */
export function findQuote(text: string, quote: string): QuotePosition | undefined {
  const wanted = normalizeQuote(quote);
  if (wanted === '') return undefined;
  const normalized = normalizeText(text);
  for (let at = normalized.text.indexOf(wanted); at >= 0; at = normalized.text.indexOf(wanted, at + 1)) {
    const start = normalized.from[at] ?? 0;
    const end = normalized.to[at + wanted.length - 1] ?? text.length;
    if (isWordBoundary(text, start) && isWordBoundary(text, end)) return { start, end };
  }
  return undefined;
}

/**
 * Whether a quote is long enough to prove a statement: three words with one that is not a function word, two of such
 * words, or all of the text. A short quote must not occur in many of the texts that were searched.
 */
export function isProof(quote: string, text: string, texts: readonly string[]): boolean {
  const wanted = normalizeQuote(quote);
  if (wanted === normalizeText(text).text.trim()) return true;
  const words = listWords(wanted);
  const significant = words.filter(isSignificantWord).length;
  if (significant < (words.length >= MIN_QUOTE_WORDS ? 1 : MIN_SIGNIFICANT_WORDS)) return false;
  if (words.length >= DISTINCT_QUOTE_WORDS) return true;
  const occurrences = texts.filter((other) => normalizeText(other).text.includes(wanted)).length;
  return occurrences <= Math.max(MAX_OCCURRENCES, texts.length * MAX_OCCURRENCE_SHARE);
}

function normalizeQuote(quote: string): string {
  return normalizeText(stripQuotationMarks(quote)).text.trim();
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;
/** Characters that join the parts of a word or a number, such as `non-refundable`, `10–14` and `14,500`. */
const WORD_JOINER = /[-\u2010\u2011\u2212'\u2019]/u;
const NUMBER_JOINER = /[-\u2010-\u2013\u2212.,:/\u2019']/u;

/** Whether a position is between two words, or at either end of the text. */
function isWordBoundary(text: string, at: number): boolean {
  const [beforeThat, before] = takeLastCharacters(text.slice(Math.max(0, at - 16), at));
  const [after, afterThat] = takeFirstCharacters(text.slice(at, at + 16));
  if (areJoined(before, after)) return false;
  if (before === undefined || after === undefined) return true;
  const joins = (joiner: string, a: string | undefined, b: string | undefined) =>
    (WORD_JOINER.test(joiner) && areJoined(a, b)) || (NUMBER_JOINER.test(joiner) && areDigits(a, b));
  const isSign = /[-\u2212]/u.test(before) && /\p{N}/u.test(after) && !/[\p{L}\p{N}]/u.test(beforeThat ?? '');
  return !joins(before, beforeThat, after) && !joins(after, before, afterThat) && !isSign;
}

function areJoined(a = '', b = ''): boolean {
  return WORD_CHARACTER.test(a) && WORD_CHARACTER.test(b) && !UNSPACED_CHARACTER.test(a) && !UNSPACED_CHARACTER.test(b);
}

const areDigits = (a = '', b = ''): boolean => /\p{N}/u.test(a) && /\p{N}/u.test(b);

const listVisibleCharacters = (text: string): string[] => [...text].filter((sign) => !INVISIBLE.test(sign));

const takeLastCharacters = (text: string): (string | undefined)[] => {
  const characters = listVisibleCharacters(text);
  return [characters.at(-2), characters.at(-1)];
};

const takeFirstCharacters = (text: string): string[] => listVisibleCharacters(text).slice(0, 2);

/** Removes quotation marks around a quote. */
function stripQuotationMarks(quote: string): string {
  const [, inner] = /^\s*["“„«'‘](.*)["”“»'’]\s*$/su.exec(quote) ?? [];
  return inner ?? quote;
}

function normalizeText(text: string): NormalizedText {
  const out: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const sign of text) {
    const piece = INVISIBLE.test(sign) ? '' : decompose(sign);
    for (const unit of piece.split('')) {
      // Consecutive spaces become one.
      if (unit === ' ' && out.at(-1) === ' ') to[to.length - 1] = at + sign.length;
      else {
        out.push(unit);
        from.push(at);
        to.push(at + sign.length);
      }
    }
    at += sign.length;
  }
  return { text: out.join(''), from, to };
}

/** Decomposes a character for comparison. */
function decompose(sign: string): string {
  const unified = EQUIVALENTS.reduce((text, [signs, one]) => text.replace(signs, one), sign);
  return unified.normalize('NFKD').toLowerCase().replace(/\s+/gu, ' ');
}
