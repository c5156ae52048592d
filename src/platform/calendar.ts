/** Quarters of an hour, which every time zone's hours and days are made of. */
const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Quarters in which a local day can begin, around the begin of the day of the same date in UTC. */
const AHEAD_MS = 15 * HOUR_MS;

/** What a report's buckets are. */
export type Unit = 'hour' | 'day' | 'week';

/** Days of the calendar, numbered from 1 January 1970, and the moments at which they begin in a time zone. */
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

  /** The day in which a moment is. */
  dayOf(moment: number): number {
    return Math.floor(this.#local(moment) / DAY_MS);
  }

  /**
   * The first moment of a day, which is not always midnight; that of the next one where a zone left the day out. A guess that
   * is right saves looking for it.
   */
  startOf(day: number, guess?: number): number {
    if (guess !== undefined && this.dayOf(guess) === day && this.dayOf(guess - QUARTER_MS) < day) return guess;
    // Local dates never go back, so that the first quarter of a day is found by halving.
    let before = (day * DAY_MS - AHEAD_MS) / QUARTER_MS;
    let found = (day * DAY_MS + AHEAD_MS) / QUARTER_MS;
    while (found - before > 1) {
      const middle = Math.floor((before + found) / 2);
      if (this.dayOf(middle * QUARTER_MS) >= day) found = middle;
      else before = middle;
    }
    return found * QUARTER_MS;
  }

  /** The begins of all units from a moment on, before another one, with the moment itself first. */
  bounds(start: number, end: number, unit: Unit): number[] {
    const begins = [start];
    const step = unit === 'week' ? 7 : 1;
    const first = this.dayOf(start);
    // 1 January 1970 was a Thursday; weeks begin on Mondays.
    let day = unit === 'week' ? first - ((first + 3) % 7) : first;
    for (let begin = this.startOf(day); begin < end; day += step) {
      const next = this.startOf(day + step, begin + step * DAY_MS);
      begins.push(...(unit === 'hour' ? this.#hours(begin, next) : [begin]));
      begin = next;
    }
    return [...new Set(begins)].filter((begin) => begin >= start && begin < end).toSorted((a, b) => a - b);
  }

  /** Begins of the hours of a day; where its clock is set, hours are repeated or left out. */
  #hours(begin: number, next: number): number[] {
    if (next - begin === DAY_MS) return Array.from({ length: 24 }, (_, hour) => begin + hour * HOUR_MS);
    const quarters = Array.from({ length: (next - begin) / QUARTER_MS }, (_, at) => begin + at * QUARTER_MS);
    return quarters.filter((quarter) => quarter === begin || this.#local(quarter) % HOUR_MS === 0);
  }

  /** What the zone's clocks show at a moment, as if they were in UTC. */
  #local(moment: number): number {
    const parts: Record<string, string> = {};
    for (const { type, value } of this.#format.formatToParts(moment)) parts[type] = value;
    const { year, month, day, hour, minute } = parts;
    return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  }
}

/** The day that is so many months before another one; the last of its month where that is shorter. */
export function monthsBefore(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastOfMonth)) / DAY_MS;
}

/** The begin of the quarter of an hour in which a moment is. */
export const quarterBefore = (moment: number) => Math.floor(moment / QUARTER_MS) * QUARTER_MS;

/** Its end; of a moment at which one begins, that moment. */
export const quarterAfter = (moment: number) => Math.ceil(moment / QUARTER_MS) * QUARTER_MS;
