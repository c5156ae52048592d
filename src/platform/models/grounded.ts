import { parseJson } from '../json.ts';
/** Name of the form of an answer that is made from passages; the demo model knows what to do with them. */
export const GROUNDED_ANSWER = 'grounded_answer';

/** A passage as a model is shown it. */
export interface GroundedPassage {
  readonly id: string;
  /** Title of the document. */
  readonly document: string;
  readonly page: number | null;
  readonly headings: readonly string[];
  readonly text: string;
}

/** An answer as a model writes it. */
export interface GroundedReply {
  readonly found: boolean;
  readonly answer: string;
  readonly citations: readonly { readonly passage: string; readonly quote: string }[];
}

/** Shortest words that tell something, save numbers; and the letters by which the forms of a word are taken for one. */
const SHORTEST_WORD = 4;
const STEM = 6;
/** Share of the question's words that a sentence with its headings has to have. */
const ENOUGH = 0.5;

/** What can be answered without a model: the sentence that has the most of the question's words. */
export function extract(said: string): GroundedReply {
  const { question, passages } = asked(said);
  const wanted = wordsOf(question);
  const sentences = passages.flatMap((passage) => sentencesOf(passage).map((text) => ({ passage, text })));
  let best: { readonly passage: string; readonly quote: string; readonly share: number } | undefined;
  for (const { passage, text } of sentences) {
    const here = wordsOf([passage.document, ...passage.headings, text].join(' '));
    const own = wordsOf(text);
    const share = shareOf(wanted, here);
    // Of sentences below the same heading the one that has the words itself says more.
    const rank = share + shareOf(wanted, own) / 10;
    if (share >= ENOUGH && shareOf(wanted, own) > 0 && (best === undefined || rank > best.share))
      best = { passage: passage.id, quote: text, share: rank };
  }
  if (best === undefined) return { found: false, answer: '', citations: [] };
  const { passage, quote } = best;
  return { found: true, answer: quote, citations: [{ passage, quote }] };
}

function asked(said: string): { readonly question: string; readonly passages: readonly GroundedPassage[] } {
  try {
    const { question, passages } = parseJson(said) as { question?: unknown; passages?: unknown };
    return { question: String(question), passages: Array.isArray(passages) ? passages : [] };
  } catch {
    return { question: said, passages: [] };
  }
}

function shareOf(wanted: ReadonlySet<string>, here: ReadonlySet<string>): number {
  return wanted.size === 0 ? 0 : [...wanted].filter((word) => here.has(word)).length / wanted.size;
}

function wordsOf(text: string): Set<string> {
  const words = Array.from(
    new Intl.Segmenter('und', { granularity: 'word' }).segment(text.normalize('NFKC').toLowerCase()),
  );
  const telling = words.filter(({ isWordLike, segment }) => isWordLike && tells(segment));
  return new Set(telling.map(({ segment }) => segment.slice(0, STEM)));
}

/** Short words of scripts with an alphabet join others; a sign of other scripts is a word. */
function tells(word: string): boolean {
  return (
    word.length >= SHORTEST_WORD ||
    /[\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)
  );
}

function sentencesOf({ text }: GroundedPassage): string[] {
  const found = Array.from(new Intl.Segmenter('und', { granularity: 'sentence' }).segment(text), ({ segment }) =>
    segment.trim(),
  );
  return found.filter((sentence) => sentence !== '');
}
