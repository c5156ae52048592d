/** When a delivery that failed is tried again. Pure. */

const GROWTH = 4;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** How long deliveries are tried, and how soon again at first; milliseconds. */
export interface Patience {
  readonly firstWaitMs: number;
  readonly giveUpMs: number;
}

/** What is known once a try has failed. */
export interface FailedTry {
  /** How many there were, this one included. */
  readonly tries: number;
  /** Milliseconds since the first of them was due. */
  readonly agoMs: number;
  /** Milliseconds that the receiver asks to be left alone. */
  readonly askedMs?: number | undefined;
}

/**
 * Milliseconds until the next try; undefined where there is none any more. Waits grow fourfold up to six hours. The last try
 * comes when the time is up: a receiver that is back by then gets everything.
 */
export function waitAfter({ tries, agoMs, askedMs = 0 }: FailedTry, { firstWaitMs, giveUpMs }: Patience) {
  const leftMs = giveUpMs - agoMs;
  if (leftMs <= 0) return undefined;
  const grown = Math.min(firstWaitMs * GROWTH ** (tries - 1), LONGEST_WAIT_MS);
  return Math.ceil(Math.min(Math.max(grown, askedMs), leftMs));
}
