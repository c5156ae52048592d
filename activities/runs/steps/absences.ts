/**
 * Milliseconds for which a process is not to be seen until it is taken for dead: one that lives and whose connection broke is back
 * sooner, also on a starved machine.
 */
export const DEAD_MS = 4000;

/** For how long this process has not seen others any more that it asked for, by their queues. */
export class Absences {
  readonly #isMissing: (queue: string) => Promise<boolean>;
  readonly #since = new Map<string, number>();

  /** `isMissing` looks whether the process of a queue is not to be seen. */
  constructor(isMissing: (queue: string) => Promise<boolean>) {
    this.#isMissing = isMissing;
  }

  /** Milliseconds after which the process of a queue is dead, unless it is seen until then: 0 where it is; undefined where it is there. */
  async untilDead(queue: string): Promise<number | undefined> {
    if (!(await this.#isMissing(queue))) {
      this.#since.delete(queue);
      return undefined;
    }
    const now = performance.now();
    const since = this.#since.get(queue) ?? now;
    this.#since.set(queue, since);
    return Math.max(0, Math.ceil(since + DEAD_MS - now));
  }
}
