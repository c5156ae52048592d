/** What the verdicts of an eval say together. Pure. */

/** Quantile of the normal distribution for an interval that holds the true rate in 95 of 100 cases. */
const Z = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Part of the counted cases that passed; null where none counted. */
export function passRate(passed: number, failed: number): number | null {
  return passed + failed === 0 ? null : passed / (passed + failed);
}

/** Wilson's interval around the pass rate, which keeps to 0 and 1 for few cases too; null where none counted. */
export function wilson(passed: number, failed: number): Interval | null {
  const n = passed + failed;
  if (n === 0) return null;
  const rate = passed / n;
  const around = Z * Math.sqrt((rate * (1 - rate)) / n + Z ** 2 / (4 * n ** 2));
  const middle = rate + Z ** 2 / (2 * n);
  const scale = 1 + Z ** 2 / n;
  return { low: Math.max(0, (middle - around) / scale), high: Math.min(1, (middle + around) / scale) };
}
