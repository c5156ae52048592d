/** Whose work something is: those that wait are served in turn, however much one of them has. */
type Party = string;

/**
 * Lets so many works run at once; of those that wait, the urgent ones go first, else the parties take turns, each with its
 * oldest.
 */
export class Slots {
  #free: number;
  readonly #urgent: (() => void)[] = [];
  /** Those that wait, by party; the party whose turn it is stands first. */
  readonly #others = new Map<Party, (() => void)[]>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs work in a slot, as soon as one is free. One that has not begun at the signal's abort never does. */
  async use<T>(
    { urgent = false, party = '' }: { readonly urgent?: boolean; readonly party?: Party },
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    await this.#take(urgent, party, signal);
    try {
      return await work();
    } finally {
      this.#give();
    }
  }

  async #take(urgent: boolean, party: Party, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const queue = urgent ? this.#urgent : this.#queueOf(party);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      queue.splice(queue.indexOf(resolve), 1);
      reject(signal.reason);
    };
    queue.push(resolve);
    signal.addEventListener('abort', leave, { once: true });
    // Whoever gives the slot takes its new holder out of the queue in the same step, so that `leave` finds it or never runs.
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  #give(): void {
    const next = this.#urgent.shift() ?? this.#nextOfOthers();
    if (next) next();
    else this.#free++;
  }

  #queueOf(party: Party): (() => void)[] {
    const queue = this.#others.get(party) ?? [];
    this.#others.set(party, queue);
    return queue;
  }

  /** The oldest of the party whose turn it is, which then stands last. */
  #nextOfOthers(): (() => void) | undefined {
    for (const [party, queue] of this.#others) {
      this.#others.delete(party);
      const next = queue.shift();
      if (queue.length > 0) this.#others.set(party, queue);
      if (next) return next;
    }
    return undefined;
  }
}
