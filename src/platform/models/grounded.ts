import { parseJson } from '../json.ts';

/** Name of the format of answers from chunks. The fallback model recognizes it. */
export const GROUNDED_ANSWER = 'grounded_answer';

/** A chunk in a prompt. */
export interface GroundedChunk {
  readonly id: string;
  /** Title of the document. */
  readonly document: string;
  readonly page: number | null;
  readonly headings: readonly string[];
  readonly text: string;
}

/** Answer in the model's format. */
interface GroundedReply {
  readonly found: boolean;
  readonly answer: string;
  readonly citations: readonly { readonly passage: string; readonly quote: string }[];
}

/** Minimum length of a significant word except numbers, and length of the stem that inflected forms share. */
const MIN_WORD_LENGTH = 4;
const STEM_LENGTH = 6;
/** Minimum share of the question's words in a sentence with its headings. */
const MIN_SHARE = 0.5;

/** Answers without a model: returns the sentence with most of the question's words. */
export function extractAnswer(promptText: string): GroundedReply {
  const { question, passages } = parsePrompt(promptText);
  const questionStems = listStems(question);
  const sentences = passages.flatMap((passage) => listSentences(passage).map((text) => ({ passage, text })));
  let best: { readonly passage: string; readonly quote: string; readonly share: number } | undefined;
  for (const { passage, text } of sentences) {
    const contextStems = listStems([passage.document, ...passage.headings, text].join(' '));
    const sentenceStems = listStems(text);
    const share = getShare(questionStems, contextStems);
    // Among sentences below the same heading, the one that contains the words itself ranks higher.
    const rank = share + getShare(questionStems, sentenceStems) / 10;
    if (share >= MIN_SHARE && getShare(questionStems, sentenceStems) > 0 && (best === undefined || rank > best.share))
      best = { passage: passage.id, quote: text, share: rank };
  }
  if (best === undefined) return { found: false, answer: '', citations: [] };
  const { passage, quote } = best;
  return { found: true, answer: quote, citations: [{ passage, quote }] };
}

function parsePrompt(promptText: string): { readonly question: string; readonly passages: readonly GroundedChunk[] } {
  try {
    const { question, passages } = parseJson(promptText) as { question?: unknown; passages?: unknown };
    return { question: String(question), passages: Array.isArray(passages) ? passages : [] };
  } catch {
    return { question: promptText, passages: [] };
  }
}

function getShare(questionStems: ReadonlySet<string>, contextStems: ReadonlySet<string>): number {
  return questionStems.size === 0
    ? 0
    : [...questionStems].filter((word) => contextStems.has(word)).length / questionStems.size;
}

function listStems(text: string): Set<string> {
  const significant = listWords(text.normalize('NFKC').toLowerCase()).filter(isSignificantWord);
  return new Set(significant.map((word) => word.slice(0, STEM_LENGTH)));
}

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Splits a text into its words, without punctuation. */
export function listWords(text: string): string[] {
  return Array.from(wordSegmenter.segment(text)).flatMap(({ isWordLike, segment }) => (isWordLike ? segment : []));
}

/**
 * Whether a word carries meaning. In alphabetic scripts short words are function words; in others a character is a
 * word.
 */
export function isSignificantWord(word: string): boolean {
  return (
    word.length >= MIN_WORD_LENGTH ||
    /[\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)
  );
}

function listSentences({ text }: GroundedChunk): string[] {
  const segments = Array.from(new Intl.Segmenter('und', { granularity: 'sentence' }).segment(text), ({ segment }) =>
    segment.trim(),
  );
  return segments.filter((sentence) => sentence !== '');
}
