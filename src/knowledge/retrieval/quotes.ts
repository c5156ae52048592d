/** Quotes are held against what they are said to be from: the same letters and signs, however they are encoded or set. Pure. */

/** A text as it is compared, and from where in the original each of its characters is. */
interface NormalizedText {
  readonly text: string;
  /** Where the character that each of its code units comes from begins, and ends, in the original. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Signs that stand in texts without being seen. */
const INVISIBLE = /^(?:[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|[\uFE00-\uFE0F])$/u;
/** Signs that are set in many ways. */
const EQUIVALENTS: readonly (readonly [RegExp, string])[] = [
  [/[\u2018-\u201B\u2032\u0060\u00B4]/gu, "'"],
  [/[\u201C-\u201F\u2033\u00AB\u00BB]/gu, '"'],
  [/[\u2010-\u2015\u2212]/gu, '-'],
];

/** Shortest quote that proves anything, in characters as they are compared. */
const MIN_QUOTE_LENGTH = 6;

/**
 * The part of a text that a quote is from, as it stands there; undefined where it does not. Case, blanks, and the ways in
 * which Unicode writes the same make no difference. What is too short to prove anything counts as not there.
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

/** A quote without the marks that a model may have put around it. */
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
      // Blanks in a row are one; it ends where the last of them does.
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

/** A character taken apart, so that composed and decomposed ones are compared alike. */
function decompose(sign: string): string {
  const unified = EQUIVALENTS.reduce((text, [signs, one]) => text.replace(signs, one), sign);
  return unified.normalize('NFKD').toLowerCase().replace(/\s+/gu, ' ');
}
