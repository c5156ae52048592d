import type { Readable } from 'node:stream';
import { parseXmlPart } from '../ooxml/xml.ts';

/** Meaning of a number by its format. `time` shows no day, month or year. `elapsed` counts beyond a day in its unit. */
export type NumberFormat =
  | { readonly kind: 'date' | 'time' }
  /** `digits` is the minimum number of digits of a code such as `00000`. */
  | { readonly kind: 'number'; readonly before?: string; readonly after?: string; readonly digits?: number }
  | { readonly kind: 'elapsed'; readonly unit: 'h' | 'm' | 's'; readonly digits: number; readonly hasSeconds: boolean };

/** Built-in formats by number. */
const DATES = [14, 15, 16, 17, 22, 27, 30, 36, 50, 57];
const TIMES = [18, 19, 20, 21, 45, 47];
const ELAPSED = 46;

/** Reads the number format of each cell style. */
export async function readCellFormats(stream: Readable | undefined): Promise<NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let isCells = false;
  await parseXmlPart(stream, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId);
      if (name === 'numFmt') own.set(id, findNumberFormat(formatCode ?? ''));
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) styles.push(own.get(id) ?? findBuiltInFormat(id));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

function findBuiltInFormat(id: number): NumberFormat {
  if (id === ELAPSED) return findNumberFormat('[h]:mm:ss');
  return { kind: DATES.includes(id) ? 'date' : TIMES.includes(id) ? 'time' : 'number' };
}

/** Unquoted letters of days and hours make a date; hours, minutes or seconds in brackets make a duration. */
function findNumberFormat(code: string): NumberFormat {
  const [section = ''] = code.replace(/"[^"]*"|\.|_.|\*./g, '').split(';', 1);
  const elapsed = /\[(h+|m+|s+)\]/i.exec(section)?.[1]?.toLowerCase();
  const bare = section.replace(/\[[^\]]*\]/g, '').replace(/general/gi, '');
  if (elapsed) {
    const unit = elapsed.startsWith('h') ? 'h' : elapsed.startsWith('m') ? 'm' : 's';
    return { kind: 'elapsed', unit, digits: elapsed.length, hasSeconds: /s/i.test(bare) };
  }
  if (!/[ymdhs]/i.test(bare)) return formatNumberWithText(code);
  const isTime = /[hs]/i.test(bare) && !/[yd]/i.test(bare) && !/mmm/i.test(bare);
  return { kind: isTime ? 'time' : 'date' };
}

/** Text of a format: in quotes, after a backslash, or a currency in brackets. */
const FORMAT_TEXT = /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|_.|\*./g;
const TEXTS =
  /^((?:"[^"]*"|\\.|\[\$[^\]]*\]|_.|\*.|[ ($])*)([#0,.?]+)((?:"[^"]*"|\\.|\[\$[^\]]*\]|_.|\*.|[ )])*)(?:;|$)/;

/** Maximum length of a format, which is repeated in each cell. Excel has the same. */
const MAX_CODE_LENGTH = 255;
const COLOR = /\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]/gi;

/** Returns the format of a number with the text before and after it, such as a unit or a currency. */
function formatNumberWithText(code: string): NumberFormat {
  if (code.length > MAX_CODE_LENGTH) return { kind: 'number' };
  const [, before = '', digits = '', after = ''] = TEXTS.exec(code.replace(COLOR, '')) ?? [];
  const isCode = /^00+$/.test(digits);
  return { kind: 'number', before: toText(before), after: toText(after), ...(isCode && { digits: digits.length }) };
}

const toText = (part: string): string =>
  part.replace(
    FORMAT_TEXT,
    (_, quoted?: string, escaped?: string, currency?: string) => quoted ?? escaped ?? currency ?? '',
  );

/** Maximum days of a duration in an hours and minutes format. */
const MAX_DURATION_DAYS = 1000;
const ONLY_HOURS = { kind: 'elapsed', unit: 'h', digits: 1, hasSeconds: false } as const;

/** Formats a number as an ISO 8601 date, a time, a duration such as `36:15`, or a number. */
export function formatNumber(number: number, format: NumberFormat, countsFrom: 1900 | 1904): string {
  if (format.kind === 'elapsed') return formatDurationValue(number, format);
  if (format.kind === 'time' && number >= 1 && number < MAX_DURATION_DAYS)
    return formatDurationValue(number, ONLY_HOURS);
  if (format.kind !== 'number') return formatDateValue(number, countsFrom);
  // Rounding removes floating point noise.
  const text = String(Math.abs(Number(number.toPrecision(15))));
  const { before = '', after = '', digits = 0 } = format;
  return `${number < 0 ? '-' : ''}${before}${text.padStart(digits, '0')}${after}`.trim();
}

function formatDurationValue(days: number, { unit, digits, hasSeconds }: NumberFormat & { kind: 'elapsed' }): string {
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
/** Days between the spreadsheet epochs and 1970. */
const EPOCHS = { 1900: 25_569, 1904: 24_107 };

/** Converts a serial date to ISO 8601, with a time if it has one. */
function formatDateValue(serial: number, from: keyof typeof EPOCHS): string {
  // Spreadsheets contain the nonexistent 29 February 1900.
  const days = from === 1900 && serial < 60 ? serial + 1 : serial;
  const date = new Date(Math.round((days - EPOCHS[from]) * DAY_MS));
  if (Number.isNaN(date.getTime())) return String(serial);
  const text = date.toISOString();
  if (serial >= 0 && serial < 1) return text.slice(11, 19);
  return serial % 1 === 0
    ? text.slice(0, 10)
    : `${text.slice(0, 10)} ${text.slice(11, text.endsWith(':00.000Z') ? 16 : 19)}`;
}
