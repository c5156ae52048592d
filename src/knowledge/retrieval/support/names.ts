import { findMonth, findWeekday } from './calendar.ts';
import { foldWord, listTokens } from './evidence.ts';

/** A name in a sentence. */
interface NameMatch {
  readonly text: string;
  readonly start: number;
}

/** How names are recognized in an answer. */
export interface NameRules {
  /** Whether common nouns have capitals too, as in German, so that a single capital means nothing. */
  readonly hasNounCapitals: boolean;
  /** Folded words that question, passages or answer write in lower case: not names. */
  readonly lowerCaseWords: ReadonlySet<string>;
  /** Folded words that question or passages write with a capital within a sentence. */
  readonly capitalWords: ReadonlySet<string>;
}

/** Languages whose nouns have capitals. */
const NOUN_CAPITALS: readonly string[] = ['de', 'lb'];

/** Derives the rules from the texts. An unknown language is treated like German, which marks fewer words. */
export function toNameRules(language: string | null, texts: readonly string[]): NameRules {
  const [lowerCaseWords, capitalWords] = [new Set<string>(), new Set<string>()];
  for (const text of texts)
    for (const { word, isFirst } of listSentenceWords(text)) {
      if (/^\p{Ll}/u.test(word)) lowerCaseWords.add(foldWord(word));
      else if (/^\p{Lu}/u.test(word) && !isFirst) capitalWords.add(foldWord(word));
    }
  return { hasNounCapitals: language === null || NOUN_CAPITALS.includes(language), lowerCaseWords, capitalWords };
}

/**
 * Lists the names of a sentence: words with a capital within the sentence, abbreviations, and words with digits or
 * inner capitals. In languages whose nouns have capitals, a name is two such words in a row. The first word counts if
 * other texts write it with a capital too. Scripts without capitals have no recognizable names.
 */
export function listNames(sentence: string, rules: NameRules): NameMatch[] {
  const words = listSentenceWords(sentence);
  const isCapital = (at: number) => {
    const { word = '', isFirst = true } = words[at] ?? {};
    if (!/^\p{Lu}\p{L}/u.test(word) || rules.lowerCaseWords.has(foldWord(word))) return false;
    return !isFirst || rules.capitalWords.has(foldWord(word));
  };
  const isAdjacent = (at: number) => / $/.test(words[at]?.before ?? '') && (words[at]?.before.length ?? 0) === 1;
  const isName = (at: number) => {
    const word = words[at]?.word ?? '';
    if (isDistinctive(word)) return !rules.lowerCaseWords.has(foldWord(word));
    if (!isCapital(at)) return false;
    if (findMonth(word) !== undefined || findWeekday(word) !== undefined) return !rules.hasNounCapitals;
    if (!rules.hasNounCapitals) return true;
    return (isCapital(at - 1) && isAdjacent(at)) || (isCapital(at + 1) && isAdjacent(at + 1));
  };
  return words.flatMap(({ word, start }, at) => (isName(at) ? [{ text: word, start }] : []));
}

/** Whether a word is a name in any language: `BGB`, `iPhone`, `XR200`. */
function isDistinctive(word: string): boolean {
  return /^\p{Lu}{2,}s?$/u.test(word) || /\p{Ll}\p{Lu}/u.test(word) || (/\p{Lu}/u.test(word) && /\p{N}/u.test(word));
}

interface SentenceWord {
  readonly word: string;
  readonly start: number;
  /** Characters between the previous word and this one. */
  readonly before: string;
  /** Whether it starts a sentence, a line, a quotation or the text after a colon. */
  readonly isFirst: boolean;
}

function listSentenceWords(text: string): SentenceWord[] {
  const words: SentenceWord[] = [];
  let end = 0;
  for (const word of listTokens(text)) {
    const start = text.indexOf(word, end);
    if (start < 0) continue;
    const before = text.slice(end, start);
    words.push({ word, start, before, isFirst: words.length === 0 || /[.!?…:;\n"“„«|(*#]/u.test(before) });
    end = start + word.length;
  }
  return words;
}
