import { language } from '../words/index.ts';

const DAY_MS = 86_400_000;
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
const dayAndTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' });

/** A time as people say it: relative under a day, else the date. */
export function sayTime(at: number, now: number): string {
  const away = at - now;
  if (Math.abs(away) >= DAY_MS) return dayAndTime.format(at);
  const minutes = Math.trunc(away / 60_000);
  if (Math.abs(minutes) < 1) return relative.format(Math.trunc(away / 1000), 'second');
  return Math.abs(minutes) < 60
    ? relative.format(minutes, 'minute')
    : relative.format(Math.trunc(minutes / 60), 'hour');
}

/** The date with hours and minutes, for what is to keep its name. */
export function sayDayAndTime(at: number): string {
  return dayAndTime.format(at);
}

/** The whole of it with its zone, and in UTC. */
export function exactTime(at: number): string {
  return `${exact.format(at)} · ${new Date(at).toISOString()}`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How long something took or takes, in its two largest units: `1 d 21 h`, `340 ms`. */
export function sayDuration(ms: number): string {
  if (ms < 1000) return say(Math.max(0, Math.round(ms)), 'millisecond');
  if (ms < 10_000) return say(Math.round(ms / 100) / 10, 'second');
  const seconds = Math.floor(ms / 1000);
  const from = UNITS.findIndex(([, size]) => seconds >= size);
  let rest = seconds;
  const parts = UNITS.slice(from, from + 2).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [say(count, unit)] : [];
  });
  return parts.join(' ');
}

/** Making one takes longer than all it writes in a frame of a long list. */
const units = new Map<string, Intl.NumberFormat>();

function say(count: number, unit: string): string {
  const known = units.get(unit) ?? new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' });
  units.set(unit, known);
  return known.format(count);
}
