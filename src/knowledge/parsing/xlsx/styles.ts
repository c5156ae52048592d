import type { Readable } from 'node:stream';
import { hearAll } from './xml.ts';

/** What a number stands for, by the format that it is shown in. */
export type Shown = 'date' | 'number';

/** Formats that every sheet program knows by number: days, times and both. */
const DATES = [14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57];

/** What the numbers of each cell style stand for. */
export async function cellStyles(stream: Readable | undefined): Promise<Shown[]> {
  const own = new Map<number, Shown>();
  const styles: Shown[] = [];
  let isCells = false;
  await hearAll(stream, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId);
      if (name === 'numFmt') own.set(id, formatted(formatCode ?? ''));
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) styles.push(own.get(id) ?? (DATES.includes(id) ? 'date' : 'number'));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

/** Letters of days and hours that stand in no quotes and no brackets make a date. */
function formatted(code: string): Shown {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '').replace(/general/gi, '');
  return /[ymdhs]/i.test(bare) ? 'date' : 'number';
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
