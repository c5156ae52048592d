import { Worker } from 'node:worker_threads';
import type { EmbeddingEntry } from '../catalogue.ts';
import { ModelCallError } from '../errors.ts';
import type { Embedder, Vectors } from './embedder.ts';
import type { LocalModelSource, ThreadAnswer, ThreadRequest } from './thread-messages.ts';

/** No token stands for more characters than so many in any text worth reading. */
const CHARACTERS_PER_TOKEN = 8;

/** Makes vectors in a thread of this process, which starts with the first request and stays. */
export function openLocal(model: EmbeddingEntry): Embedder {
  const source: LocalModelSource = {
    kind: model.provider === 'folder' ? 'folder' : 'builtin',
    path: model.providerModel,
    most: model.max_input_tokens,
  };
  let thread: Thread | undefined;
  return {
    // One after the other: the model uses all it can get.
    atOnce: 1,
    requestTokens: Number.POSITIVE_INFINITY,
    cut: (text) => text.slice(0, model.max_input_tokens * CHARACTERS_PER_TOKEN).toWellFormed(),
    async embed(texts, { signal }) {
      if (!thread?.alive) {
        await thread?.close();
        thread = new Thread(source, model);
      }
      return thread.embed(texts, signal);
    },
    close: async () => thread?.close(),
  };
}

/** A running thread and what it is asked. */
class Thread {
  readonly #worker: Worker;
  readonly #model: EmbeddingEntry;
  readonly #waiting = new Map<number, PromiseWithResolvers<Vectors>>();
  #requests = 0;
  alive = true;

  constructor(source: LocalModelSource, model: EmbeddingEntry) {
    this.#model = model;
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: source });
    this.#worker.on('message', (answer: ThreadAnswer) => this.#answered(answer));
    this.#worker.on('error', () => this.#ended());
    this.#worker.on('exit', () => this.#ended());
  }

  embed(texts: readonly string[], signal: AbortSignal): Promise<Vectors> {
    const request: ThreadRequest = { id: this.#requests++, texts };
    const waiting = Promise.withResolvers<Vectors>();
    this.#waiting.set(request.id, waiting);
    this.#worker.postMessage(request);
    const abort = () => waiting.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    return waiting.promise.finally(() => {
      signal.removeEventListener('abort', abort);
      this.#waiting.delete(request.id);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #answered(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    const { name, dimension } = this.#model;
    if (!('error' in answer)) {
      waiting?.resolve({ vectors: rowsOf(answer.numbers, dimension), tokens: answer.tokens });
      return;
    }
    const { error, unopened } = answer;
    waiting?.reject(new ModelCallError(unopened ? 'not_configured' : 'unavailable', `${name} failed: ${error}`));
    // The next request opens it anew.
    if (unopened) this.alive = false;
  }

  #ended(): void {
    this.alive = false;
    const ended = new ModelCallError('unavailable', `The thread of ${this.#model.name} has ended.`);
    for (const { reject } of this.#waiting.values()) reject(ended);
  }
}

/** The vectors of an array; one too many where something is left over, so that their number tells that they are wrong. */
function rowsOf(numbers: Float32Array, dimension: number): Float32Array[] {
  return Array.from({ length: Math.ceil(numbers.length / dimension) }, (_, row) =>
    numbers.subarray(row * dimension, (row + 1) * dimension),
  );
}
