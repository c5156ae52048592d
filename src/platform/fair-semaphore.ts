/** Key of the tenant that work belongs to. Tenants that wait are served in turn. */
type Tenant = string;

/**
 * Limits concurrent work. Urgent work goes first; otherwise the waiting tenants take turns, each with its oldest work.
 */
export class FairSemaphore {
  #freeCount: number;
  readonly #urgent: (() => void)[] = [];
  /** Waiting work by tenant. The tenant whose turn is next comes first. */
  readonly #waiting = new Map<Tenant, (() => void)[]>();

  constructor(count: number) {
    this.#freeCount = count;
  }

  /** Runs work as soon as a slot is free. Work that has not started when the signal aborts never starts. */
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
    // `#release` removes the waiter from its queue before it resolves, so that `cancel` finds it or never runs.
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

  /** Takes the oldest work of the next tenant and moves that tenant to the end. */
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
