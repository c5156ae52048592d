import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { EmbeddingEntry } from '../catalog.ts';
import { ModelCallError } from '../errors.ts';
import type { Embedder, RequestOptions, Vectors } from './embedder.ts';
import type { LocalModelSource, ThreadRequest, ThreadResponse } from './thread-messages.ts';

/** Upper bound of characters per token in real text. */
const CHARACTERS_PER_TOKEN = 8;

/** Maximum number of threads of a model that computes on one core. Each adds 200 MB. */
const MAX_THREADS = 2;
/** Milliseconds of lasting work before another thread starts, which takes a second to open the model. */
const GROWTH_DELAY_MS = 1000;
/** Maximum pause of lasting work in milliseconds: between two reads and writes of a document. */
const MAX_PAUSE_MS = 250;
/** Milliseconds without work after which an additional thread ends. */
const IDLE_TIMEOUT_MS = 30_000;

/** Opens a model in threads of this process. The first one starts with the first request and stays. */
export function openLocalModel(model: EmbeddingEntry): Embedder {
  const isFolder = model.provider === 'folder';
  const source: LocalModelSource = {
    kind: isFolder ? 'folder' : 'builtin',
    path: model.providerModel,
    maxTokens: model.max_input_tokens,
  };
  // The runtime of a folder uses all cores by itself.
  const maxThreads = isFolder ? 1 : Math.min(availableParallelism(), MAX_THREADS);
  const threads = new ThreadPool(() => new ModelThread(source, model), maxThreads);
  return {
    maxConcurrent: maxThreads,
    maxRequestTokens: Number.POSITIVE_INFINITY,
    truncate: (text) => text.slice(0, model.max_input_tokens * CHARACTERS_PER_TOKEN).toWellFormed(),
    embed: (texts, options) => threads.embed(texts, options),
    close: () => threads.close(),
  };
}

/** Threads of one model. Their number grows with lasting work. */
class ThreadPool {
  readonly #start: () => ModelThread;
  readonly #maxThreads: number;
  #threads: ModelThread[] = [];
  /** Start of the lasting work, and the end of the last request. */
  #busySinceMs = 0;
  #idleSinceMs = 0;

  constructor(start: () => ModelThread, maxThreads: number) {
    this.#start = start;
    this.#maxThreads = maxThreads;
  }

  async embed(texts: readonly string[], options: RequestOptions): Promise<Vectors> {
    this.#threads = this.#threads.filter(({ isAlive }) => isAlive);
    const nowMs = performance.now();
    if (this.#isIdle() && nowMs - this.#idleSinceMs > MAX_PAUSE_MS) this.#busySinceMs = nowMs;
    const thread = this.#chooseThread(options);
    clearTimeout(thread.idleTimer);
    try {
      return await thread.embed(texts, options);
    } finally {
      if (thread.pendingCount === 0 && !thread.isAlive) void thread.close();
      else if (thread.pendingCount === 0 && thread !== this.#threads[0]) this.#closeLater(thread);
      this.#idleSinceMs = performance.now();
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** Returns the thread with the least work, or a new one. */
  #chooseThread({ purpose }: RequestOptions): ModelThread {
    const [thread] = this.#threads.toSorted((a, b) => a.pendingCount - b.pendingCount);
    // A query would wait until the new thread has opened the model.
    const grows = purpose === 'document' && this.#threads.length < this.#maxThreads && this.#isBusyForLong();
    if (thread && !(grows && thread.pendingCount > 0)) return thread;
    const started = this.#start();
    this.#threads.push(started);
    return started;
  }

  #isIdle(): boolean {
    return this.#threads.every(({ pendingCount }) => pendingCount === 0);
  }

  /** Returns whether the work has lasted since all threads opened the model. */
  #isBusyForLong(): boolean {
    const sinceMs = Math.max(this.#busySinceMs, ...this.#threads.map(({ openedAtMs }) => openedAtMs));
    return performance.now() - sinceMs >= GROWTH_DELAY_MS;
  }

  #closeLater(thread: ModelThread): void {
    thread.idleTimer = setTimeout(() => {
      this.#threads = this.#threads.filter((other) => other !== thread);
      void thread.close();
    }, IDLE_TIMEOUT_MS).unref();
  }
}

/** A model thread and its pending requests. */
class ModelThread {
  readonly #worker: Worker;
  readonly #model: EmbeddingEntry;
  readonly #pending = new Map<number, PromiseWithResolvers<Vectors>>();
  #requestCount = 0;
  /** Whether it may take further requests. */
  isAlive = true;
  /** Time of the first response. */
  openedAtMs = Number.POSITIVE_INFINITY;
  /** Ends the thread unless work comes. */
  idleTimer: NodeJS.Timeout | undefined;

  constructor(source: LocalModelSource, model: EmbeddingEntry) {
    this.#model = model;
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: source });
    this.#worker.on('message', (response: ThreadResponse) => this.#handleResponse(response));
    this.#worker.on('error', () => this.#handleExit());
    this.#worker.on('exit', () => this.#handleExit());
  }

  embed(texts: readonly string[], { purpose, signal }: RequestOptions): Promise<Vectors> {
    const request: ThreadRequest = { id: this.#requestCount++, texts, purpose };
    const pending = Promise.withResolvers<Vectors>();
    this.#pending.set(request.id, pending);
    this.#worker.postMessage(request);
    const abort = () => pending.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    return pending.promise.finally(() => {
      signal.removeEventListener('abort', abort);
      this.#pending.delete(request.id);
    });
  }

  /** Number of requests without a response. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer);
    await this.#worker.terminate();
  }

  #handleResponse(response: ThreadResponse): void {
    const pending = this.#pending.get(response.id);
    const { name, dimension } = this.#model;
    if (!('error' in response)) {
      this.openedAtMs = Math.min(this.openedAtMs, performance.now());
      pending?.resolve({ vectors: splitRows(response.numbers, dimension), tokens: response.tokens });
      return;
    }
    const { error, isOpenFailure: unopened } = response;
    pending?.reject(new ModelCallError(unopened ? 'not_configured' : 'unavailable', `${name} failed: ${error}`));
    // The next request opens the model again.
    if (unopened) this.isAlive = false;
  }

  #handleExit(): void {
    this.isAlive = false;
    const error = new ModelCallError('unavailable', `The thread of ${this.#model.name} has ended.`);
    for (const { reject } of this.#pending.values()) reject(error);
  }
}

/** Splits an array into vectors. A remainder adds one vector, so that the count reveals the error. */
function splitRows(numbers: Float32Array, dimension: number): Float32Array[] {
  return Array.from({ length: Math.ceil(numbers.length / dimension) }, (_, row) =>
    numbers.subarray(row * dimension, (row + 1) * dimension),
  );
}
