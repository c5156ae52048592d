import { detectLanguage } from '../../../platform/language.ts';
import { findMonth, findWeekday, listDates } from './calendar.ts';
import { type Evidence, type QuoteContext, statesDate, statesName, toEvidence } from './evidence.ts';
import { listNames, type NameRules, toNameRules } from './names.ts';
import { listNumbers } from './numbers.ts';

/** A sentence of an answer that states more than the quotes. */
export interface UnsupportedSentence {
  /** Range in the answer, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Numbers, dates and names that are in no quote. */
  readonly values: readonly string[];
}

/** An answer and what it is based on. */
interface AnswerEvidence {
  readonly question: string;
  readonly answer: string;
  readonly quotes: readonly QuoteContext[];
  /** Texts of the passages, which show how words are written. */
  readonly passages: readonly string[];
}

const MIN_LETTERS = 10;

/** Lists the sentences with numbers, dates or names that no quote contains, in order. */
export async function listUnsupported(input: AnswerEvidence): Promise<UnsupportedSentence[]> {
  const { question, answer, quotes, passages } = input;
  const evidence = quotes.map(toEvidence);
  const language = (await detectLanguage(answer, MIN_LETTERS)) ?? (await detectLanguage(question, MIN_LETTERS));
  const rules = toNameRules(language, [question, ...passages, answer]);
  return splitSentences(answer).flatMap(({ start, text }) => {
    const values = listUnsupportedValues(text, evidence, rules);
    return values.length === 0 ? [] : [{ start, end: start + text.length, text, values }];
  });
}

function splitSentences(text: string): { readonly start: number; readonly text: string }[] {
  const segments = new Intl.Segmenter('und', { granularity: 'sentence' }).segment(text);
  return Array.from(segments).flatMap(({ segment, index }) => {
    const trimmed = segment.trim();
    return trimmed === '' ? [] : [{ start: index + segment.indexOf(trimmed), text: trimmed }];
  });
}

/** Numbers of lists and references to passages, which state nothing. */
const MARKERS = /^\s*[-*>#]*\s*\d{1,3}[.)](?=\s|$)|\[[^\]\s]{1,6}\]|\bp\d{1,3}\b/gmu;

function listUnsupportedValues(sentence: string, evidence: readonly Evidence[], rules: NameRules): string[] {
  // Blanks keep the positions.
  const text = sentence.replace(MARKERS, (marker) => ' '.repeat(marker.length));
  const dates = listDates(text);
  const isInDate = (start: number) => dates.some((date) => start >= date.start && start < date.end);
  const unsupportedDates = dates.filter(
    ({ readings }) => !evidence.some((quote) => readings.some((reading) => statesDate(quote, reading))),
  );
  const unsupportedNumbers = listNumbers(text).filter(
    ({ start, values }) =>
      !isInDate(start) && !evidence.some(({ numbers }) => values.some((value) => numbers.has(value))),
  );
  const names = listNames(text, rules).filter(
    ({ start, text: name }) => !isInDate(start) && !evidence.some((quote) => isStatedName(quote, name)),
  );
  const ranges = [...unsupportedDates, ...unsupportedNumbers].map(({ start, end }) => text.slice(start, end).trim());
  return [...new Set([...ranges, ...names.map(({ text: name }) => name)])];
}

function isStatedName({ words, months, weekdays }: Evidence, name: string): boolean {
  const [month, weekday] = [findMonth(name), findWeekday(name)];
  if (month !== undefined && months.has(month)) return true;
  if (weekday !== undefined && weekdays.has(weekday)) return true;
  return statesName(words, name);
}
