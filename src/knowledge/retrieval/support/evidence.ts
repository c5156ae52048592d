import { type DateReading, findMonth, findWeekday, listDates } from './calendar.ts';
import { listNumbers } from './numbers.ts';

/** What a quote states, in comparable form. */
export interface Evidence {
  readonly numbers: ReadonlySet<string>;
  readonly dates: readonly DateReading[];
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** Folded words of the quote, its headings and its document's title. */
  readonly words: ReadonlySet<string>;
}

/** A kept quote with the headings and the title that it stands under. */
export interface QuoteContext {
  readonly quote: string;
  readonly headings: readonly string[];
  readonly title: string;
}

/** Collects what a quote states. */
export function toEvidence({ quote, headings, title }: QuoteContext): Evidence {
  const words = listTokens(quote);
  const dates = listDates(quote).flatMap(({ readings }) => readings);
  return {
    numbers: new Set(listNumbers(quote).flatMap(({ values }) => values)),
    dates,
    months: new Set([...words.flatMap((word) => findMonth(word) ?? []), ...dates.map(({ month }) => month)]),
    weekdays: new Set(words.flatMap((word) => findWeekday(word) ?? [])),
    words: new Set([quote, ...headings, title].flatMap(listTokens).map(foldWord)),
  };
}

/** Whether a quote states a date, also in parts such as `from 3 to 5 March 2024`. */
export function statesDate({ numbers, dates, months }: Evidence, { day, month, year }: DateReading): boolean {
  const hasPart = (part: number | undefined) => part === undefined || numbers.has(String(part));
  const isStated = dates.some(
    (date) => date.month === month && (day ?? date.day) === date.day && (year ?? date.year) === date.year,
  );
  return isStated || (months.has(month) && hasPart(day) && hasPart(year));
}

/** Maximum number of letters that inflection adds to a name, such as a genitive. */
const MAX_ENDING = 2;
const MIN_STEM = 3;

/** Whether the words contain a name, also with another ending: `Genoa's`, `Merkels`. */
export function statesName(words: ReadonlySet<string>, name: string): boolean {
  const wanted = foldWord(name);
  if (words.has(wanted)) return true;
  return [...words].some((word) => {
    const [short, long] = word.length < wanted.length ? [word, wanted] : [wanted, word];
    return short.length >= MIN_STEM && long.startsWith(short) && long.length - short.length <= MAX_ENDING;
  });
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Splits a text into runs of letters and digits. */
export function listTokens(text: string): string[] {
  return text.normalize('NFC').match(TOKEN) ?? [];
}

/** Folds case and accents. */
export function foldWord(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
