/** Lets so many works run at once; of those that wait, the urgent ones go first, else the oldest. */
export class Slots {
  #free: number;
  readonly #urgent: (() => void)[] = [];
  readonly #others: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs work in a slot, as soon as one is free. One that has not begun at the signal's abort never does. */
  async use<T>(urgent: boolean, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#take(urgent, signal);
    try {
      return await work();
    } finally {
      this.#give();
    }
  }

  async #take(urgent: boolean, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const queue = urgent ? this.#urgent : this.#others;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const place = queue.indexOf(resolve);
      // It may have been given its slot a moment ago.
      if (place === -1) return;
      queue.splice(place, 1);
      reject(signal.reason);
    };
    queue.push(resolve);
    signal.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', leave));
  }

  #give(): void {
    const next = this.#urgent.shift() ?? this.#others.shift();
    if (next) next();
    else this.#free++;
  }
}
