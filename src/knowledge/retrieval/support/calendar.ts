/** Finds dates and names of months and weekdays in texts of many languages. Pure. */

/** Languages whose names of months and weekdays are known. */
const LANGUAGES =
  'en de fr es it pt nl pl cs sk sl hr sr bg ro hu el da sv nb fi et lv lt tr ru uk ca id vi ar he fa hi th ko'.split(
    ' ',
  );
/** Shorter names, such as Korean numerals, occur in other words. */
const MIN_NAME_LENGTH = 3;

/** A date in a text. Parts that the text omits are undefined. */
interface DateMatch {
  readonly start: number;
  readonly end: number;
  /** Possible readings: `01.03.2024` is 1 March or 3 January. */
  readonly readings: readonly DateReading[];
}

/** A date that a text may mean. */
export interface DateReading {
  readonly day?: number;
  /** From 1. */
  readonly month: number;
  readonly year?: number;
}

interface Calendar {
  readonly months: ReadonlyMap<string, number>;
  readonly weekdays: ReadonlyMap<string, number>;
}

let calendar: Calendar | undefined;

/** Returns the month (from 1) that a word names, undefined for other words. */
export const findMonth = (word: string): number | undefined => getCalendar().months.get(foldName(word));

/** Returns the weekday (0 is Sunday) that a word names, undefined for other words. */
export const findWeekday = (word: string): number | undefined => getCalendar().weekdays.get(foldName(word));

function getCalendar(): Calendar {
  if (calendar) return calendar;
  const [months, weekdays] = [new Map<string, number>(), new Map<string, number>()];
  const add = (
    names: Map<string, number>,
    locale: string,
    options: Intl.DateTimeFormatOptions,
    date: number,
    no: number,
  ) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    for (const { type, value } of format.formatToParts(date)) {
      const name = foldName(value);
      if ((type === 'month' || type === 'weekday') && /^\p{L}+$/u.test(name) && name.length >= MIN_NAME_LENGTH)
        names.set(name, names.get(name) ?? no);
    }
  };
  for (const locale of LANGUAGES) {
    for (let month = 1; month <= 12; month++)
      // The name beside a day is inflected in some languages.
      for (const form of ['long', 'short'] as const)
        for (const day of [{}, { day: 'numeric' as const }])
          add(months, locale, { month: form, ...day }, Date.UTC(2024, month - 1, 1), month);
    for (let day = 0; day < 7; day++) add(weekdays, locale, { weekday: 'long' }, Date.UTC(2024, 8, 1 + day), day);
  }
  calendar = { months, weekdays };
  return calendar;
}

const foldName = (word: string): string => word.normalize('NFC').toLowerCase().replace(/\.$/u, '');

const YEAR_FIRST = /(?<![\p{N}.,/-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\p{N}/-])/gu;
const YEAR_LAST = /(?<![\p{N}.,/-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\p{N})/gu;
const DAY_MONTH =
  /(?<![\p{N}.,])(\d{1,2})(?:\.|st|nd|rd|th)?\s+(?:of\s+|de\s+)?(\p{L}+)\.?(?:\s+(?:de\s+)?|,\s*)?(\d{4})?(?!\p{N})/gu;
const MONTH_DAY = /(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?(?![\p{N}.,]\p{N}|\p{N})/gu;
const MONTH_YEAR = /(\p{L}+)\.?\s+(?:de\s+)?(\d{4})(?!\p{N})/gu;

/** Lists the dates of a text that name a month, by its name or by its number. */
export function listDates(text: string): DateMatch[] {
  const dates: DateMatch[] = [];
  const add = (pattern: RegExp, toReadings: (groups: readonly string[]) => readonly (DateReading | undefined)[]) => {
    for (const { 0: match, index: start, ...groups } of text.matchAll(pattern)) {
      const end = start + match.length;
      const readings = toReadings(Array.from({ length: 4 }, (_, at) => groups[at + 1] ?? '')).filter(isReading);
      const isKnown = dates.some((other) => start < other.end && other.start < end);
      if (readings.length > 0 && !isKnown) dates.push({ start, end, readings });
    }
  };
  add(YEAR_FIRST, ([year, month, day]) => [toReading(day, month, year)]);
  add(YEAR_LAST, ([day, , month, year]) => [toReading(day, month, year), toReading(month, day, year)]);
  add(DAY_MONTH, ([day, month = '', year]) => [toReading(day, findMonth(month), year)]);
  add(MONTH_DAY, ([month = '', day, year]) => [toReading(day, findMonth(month), year)]);
  add(MONTH_YEAR, ([month = '', year]) => [toReading('', findMonth(month), year)]);
  return dates;
}

const isReading = (reading: DateReading | undefined): reading is DateReading => reading !== undefined;

function toReading(day = '', month: string | number = '', year = ''): DateReading | undefined {
  const [dayNo, monthNo, yearNo] = [Number(day), Number(month), Number(year)];
  if (monthNo < 1 || monthNo > 12 || dayNo > 31 || (day !== '' && dayNo < 1)) return undefined;
  return { month: monthNo, ...(day !== '' && { day: dayNo }), ...(year !== '' && { year: toFullYear(yearNo) }) };
}

/** Two digits mean a year of this century up to 69, as in POSIX. */
const toFullYear = (year: number): number => (year >= 100 ? year : year + (year < 70 ? 2000 : 1900));
