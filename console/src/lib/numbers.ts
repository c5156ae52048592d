import { language } from '../words/index.ts';

const plain = new Intl.NumberFormat(language);
const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
const bytes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export const sayNumber = (value: number): string => plain.format(value);

/** An exact decimal as the API writes it, such as credits; nothing of it is rounded away. */
export function sayDecimal(value: string): string {
  return decimal.format(value as Intl.StringNumericLiteral);
}

export function saySize(size: number): string {
  const power = Math.min(bytes.length - 1, Math.floor(Math.log10(Math.max(1, size)) / 3));
  // The short form of the smallest unit is its name, without a plural.
  const unitDisplay = power === 0 ? 'long' : 'short';
  const format = { style: 'unit', unit: bytes[power], unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, format).format(size / 1000 ** power).replace(' ', '\u00a0');
}

const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });

/** A part of one as percent. */
export const sayPercent = (part: number): string => percent.format(part);
