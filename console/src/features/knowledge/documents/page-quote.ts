/** A quote of a citation. */
export interface CitedQuote {
  readonly quote: string;
  /** Text before the quote, which distinguishes repetitions. */
  readonly before: string;
}

/** A part of a text item of a page, in UTF-16 code units. */
export interface ItemPart {
  readonly item: number;
  readonly start: number;
  readonly end: number;
}

/** Minimum number of letters of a quote's beginning or end that is found without the rest. */
const MIN_FRAGMENT_LENGTH = 20;
/** Maximum number of letters before a quote that are compared. */
const MAX_LEAD_LENGTH = 40;

/** The letters and digits of texts, with the place of each. */
interface Letters {
  readonly text: string;
  readonly places: readonly ItemPart[];
}

/**
 * Finds a quote in the text items of a page. Only letters and digits are compared, because a page breaks lines, hyphenates
 * words and draws bullets and table lines where the chunk has none. If other text interrupts the quote, or it continues
 * on another page, its beginning and its end are found.
 */
export function findQuoteParts(items: readonly string[], { quote, before }: CitedQuote): ItemPart[] {
  const page = toLetters(items);
  const wanted = toLetters([quote]).text;
  if (wanted === '') return [];
  const start = findOccurrence(page.text, wanted, toLetters([before]).text.slice(-MAX_LEAD_LENGTH));
  if (start >= 0) return toParts(page.places.slice(start, start + wanted.length));
  const head = findLongest(wanted.length, (length) => page.text.indexOf(wanted.slice(0, length)));
  const tail = findLongest(wanted.length, (length) => page.text.lastIndexOf(wanted.slice(-length)));
  const found = new Set([...head, ...tail]);
  return toParts(page.places.filter((_, index) => found.has(index)));
}

/** Returns the position of the occurrence that follows most of `lead`, the first of equal ones, or -1. */
function findOccurrence(text: string, wanted: string, lead: string): number {
  let best = { start: -1, shared: -1 };
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + 1)) {
    let shared = 0;
    while (shared < lead.length && text[start - 1 - shared] === lead.at(-1 - shared)) shared++;
    if (shared > best.shared) best = { start, shared };
  }
  return best.start;
}

function toLetters(texts: readonly string[]): Letters {
  const letters: string[] = [];
  const places: ItemPart[] = [];
  for (const [item, text] of texts.entries()) {
    let start = 0;
    for (const character of text) {
      const end = start + character.length;
      const compared = character
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, '');
      for (const unit of compared.split('')) {
        letters.push(unit);
        places.push({ item, start, end });
      }
      start = end;
    }
  }
  return { text: letters.join(''), places };
}

/** Returns the positions of the longest fragment of a quote that `findFragment` finds, none if it is too short. */
function findLongest(maxLength: number, findFragment: (length: number) => number): number[] {
  let found = 0;
  let missing = maxLength;
  while (missing - found > 1) {
    const length = Math.floor((found + missing) / 2);
    if (findFragment(length) >= 0) found = length;
    else missing = length;
  }
  if (found < MIN_FRAGMENT_LENGTH) return [];
  const start = findFragment(found);
  return Array.from({ length: found }, (_, index) => start + index);
}

/** Joins neighboring places in the same item. */
function toParts(places: readonly ItemPart[]): ItemPart[] {
  const parts: ItemPart[] = [];
  for (const { item, start, end } of places) {
    const last = parts.at(-1);
    if (last?.item === item) parts[parts.length - 1] = { ...last, end };
    else parts.push({ item, start, end });
  }
  return parts;
}
