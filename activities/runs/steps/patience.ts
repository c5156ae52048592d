/**
 * Milliseconds that a workflow task waits for a step, of those in which the process has nothing else to do: where it is busy, a
 * step takes long because of that, and to move it out would only be more to do.
 */
export const PATIENCE_MS = 500;
/** Milliseconds that it waits at most, however busy the process is. */
export const LONGEST_PATIENCE_MS = 2000;
/** How many of the latest durations of a thing are kept. */
const KEPT = 15;
/** How many things are kept in mind: the one that was not seen for longest is forgotten. */
const MOST_THINGS = 1000;

/** Learns how long things take, by name, to tell what is worth waiting for. */
export class Patience {
  readonly #lately = new Map<string, number[]>();

  /** Milliseconds to wait for a thing: none where most of its kind took longer lately than anybody waits. */
  of(what: string): number {
    const known = this.#lately.get(what) ?? [];
    const long = known.filter((ms) => ms > PATIENCE_MS).length;
    return long * 2 > known.length ? 0 : PATIENCE_MS;
  }

  /** Notes how long a thing kept the process waiting; without end where it was waited for no longer. */
  took(what: string, ms: number): void {
    const known = this.#lately.get(what) ?? [];
    this.#lately.delete(what);
    this.#lately.set(what, [...known.slice(1 - KEPT), ms]);
    const [oldest] = this.#lately.keys();
    if (this.#lately.size > MOST_THINGS && oldest !== undefined) this.#lately.delete(oldest);
  }
}
