/** Verifies quotes against their chunk, ignoring encoding and typography. Pure. */

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

/** Minimum length of a quote in normalized characters. */
const MIN_QUOTE_LENGTH = 6;

/**
 * Finds a quote in a text and returns it verbatim, undefined if it is missing or too short. Ignores case, spaces and
 * Unicode variants.
 */
export function findQuote(text: string, quote: string): string | undefined {
  const wanted = normalizeText(stripQuotationMarks(quote)).text.trim();
  if (wanted.length < Math.min(MIN_QUOTE_LENGTH, normalizeText(text).text.trim().length) || wanted === '')
    return undefined;
  const normalized = normalizeText(text);
  const at = normalized.text.indexOf(wanted);
  if (at < 0) return undefined;
  return text.slice(normalized.from[at], normalized.to[at + wanted.length - 1]);
}

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
