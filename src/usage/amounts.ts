import { Decimal } from 'decimal.js';
import { patternFor, patternProblems } from '../platform/patterns.ts';

/** Digits after the point that an amount of credits may have, and before it. */
export const MAX_DECIMALS = 10;
const MAX_DIGITS = 12;

const NUMBER = `\\d{1,${MAX_DIGITS}}(\\.\\d{1,${MAX_DECIMALS}})?`;
const ZERO = '0+(\\.0+)?';

/** An exact decimal above zero, and one that is not zero, as regular expressions. */
export const AMOUNT = patternFor(patternProblems.amount_not_positive, `^(?!${ZERO}$)${NUMBER}$`);
export const SIGNED_AMOUNT = patternFor(patternProblems.amount_zero, `^(?!-?${ZERO}$)-?${NUMBER}$`);

/** An amount as a body may give it, as an exact decimal: a number is taken to the last digit that amounts have. */
export function normalizeAmount(credits: string | number): string {
  return new Decimal(credits).toDecimalPlaces(MAX_DECIMALS).toFixed();
}
