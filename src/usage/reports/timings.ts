/**
 * Times of runs as a histogram that merges by being put behind another one: entries of four bytes, eleven bits for a bin
 * and twenty for how many fell into it. A bin's border is GROWTH times that of the bin before, so that what is read from
 * it is within 1 % of the time that was measured. Times up to a millisecond share the first bin.
 */

/** What a percentile may be off by, as a part of it. */
export const TIMING_ERROR = 0.01;
const GROWTH = (1 + TIMING_ERROR) / (1 - TIMING_ERROR);
const BINS = 2048;
const COUNT_BITS = 20;
const COUNT_MASK = 2 ** COUNT_BITS - 1;

/** How many times fell into which bin. */
export class Timings {
  /** By bin. None while nothing was added: most buckets of most reports have no times. */
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

  /** Milliseconds that the given part of the runs took at most; null where there is none. */
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

/** The time of a bin that is as far from its lower border as from its upper one, as a part of them. */
function getBinCenter(bin: number): number {
  return (2 * GROWTH ** bin) / (GROWTH + 1);
}
