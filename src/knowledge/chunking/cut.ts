/** Characters before a place where a better one to cut is looked for. */
const LOOK_BACK = 400;
/** Characters around a place among which words and characters are told apart. */
const AROUND = 100;

const SENTENCE_END = /[.!?…。！？।؟]["'”’»)\]]*\s+|[。！？]|\n+/gu;

let words: Intl.Segmenter | undefined;
let graphemes: Intl.Segmenter | undefined;

/** What a text may come to, by whose count. */
export interface Measure {
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
}

/**
 * Where the longest beginning of a text ends that stays within the measure: after a sentence if one ends in its second half,
 * else after a word, else, in words longer than that, after a character as people see it.
 */
export function cutAfter(text: string, from: number, measure: Measure): number {
  const most = mostCharacters(text, from, measure);
  if (from + most >= text.length) return text.length;
  const end = from + most;
  const least = from + (most >> 1);
  return (
    afterSentence(text, Math.max(least, end - LOOK_BACK), end) ??
    afterWord(text, Math.max(least, end - LOOK_BACK), end) ??
    afterGrapheme(text, from, end)
  );
}

/** Where the last so many tokens of a text begin, at a sentence or a word; its end where not even one word fits. */
export function tailFrom(text: string, { maxTokens, countTokens }: Measure): number {
  let begin = text.length;
  const earliest = Math.max(0, text.length - maxTokens * 8);
  for (const at of wordStarts(text, earliest)) {
    if (countTokens(text.slice(at)) > maxTokens) continue;
    begin = at;
    break;
  }
  // A whole sentence is better than the rest of one before it.
  const [ending] = text.slice(begin).matchAll(SENTENCE_END);
  const next = ending ? begin + ending.index + ending[0].length : text.length;
  return next < text.length ? next : begin;
}

/** How many characters fit, found by a few counts of about that many. */
function mostCharacters(text: string, from: number, { maxTokens, countTokens }: Measure): number {
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

function afterSentence(text: string, least: number, end: number): number | undefined {
  let last: number | undefined;
  for (const found of text.slice(least, end).matchAll(SENTENCE_END)) {
    const at = least + found.index + found[0].length;
    if (at > least && at <= end) last = at;
  }
  return last;
}

function afterWord(text: string, least: number, end: number): number | undefined {
  const blank = /\s(?=\S*$)/.exec(text.slice(least, end));
  if (blank && blank.index > 0) return least + blank.index + 1;
  words ??= new Intl.Segmenter('und', { granularity: 'word' });
  return boundaryBefore(words, text, Math.max(least, end - AROUND), end);
}

function afterGrapheme(text: string, from: number, end: number): number {
  graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  const at = boundaryBefore(graphemes, text, Math.max(from, end - AROUND), end) ?? end;
  const code = text.charCodeAt(at - 1);
  if (code < 0xd800 || code >= 0xdc00) return at;
  return at - 1 > from ? at - 1 : at + 1;
}

/** The last boundary in a part of a text, not at its beginning. What lies behind the end decides whether that is one. */
function boundaryBefore(segmenter: Intl.Segmenter, text: string, least: number, end: number): number | undefined {
  let last: number | undefined;
  for (const { index } of segmenter.segment(text.slice(least, end + AROUND))) {
    if (index > 0 && least + index <= end) last = least + index;
  }
  return last;
}

/** Where words begin, from a position on. */
function* wordStarts(text: string, from: number): Generator<number> {
  words ??= new Intl.Segmenter('und', { granularity: 'word' });
  for (const { index, isWordLike } of words.segment(text.slice(from))) if (isWordLike && index > 0) yield from + index;
}
