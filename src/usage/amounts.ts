import { Decimal } from 'decimal.js';
import { definePattern, patternProblems } from '../platform/patterns.ts';

/** Maximum digits of an amount after and before the decimal point. */
export const MAX_DECIMALS = 10;
const MAX_DIGITS = 12;

const NUMBER = `\\d{1,${MAX_DIGITS}}(\\.\\d{1,${MAX_DECIMALS}})?`;
const ZERO = '0+(\\.0+)?';

/** Regular expressions of a positive and of a non-zero decimal. */
export const AMOUNT = definePattern(patternProblems.amount_not_positive, `^(?!${ZERO}$)${NUMBER}$`, `^${NUMBER}$`);
export const SIGNED_AMOUNT = definePattern(patternProblems.amount_zero, `^(?!-?${ZERO}$)-?${NUMBER}$`, `^-?${NUMBER}$`);

/** Converts an amount from a body to an exact decimal. Numbers are rounded to the last allowed digit. */
export function normalizeAmount(credits: string | number): string {
  return new Decimal(credits).toDecimalPlaces(MAX_DECIMALS).toFixed();
}
