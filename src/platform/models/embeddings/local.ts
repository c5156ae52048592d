import { Worker } from 'node:worker_threads';
import type { EmbeddingEntry } from '../catalog.ts';
import { ModelCallError } from '../errors.ts';
import type { Embedder, RequestOptions, Vectors } from './embedder.ts';
import type { LocalModelSource, ThreadRequest, ThreadResponse } from './thread-messages.ts';

/** Upper bound of characters per token in real text. */
const CHARACTERS_PER_TOKEN = 8;

/** Opens a model in a thread of this process. The thread starts with the first request and stays. */
export function openLocalModel(model: EmbeddingEntry): Embedder {
  const source: LocalModelSource = {
    kind: model.provider === 'folder' ? 'folder' : 'builtin',
    path: model.providerModel,
    maxTokens: model.max_input_tokens,
  };
  let thread: ModelThread | undefined;
  return {
    // Sequential: the model uses all cores.
    maxConcurrent: 1,
    maxRequestTokens: Number.POSITIVE_INFINITY,
    truncate: (text) => text.slice(0, model.max_input_tokens * CHARACTERS_PER_TOKEN).toWellFormed(),
    async embed(texts, options) {
      if (!thread?.isAlive) {
        await thread?.close();
        thread = new ModelThread(source, model);
      }
      return thread.embed(texts, options);
    },
    close: async () => thread?.close(),
  };
}

/** A model thread and its pending requests. */
class ModelThread {
  readonly #worker: Worker;
  readonly #model: EmbeddingEntry;
  readonly #pending = new Map<number, PromiseWithResolvers<Vectors>>();
  #requestCount = 0;
  isAlive = true;

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

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #handleResponse(response: ThreadResponse): void {
    const pending = this.#pending.get(response.id);
    const { name, dimension } = this.#model;
    if (!('error' in response)) {
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
