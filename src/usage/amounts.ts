import { Decimal } from 'decimal.js';
import { patternFor, patternProblems } from '../platform/patterns.ts';

/** Digits after the point that an amount of credits may have, and before it. */
export const MOST_DECIMALS = 10;
const MOST_DIGITS = 12;

const NUMBER = `\\d{1,${MOST_DIGITS}}(\\.\\d{1,${MOST_DECIMALS}})?`;
const NOTHING = '0+(\\.0+)?';

/** An exact decimal above zero, and one that is not zero, as regular expressions. */
export const AMOUNT = patternFor(patternProblems.amount_not_positive, `^(?!${NOTHING}$)${NUMBER}$`);
export const SIGNED_AMOUNT = patternFor(patternProblems.amount_zero, `^(?!-?${NOTHING}$)-?${NUMBER}$`);

/** An amount as a body may give it, as an exact decimal: a number is taken to the last digit that amounts have. */
export function exactAmount(credits: string | number): string {
  return new Decimal(credits).toDecimalPlaces(MOST_DECIMALS).toFixed();
}
