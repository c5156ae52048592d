import { language } from '../words/index.ts';
import { serverNow } from './clock.ts';

/** The time zone of who looks. */
export const OWN_ZONE: string = Intl.DateTimeFormat().resolvedOptions().timeZone;

const DAY_MS = 86_400_000;

/** Today in a time zone, as `2026-11-23`. */
export function today(zone: string): string {
  return dateIn(zone, serverNow());
}

/** The date so many days after another. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** When a date begins in a time zone. */
export function startOf(date: string, zone: string): Date {
  const utc = Date.parse(`${date}T00:00:00Z`);
  // What the zone is ahead at midnight of UTC may be another than at its own midnight, where clocks are set in between.
  const guess = utc - aheadAt(zone, utc);
  return new Date(utc - aheadAt(zone, guess));
}

/** A time without its end, in words: `17 – 23 Nov 2026`. */
export function sayPeriod(start: string, end: string, zone: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: zone });
  return format.formatRange(Date.parse(start), Math.max(Date.parse(start), Date.parse(end) - 1));
}

const dateIn = (zone: string, at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);

/** Milliseconds by which the clocks of a zone are ahead of UTC at a time. */
function aheadAt(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  const shown = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;
  return Date.parse(shown) - Math.floor(at / 1000) * 1000;
}
