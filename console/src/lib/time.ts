import { language, w } from '../words/index.ts';

const DAY_MS = 86_400_000;
const relativeFormat = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
const dateTimeFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const exactFormat = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' });

/** Formats a time: relative below one day, else as a date. */
export function formatTime(time: number, now: number): string {
  const offsetMs = time - now;
  if (Math.abs(offsetMs) >= DAY_MS) return dateTimeFormat.format(time);
  const minutes = Math.trunc(offsetMs / 60_000);
  if (Math.abs(minutes) < 1) return relativeFormat.format(Math.trunc(offsetMs / 1000), 'second');
  return Math.abs(minutes) < 60
    ? relativeFormat.format(minutes, 'minute')
    : relativeFormat.format(Math.trunc(minutes / 60), 'hour');
}

/** Formats a date and time that stays the same over time, for labels. */
export function formatDateTime(time: number): string {
  return dateTimeFormat.format(time);
}

/** Formats the exact time with its zone, and in UTC. */
export function formatExactTime(time: number): string {
  return `${exactFormat.format(time)} · ${new Date(time).toISOString()}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats a duration in its two largest units: `1 d 21 h`, `340 ms`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return formatUnit(Math.max(0, Math.round(ms)), 'millisecond');
  if (ms < 10_000) return formatUnit(Math.round(ms / 100) / 10, 'second');
  const seconds = Math.floor(ms / 1000);
  const firstUnit = UNITS.findIndex(([, size]) => seconds >= size);
  let remainingSeconds = seconds;
  const parts = UNITS.slice(firstUnit, firstUnit + 2).flatMap(([unit, size]) => {
    const count = Math.floor(remainingSeconds / size);
    remainingSeconds -= count * size;
    return count > 0 ? [formatUnit(count, unit)] : [];
  });
  return parts.join(' ');
}

/** Cached, because creating a formatter dominates the rendering time of long lists. */
const countFormat = new Intl.NumberFormat(language);

const formatUnit = (count: number, unit: keyof typeof w.ui.durations): string =>
  w.ui.durations[unit]({ n: countFormat.format(count) });
