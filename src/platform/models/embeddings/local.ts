import { Worker } from 'node:worker_threads';
import type { EmbeddingEntry } from '../catalogue.ts';
import { ModelCallError } from '../errors.ts';
import type { Embedder, Vectors } from './embedder.ts';
import type { LocalModelSource, ThreadRequest, ThreadResponse } from './thread-messages.ts';

/** No token stands for more characters than so many in any text worth reading. */
const CHARACTERS_PER_TOKEN = 8;

/** Makes vectors in a thread of this process, which starts with the first request and stays. */
export function openLocalModel(model: EmbeddingEntry): Embedder {
  const source: LocalModelSource = {
    kind: model.provider === 'folder' ? 'folder' : 'builtin',
    path: model.providerModel,
    maxTokens: model.max_input_tokens,
  };
  let thread: ModelThread | undefined;
  return {
    // One after the other: the model uses all it can get.
    maxConcurrent: 1,
    maxRequestTokens: Number.POSITIVE_INFINITY,
    truncate: (text) => text.slice(0, model.max_input_tokens * CHARACTERS_PER_TOKEN).toWellFormed(),
    async embed(texts, { signal }) {
      if (!thread?.isAlive) {
        await thread?.close();
        thread = new ModelThread(source, model);
      }
      return thread.embed(texts, signal);
    },
    close: async () => thread?.close(),
  };
}

/** A running thread and what it is asked. */
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

  embed(texts: readonly string[], signal: AbortSignal): Promise<Vectors> {
    const request: ThreadRequest = { id: this.#requestCount++, texts };
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
    // The next request opens it anew.
    if (unopened) this.isAlive = false;
  }

  #handleExit(): void {
    this.isAlive = false;
    const error = new ModelCallError('unavailable', `The thread of ${this.#model.name} has ended.`);
    for (const { reject } of this.#pending.values()) reject(error);
  }
}

/** The vectors of an array; one too many where something is left over, so that their number tells that they are wrong. */
function splitRows(numbers: Float32Array, dimension: number): Float32Array[] {
  return Array.from({ length: Math.ceil(numbers.length / dimension) }, (_, row) =>
    numbers.subarray(row * dimension, (row + 1) * dimension),
  );
}
