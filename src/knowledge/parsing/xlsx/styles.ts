import type { Readable } from 'node:stream';
import { parseXmlPart } from '../ooxml/xml.ts';

/**
 * What a number stands for, by the format that it is shown in. `time` shows neither day, month nor year. `elapsed` counts on
 * beyond a day, in the unit that its format names.
 */
export type NumberFormat =
  | { readonly kind: 'number' | 'date' | 'time' }
  | { readonly kind: 'elapsed'; readonly unit: 'h' | 'm' | 's'; readonly digits: number; readonly hasSeconds: boolean };

/** Formats that every sheet program knows by number. */
const DATES = [14, 15, 16, 17, 22, 27, 30, 36, 50, 57];
const TIMES = [18, 19, 20, 21, 45, 47];
const ELAPSED = 46;

/** What the numbers of each cell style stand for. */
export async function cellStyles(stream: Readable | undefined): Promise<NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let isCells = false;
  await parseXmlPart(stream, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId);
      if (name === 'numFmt') own.set(id, numberFormat(formatCode ?? ''));
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) styles.push(own.get(id) ?? builtIn(id));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

function builtIn(id: number): NumberFormat {
  if (id === ELAPSED) return numberFormat('[h]:mm:ss');
  return { kind: DATES.includes(id) ? 'date' : TIMES.includes(id) ? 'time' : 'number' };
}

/** Letters of days and hours that stand in no quotes make a date; hours, minutes or seconds in brackets a duration. */
function numberFormat(code: string): NumberFormat {
  const [section = ''] = code.replace(/"[^"]*"|\.|_.|\*./g, '').split(';', 1);
  const elapsed = /\[(h+|m+|s+)\]/i.exec(section)?.[1]?.toLowerCase();
  const bare = section.replace(/\[[^\]]*\]/g, '').replace(/general/gi, '');
  if (elapsed) {
    const unit = elapsed.startsWith('h') ? 'h' : elapsed.startsWith('m') ? 'm' : 's';
    return { kind: 'elapsed', unit, digits: elapsed.length, hasSeconds: /s/i.test(bare) };
  }
  if (!/[ymdhs]/i.test(bare)) return { kind: 'number' };
  const isTime = /[hs]/i.test(bare) && !/[yd]/i.test(bare) && !/mmm/i.test(bare);
  return { kind: isTime ? 'time' : 'date' };
}

/** Days up to which a number in a format of hours and minutes is a duration, not a time of some day. */
const MAX_DURATION_DAYS = 1000;
const ONLY_HOURS = { kind: 'elapsed', unit: 'h', digits: 1, hasSeconds: false } as const;

/** A number as its format means it: a date by ISO 8601, a time, a duration such as `36:15`, or the number. */
export function formatNumber(number: number, format: NumberFormat, countsFrom: 1900 | 1904): string {
  if (format.kind === 'elapsed') return durationOf(number, format);
  if (format.kind === 'time' && number >= 1 && number < MAX_DURATION_DAYS) return durationOf(number, ONLY_HOURS);
  if (format.kind !== 'number') return dateOf(number, countsFrom);
  // Without the last digits, which come from binary floating point.
  return String(Number(number.toPrecision(15)));
}

function durationOf(days: number, { unit, digits, hasSeconds }: NumberFormat & { kind: 'elapsed' }): string {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const two = (count: number) => String(count).padStart(2, '0');
  const lead = (count: number) => (days < 0 ? '-' : '') + String(count).padStart(digits, '0');
  const isPrecise = hasSeconds || (unit !== 's' && seconds % 60 !== 0);
  const tail = isPrecise ? `:${two(seconds % 60)}` : '';
  if (unit === 's') return lead(seconds);
  if (unit === 'm') return `${lead(Math.floor(seconds / 60))}${tail}`;
  return `${lead(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}${tail}`;
}

const DAY_MS = 86_400_000;
/** Days from the beginning of sheets' calendars to 1970. */
const EPOCHS = { 1900: 25_569, 1904: 24_107 };

/** A day that a sheet counts from 1900 or 1904, by ISO 8601; with a time where it has one. */
export function dateOf(serial: number, from: keyof typeof EPOCHS): string {
  // Of 1900 there is a day in sheets that never was, the 29th of February.
  const days = from === 1900 && serial < 60 ? serial + 1 : serial;
  const date = new Date(Math.round((days - EPOCHS[from]) * DAY_MS));
  if (Number.isNaN(date.getTime())) return String(serial);
  const text = date.toISOString();
  if (serial >= 0 && serial < 1) return text.slice(11, 19);
  return serial % 1 === 0
    ? text.slice(0, 10)
    : `${text.slice(0, 10)} ${text.slice(11, text.endsWith(':00.000Z') ? 16 : 19)}`;
}
