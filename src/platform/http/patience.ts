/** How often something is tried at most, and milliseconds that all waits in between may take together. */
export interface Bounds {
  readonly tries: number;
  readonly waitMs: number;
}

/** How often it was tried so far, and how many milliseconds the waits took. */
export interface Patience {
  readonly tries: number;
  readonly waitedMs: number;
}

/** Milliseconds before the second try where nobody names a time; doubled each time. */
const FIRST_WAIT_MS = 1000;

/** Milliseconds after which to try once more, those that were asked for where they were; undefined where it is enough. */
export function nextWait(askedMs: number | undefined, { tries, waitedMs }: Patience, most: Bounds): number | undefined {
  if (tries >= most.tries) return undefined;
  const wait = askedMs ?? FIRST_WAIT_MS * 2 ** (tries - 1);
  return waitedMs + wait > most.waitMs ? undefined : wait;
}
