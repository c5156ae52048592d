import { language } from '../words/index.ts';
import { getServerTime } from './server-clock.ts';

/** Time zone of the browser. */
export const LOCAL_TIME_ZONE: string = Intl.DateTimeFormat().resolvedOptions().timeZone;

const DAY_MS = 86_400_000;

/** Returns today's date in a time zone, as `2026-11-23`. */
export function getToday(zone: string): string {
  return toIsoDate(zone, getServerTime());
}

/** Adds days to a date. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the start of a date in a time zone. */
export function getStartOfDay(date: string, zone: string): Date {
  const utc = Date.parse(`${date}T00:00:00Z`);
  // The offset at midnight UTC and at local midnight differ if the clocks change between the two.
  const approximateStart = utc - getUtcOffsetMs(zone, utc);
  return new Date(utc - getUtcOffsetMs(zone, approximateStart));
}

/** Formats a period whose end is exclusive: `17 – 23 Nov 2026`. */
export function formatDateRange(start: string, end: string, zone: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: zone });
  return format.formatRange(Date.parse(start), Math.max(Date.parse(start), Date.parse(end) - 1));
}

const toIsoDate = (zone: string, at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at);

/** Returns the offset of a time zone from UTC at a time, in milliseconds. */
function getUtcOffsetMs(zone: string, at: number): number {
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
  const getPart = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? '';
  const localTime = `${getPart('year')}-${getPart('month')}-${getPart('day')}T${getPart('hour')}:${getPart('minute')}:${getPart('second')}Z`;
  return Date.parse(localTime) - Math.floor(at / 1000) * 1000;
}
