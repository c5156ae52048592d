/** Whose work something is: those that wait are served in turn, however much one of them has. */
type Tenant = string;

/**
 * Lets so many works run at once; of those that wait, the urgent ones go first, else the parties take turns, each with its
 * oldest.
 */
export class FairSemaphore {
  #freeCount: number;
  readonly #urgent: (() => void)[] = [];
  /** Those that wait, by party; the party whose turn it is stands first. */
  readonly #waiting = new Map<Tenant, (() => void)[]>();

  constructor(count: number) {
    this.#freeCount = count;
  }

  /** Runs work in a slot, as soon as one is free. One that has not begun at the signal's abort never does. */
  async run<T>(
    { urgent = false, tenant = '' }: { readonly urgent?: boolean; readonly tenant?: Tenant },
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    await this.#acquire(urgent, tenant, signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(urgent: boolean, tenant: Tenant, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#freeCount > 0) {
      this.#freeCount--;
      return;
    }
    const queue = urgent ? this.#urgent : this.#getQueue(tenant);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancel = () => {
      queue.splice(queue.indexOf(resolve), 1);
      reject(signal.reason);
    };
    queue.push(resolve);
    signal.addEventListener('abort', cancel, { once: true });
    // Whoever gives the slot takes its new holder out of the queue in the same step, so that `leave` finds it or never runs.
    await promise.finally(() => signal.removeEventListener('abort', cancel));
  }

  #release(): void {
    const next = this.#urgent.shift() ?? this.#takeNextWaiting();
    if (next) next();
    else this.#freeCount++;
  }

  #getQueue(tenant: Tenant): (() => void)[] {
    const queue = this.#waiting.get(tenant) ?? [];
    this.#waiting.set(tenant, queue);
    return queue;
  }

  /** The oldest of the party whose turn it is, which then stands last. */
  #takeNextWaiting(): (() => void) | undefined {
    for (const [tenant, queue] of this.#waiting) {
      this.#waiting.delete(tenant);
      const next = queue.shift();
      if (queue.length > 0) this.#waiting.set(tenant, queue);
      if (next) return next;
    }
    return undefined;
  }
}
