/** Statistics of an eval's verdicts. Pure. */

/** Quantile of the normal distribution for a 95% confidence interval. */
const Z_95 = 1.959963984540054;

/** Confidence interval of a share. */
interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Share of passed cases. Null without verdicts. */
export function computePassRate(passed: number, failed: number): number | null {
  return passed + failed === 0 ? null : passed / (passed + failed);
}

/** Wilson's confidence interval of the pass rate, which stays within 0 and 1 for few cases. Null without verdicts. */
export function computeWilsonInterval(passed: number, failed: number): Interval | null {
  const n = passed + failed;
  if (n === 0) return null;
  const rate = passed / n;
  const margin = Z_95 * Math.sqrt((rate * (1 - rate)) / n + Z_95 ** 2 / (4 * n ** 2));
  const center = rate + Z_95 ** 2 / (2 * n);
  const scale = 1 + Z_95 ** 2 / n;
  return { low: Math.max(0, (center - margin) / scale), high: Math.min(1, (center + margin) / scale) };
}
