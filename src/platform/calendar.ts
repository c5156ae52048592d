/** Local hours and days consist of quarters of an hour in every time zone. */
const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Range around the start of a UTC date in which the local day of that date can start. */
const MAX_OFFSET_MS = 15 * HOUR_MS;

/** Size of a report's buckets. */
export type Unit = 'hour' | 'day' | 'week';

/** Calendar days, numbered from 1 January 1970, and their start times in a time zone. */
export class Calendar {
  readonly #format: Intl.DateTimeFormat;

  constructor(timezone: string) {
    this.#format = new Intl.DateTimeFormat('en', {
      timeZone: timezone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      minute: 'numeric',
      hour: 'numeric',
    });
  }

  /** Returns the day of a time. */
  getDay(moment: number): number {
    return Math.floor(this.#local(moment) / DAY_MS);
  }

  /**
   * Returns the start of a day, which is not always midnight. For a day that a zone skipped, returns the start of the
   * next one. A correct guess saves the search.
   */
  getDayStart(day: number, guess?: number): number {
    if (guess !== undefined && this.getDay(guess) === day && this.getDay(guess - QUARTER_MS) < day) return guess;
    // Local dates never go back, so a binary search finds the first quarter of a day.
    let before = (day * DAY_MS - MAX_OFFSET_MS) / QUARTER_MS;
    let found = (day * DAY_MS + MAX_OFFSET_MS) / QUARTER_MS;
    while (found - before > 1) {
      const middle = Math.floor((before + found) / 2);
      if (this.getDay(middle * QUARTER_MS) >= day) found = middle;
      else before = middle;
    }
    return found * QUARTER_MS;
  }

  /** Returns the starts of all units between two times, including the first time. */
  listUnitStarts(start: number, end: number, unit: Unit): number[] {
    const begins = [start];
    const step = unit === 'week' ? 7 : 1;
    const first = this.getDay(start);
    // 1 January 1970 was a Thursday; weeks begin on Mondays.
    let day = unit === 'week' ? first - ((first + 3) % 7) : first;
    for (let begin = this.getDayStart(day); begin < end; day += step) {
      const next = this.getDayStart(day + step, begin + step * DAY_MS);
      begins.push(...(unit === 'hour' ? this.#hours(begin, next) : [begin]));
      begin = next;
    }
    return [...new Set(begins)].filter((begin) => begin >= start && begin < end).toSorted((a, b) => a - b);
  }

  /** Returns the starts of a day's hours. When the clock changes, an hour repeats or is missing. */
  #hours(begin: number, next: number): number[] {
    if (next - begin === DAY_MS) return Array.from({ length: 24 }, (_, hour) => begin + hour * HOUR_MS);
    const quarters = Array.from({ length: (next - begin) / QUARTER_MS }, (_, at) => begin + at * QUARTER_MS);
    return quarters.filter((quarter) => quarter === begin || this.#local(quarter) % HOUR_MS === 0);
  }

  /** Returns the local time as if it were in UTC. */
  #local(moment: number): number {
    const parts: Record<string, string> = {};
    for (const { type, value } of this.#format.formatToParts(moment)) parts[type] = value;
    const { year, month, day, hour, minute } = parts;
    return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  }
}

/** Returns the day a number of months earlier, or the last of its month if that is shorter. */
export function subtractMonths(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) / DAY_MS;
}

/** Returns the start of the quarter of an hour. */
export const floorToQuarter = (moment: number) => Math.floor(moment / QUARTER_MS) * QUARTER_MS;

/** Returns the end of the quarter of an hour, or the time itself if a quarter starts there. */
export const ceilToQuarter = (moment: number) => Math.ceil(moment / QUARTER_MS) * QUARTER_MS;

/** Offsets are not time zones: they have no daylight saving time. */
const OFFSET_START = /^[+-]/;

/** Returns whether the IANA database contains a time zone. */
export function isTimezone(name: string): boolean {
  if (OFFSET_START.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
