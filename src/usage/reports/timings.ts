/**
 * Histogram of run durations. Concatenating two histograms merges them. An entry has four bytes: eleven bits of bin
 * number and twenty of count. Bin borders grow by the factor GROWTH, which keeps values within 1 % of the measured
 * duration. Durations up to a millisecond share the first bin.
 */

/** Maximum relative error of a percentile. */
export const TIMING_ERROR = 0.01;
const GROWTH = (1 + TIMING_ERROR) / (1 - TIMING_ERROR);
const BINS = 2048;
const COUNT_BITS = 20;
const COUNT_MASK = 2 ** COUNT_BITS - 1;

/** Counts of durations by bin. */
export class Timings {
  /** Counts by bin; undefined while empty, because most buckets have no durations. */
  #bins: Float64Array | undefined;
  #count = 0;

  /** Adds the entries of a histogram. */
  add(entries: Buffer): void {
    if (entries.length === 0) return;
    this.#bins ??= new Float64Array(BINS);
    const bins = this.#bins;
    const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
    let added = 0;
    for (let at = 0; at < entries.length; at += 4) {
      const entry = view.getUint32(at);
      const bin = entry >>> COUNT_BITS;
      const count = entry & COUNT_MASK;
      bins[bin] = (bins[bin] ?? 0) + count;
      added += count;
    }
    this.#count += added;
  }

  /** Percentile in milliseconds (`part` between 0 and 1); null if empty. */
  percentile(part: number): number | null {
    if (this.#bins === undefined) return null;
    let left = Math.max(1, Math.ceil(part * this.#count));
    const bin = this.#bins.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return getBinCenter(bin);
  }
}

/** Duration at the geometric centre of a bin. */
function getBinCenter(bin: number): number {
  return (2 * GROWTH ** bin) / (GROWTH + 1);
}
