/** Maximum distance in characters to a better place to split. */
const MAX_LOOKBACK = 400;
/** Characters of context for finding word and character boundaries. */
const CONTEXT_LENGTH = 100;

const SENTENCE_END = /[.!?…。！？।؟]["'”’»)\]]*\s+|[。！？]|\n+/gu;

let words: Intl.Segmenter | undefined;
let graphemes: Intl.Segmenter | undefined;

/** Token limit and its counter. */
interface Measure {
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
}

/**
 * Returns the end of the longest part that fits: after a sentence in its second half, else after a word, else after a
 * grapheme.
 */
export function cutAfter(text: string, from: number, measure: Measure): number {
  const maxLength = findMaxLength(text, from, measure);
  if (from + maxLength >= text.length) return text.length;
  const end = from + maxLength;
  const minEnd = from + (maxLength >> 1);
  return (
    findSentenceEnd(text, Math.max(minEnd, end - MAX_LOOKBACK), end) ??
    findWordEnd(text, Math.max(minEnd, end - MAX_LOOKBACK), end) ??
    findGraphemeEnd(text, from, end)
  );
}

/**
 * Returns the start of the last tokens of a text, at a sentence or word. Returns the length if not even one word fits.
 */
export function getTail(text: string, { maxTokens, countTokens }: Measure): number {
  let begin = text.length;
  const earliest = Math.max(0, text.length - maxTokens * 8);
  for (const at of listWordStarts(text, earliest)) {
    if (countTokens(text.slice(at)) > maxTokens) continue;
    begin = at;
    break;
  }
  // A complete sentence is better than the rest of the previous one.
  const [ending] = text.slice(begin).matchAll(SENTENCE_END);
  const next = ending ? begin + ending.index + ending[0].length : text.length;
  return next < text.length ? next : begin;
}

/** Finds the number of characters that fit with a few token counts. */
function findMaxLength(text: string, from: number, { maxTokens, countTokens }: Measure): number {
  let fits = 0;
  let tooMany = Math.min(text.length - from, maxTokens * 16) + 1;
  let guess = Math.min(maxTokens * 4, tooMany - 1);
  for (let round = 0; round < 12 && guess > fits && guess < tooMany; round++) {
    const tokens = countTokens(text.slice(from, from + guess));
    if (tokens <= maxTokens) fits = guess;
    else tooMany = guess;
    if (fits > 0 && tokens > maxTokens * 0.95 && tokens <= maxTokens) break;
    const aim = Math.floor((guess * maxTokens * 0.98) / Math.max(1, tokens));
    guess = aim > fits && aim < tooMany ? aim : (fits + tooMany) >> 1;
  }
  return Math.max(fits, 1);
}

function findSentenceEnd(text: string, minEnd: number, end: number): number | undefined {
  let last: number | undefined;
  for (const found of text.slice(minEnd, end).matchAll(SENTENCE_END)) {
    const at = minEnd + found.index + found[0].length;
    if (at > minEnd && at <= end) last = at;
  }
  return last;
}

function findWordEnd(text: string, minEnd: number, end: number): number | undefined {
  const blank = /\s(?=\S*$)/.exec(text.slice(minEnd, end));
  if (blank && blank.index > 0) return minEnd + blank.index + 1;
  words ??= new Intl.Segmenter('und', { granularity: 'word' });
  return findBoundaryBefore(words, text, Math.max(minEnd, end - CONTEXT_LENGTH), end);
}

function findGraphemeEnd(text: string, from: number, end: number): number {
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  const at = findBoundaryBefore(graphemes, text, Math.max(from, end - CONTEXT_LENGTH), end) ?? end;
  const code = text.charCodeAt(at - 1);
  if (code < 0xd800 || code >= 0xdc00) return at;
  return at - 1 > from ? at - 1 : at + 1;
}

/** Returns the last boundary in a part of a text. Characters after the end decide whether the end is a boundary. */
function findBoundaryBefore(segmenter: Intl.Segmenter, text: string, minEnd: number, end: number): number | undefined {
  let last: number | undefined;
  for (const { index } of segmenter.segment(text.slice(minEnd, end + CONTEXT_LENGTH))) {
    if (index > 0 && minEnd + index <= end) last = minEnd + index;
  }
  return last;
}

/** Yields the starts of words after a position. */
function* listWordStarts(text: string, from: number): Generator<number> {
  words ??= new Intl.Segmenter('und', { granularity: 'word' });
  for (const { index, isWordLike } of words.segment(text.slice(from))) if (isWordLike && index > 0) yield from + index;
}
