/**
 * Times of runs as a histogram that merges by being put behind another one: entries of four bytes, eleven bits for a bin
 * and twenty for how many fell into it. A bin's border is GROWTH times that of the bin before, so that what is read from
 * it is within 1 % of the time that was measured. Times up to a millisecond share the first bin.
 */

/** What a percentile may be off by, as a part of it. */
export const TIMING_ERROR = 0.01;
const GROWTH = (1 + TIMING_ERROR) / (1 - TIMING_ERROR);
const COUNT_BITS = 20;
const COUNT_MASK = 2 ** COUNT_BITS - 1;

/** How many times fell into which bin. */
export class Timings {
  readonly #bins = new Map<number, number>();
  #count = 0;

  /** Adds the entries of a histogram. */
  add(entries: Buffer): void {
    for (let at = 0; at < entries.length; at += 4) {
      const entry = entries.readUInt32BE(at);
      this.#put(entry >>> COUNT_BITS, entry & COUNT_MASK);
    }
  }

  /** Milliseconds that the given part of the runs took at most; null where there is none. */
  percentile(part: number): number | null {
    if (this.#count === 0) return null;
    const rank = Math.max(1, Math.ceil(part * this.#count));
    let passed = 0;
    let last = 0;
    for (const [bin, count] of [...this.#bins].toSorted(([a], [b]) => a - b)) {
      last = bin;
      passed += count;
      if (passed >= rank) break;
    }
    return middleOf(last);
  }

  #put(bin: number, count: number): void {
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + count);
    this.#count += count;
  }
}

/** The time of a bin that is as far from its lower border as from its upper one, as a part of them. */
function middleOf(bin: number): number {
  return (2 * GROWTH ** bin) / (GROWTH + 1);
}
