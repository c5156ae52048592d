import { language } from '../words/index.ts';

const numberFormat = new Intl.NumberFormat(language);
const decimalFormat = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export const formatNumber = (value: number): string => numberFormat.format(value);

/** Formats a decimal string, such as credits, without rounding. */
export function formatDecimal(value: string): string {
  return decimalFormat.format(value as Intl.StringNumericLiteral);
}

/** Formats credits for reading: two decimals, or three significant digits below one. Tables of the ledger are exact. */
export function formatCredits(value: string | number): string {
  const credits = Number(value);
  const precision = Math.abs(credits) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 };
  return new Intl.NumberFormat(language, precision).format(credits);
}

export function formatBytes(size: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3));
  // The short form of `byte` has no plural.
  const unitDisplay = power === 0 ? 'long' : 'short';
  const format = { style: 'unit', unit: BYTE_UNITS[power], unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, format).format(size / 1000 ** power).replace(' ', '\u00a0');
}

const percentFormat = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });

/** Formats a fraction of one as percent. */
export const formatPercent = (fraction: number): string => percentFormat.format(fraction);
