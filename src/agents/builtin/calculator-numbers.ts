import { Decimal as BaseDecimal } from 'decimal.js';
import { ToolFailure } from './tool.ts';

// Precision of each step in digits. 100 digits hold integers beyond 2^300 exactly. The displayed 40 hide the rounding
// of intermediate steps, so 1/3*3 is 1.
const WORKING_DIGITS = 100;
const SHOWN_DIGITS = 40;
/** Maximum decimal exponent. A larger result is an error instead of a number with millions of digits. */
const MAX_EXPONENT = 9999;
// Reducing an angle costs digits in proportion to its exponent.
const MAX_ANGLE = '1e15';

/** Own instance of decimal arithmetic, so other settings do not affect it. */
export const Decimal = BaseDecimal.clone({
  precision: WORKING_DIGITS,
  rounding: BaseDecimal.ROUND_HALF_EVEN,
  modulo: BaseDecimal.ROUND_DOWN,
  maxE: MAX_EXPONENT,
  minE: -MAX_EXPONENT,
  toExpPos: WORKING_DIGITS,
  toExpNeg: -30,
});
export type Decimal = BaseDecimal;

type Operation = (left: Decimal, right: Decimal) => Decimal;

/** Binary operators. Each throws ToolFailure if it has no result. */
export const OPERATORS = new Map<string, Operation>([
  ['+', (left, right) => left.plus(right)],
  ['-', (left, right) => left.minus(right)],
  ['*', (left, right) => assertRepresentable(left.times(right), left.isZero() || right.isZero())],
  ['/', (left, right) => assertRepresentable(left.div(nonZero(right)), left.isZero())],
  ['%', (left, right) => left.mod(nonZero(right))],
  ['^', power],
]);

export const CONSTANTS = new Map<string, Decimal>([
  ['pi', Decimal.acos(-1)],
  ['π', Decimal.acos(-1)],
  ['e', Decimal.exp(1)],
]);

interface NumberFunction {
  /** Minimum and maximum number of arguments. */
  readonly arity: readonly [number, number];
  readonly apply: (first: Decimal, second: Decimal | undefined, all: readonly Decimal[]) => Decimal;
}

/** Functions. Each throws ToolFailure if it has no result. */
export const FUNCTIONS = new Map<string, NumberFunction>([
  ['sqrt', { arity: [1, 1], apply: (x) => within(x.gte(0), 'sqrt of a negative number').sqrt(x) }],
  ['abs', { arity: [1, 1], apply: (x) => x.abs() }],
  [
    'round',
    {
      arity: [1, 2],
      apply: (x, places) => withoutRoundingError(x).toDecimalPlaces(decimalPlaces(places), Decimal.ROUND_HALF_UP),
    },
  ],
  ['floor', { arity: [1, 1], apply: (x) => withoutRoundingError(x).floor() }],
  ['ceil', { arity: [1, 1], apply: (x) => withoutRoundingError(x).ceil() }],
  ['min', { arity: [1, 100], apply: (_x, _y, all) => Decimal.min(...all) }],
  ['max', { arity: [1, 100], apply: (_x, _y, all) => Decimal.max(...all) }],
  ['log', { arity: [1, 2], apply: logarithm }],
  ['ln', { arity: [1, 1], apply: (x) => within(x.gt(0), 'ln of a number that is not positive').ln(x) }],
  ['exp', { arity: [1, 1], apply: (x) => assertRepresentable(x.exp(), false) }],
  ['sin', { arity: [1, 1], apply: sine }],
  ['cos', { arity: [1, 1], apply: cosine }],
  ['tan', { arity: [1, 1], apply: tangent }],
]);

/** Parses a number. Throws ToolFailure if it has more digits than the precision. */
export function parseNumber(text: string): Decimal {
  const value = assertInRange(new Decimal(text));
  if (value.precision() >= WORKING_DIGITS) throw new ToolFailure(`a number has ${WORKING_DIGITS} digits or more`);
  return assertRepresentable(value, !/[1-9]/.test(text.split(/e/i)[0] ?? ''));
}

/** Returns the value of a step. Throws ToolFailure if it is not a number or out of range. */
export function assertInRange(value: Decimal): Decimal {
  if (value.isNaN()) throw new ToolFailure('the expression has no defined result');
  if (!value.isFinite()) throw new ToolFailure(`a number in the calculation is larger than 10^${MAX_EXPONENT}`);
  return value;
}

/** Formats the result: integers in full, others rounded to 40 digits, very large or small ones as 1.5e+120. */
export function formatNumber(value: Decimal): string {
  return (value.isInteger() ? value : value.toSignificantDigits(SHOWN_DIGITS)).toString();
}

function power(base: Decimal, exponent: Decimal): Decimal {
  if (base.isZero() && exponent.lte(0)) throw new ToolFailure('0 to the power of zero or a negative number');
  if (base.lt(0) && !exponent.isInteger()) throw new ToolFailure('a fractional power of a negative number');
  return assertRepresentable(base.pow(exponent), base.isZero());
}

function logarithm(x: Decimal, base: Decimal | undefined): Decimal {
  within(x.gt(0), 'log of a number that is not positive');
  if (base === undefined) return x.log(10);
  within(base.gt(0) && !base.eq(1), 'log to a base that is not positive or is 1');
  return x.log(base);
}

function sine(x: Decimal): Decimal {
  return withoutNoise(angle(x).sin(), x);
}

function cosine(x: Decimal): Decimal {
  return withoutNoise(angle(x).cos(), x);
}

function tangent(x: Decimal): Decimal {
  const divisor = cosine(x);
  if (divisor.isZero()) throw new ToolFailure('tan is not defined at this angle');
  return sine(x).div(divisor);
}

/** Rounds the rest of a zero such as sin(pi) away, but keeps the sine of a very small angle. */
function withoutNoise(value: Decimal, x: Decimal): Decimal {
  return x.abs().lt('1e-10') ? value : value.toDecimalPlaces(WORKING_DIGITS - 25);
}

/** Rounds the error in the last digits away, which `floor` would turn into a unit. */
function withoutRoundingError(x: Decimal): Decimal {
  const exact = x.isInteger() || x.precision() < WORKING_DIGITS;
  return exact ? x : x.toSignificantDigits(WORKING_DIGITS - 10);
}

function angle(x: Decimal): Decimal {
  return x.abs().lte(MAX_ANGLE) ? x : fail(`an angle is beyond ${MAX_ANGLE} radians`);
}

function decimalPlaces(value: Decimal | undefined): number {
  if (value === undefined) return 0;
  if (!value.isInteger() || value.lt(0) || value.gt(WORKING_DIGITS)) {
    throw new ToolFailure(`the places of round must be a whole number from 0 to ${WORKING_DIGITS}`);
  }
  return value.toNumber();
}

function nonZero(value: Decimal): Decimal {
  return value.isZero() ? fail('division by zero') : value;
}

/** Rejects a number that is too small to represent, instead of rounding it to zero. */
function assertRepresentable(value: Decimal, mayBeZero: boolean): Decimal {
  return value.isZero() && !mayBeZero ? fail(`a number in the calculation is smaller than 10^-${MAX_EXPONENT}`) : value;
}

function within(holds: boolean, problem: string): typeof Decimal {
  return holds ? Decimal : fail(`${problem} is not defined`);
}

function fail(message: string): never {
  throw new ToolFailure(message);
}
