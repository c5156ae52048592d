import { Slots } from '../../slots.ts';
import type { EmbeddingEntry } from '../catalogue.ts';
import { creditsFor } from '../credits.ts';
import { ModelCallError } from '../errors.ts';
import { createFailures, type FailureOf } from '../failures.ts';
import { createTransport, type Fetch } from '../transport.ts';
import { type ModelUsage, mayHaveCost, NO_TOKENS, tokensOf } from '../usage.ts';
import type { Embedder } from './embedder.ts';
import { openLocal } from './local.ts';
import { isRemote, openRemote } from './remote.ts';
import type { Embedded, EmbeddingGateway, EmbeddingRequest } from './request.ts';
import { askInParts } from './too-long.ts';
import { unitVectors } from './vectors.ts';

export type * from './request.ts';

/** A model with the slots in which its requests are made. */
interface Opened {
  readonly embedder: Embedder;
  readonly slots: Slots;
}

/**
 * The one way to make vectors. `env` holds the keys, `silenceMs` is the longest a provider may send no byte, `fetch`
 * replaces the HTTP client. A failed request is not repeated here, save in parts where it was too long.
 */
export function createEmbeddingGateway(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly silenceMs: number;
  readonly fetch?: Fetch;
}): EmbeddingGateway {
  const fetch = createTransport(options);
  const failuresOf = createFailures(options.env);
  const models = new Map<EmbeddingEntry, Promise<Opened>>();
  const opened = (model: EmbeddingEntry): Promise<Opened> => {
    const there = models.get(model);
    if (there) return there;
    const fresh = open(model, { env: options.env, fetch });
    models.set(model, fresh);
    // What is missing now, a key say, can be there at the next call.
    fresh.catch(() => models.delete(model));
    return fresh;
  };
  return {
    async embed(request, { signal }) {
      const failureOf = failuresOf(request.model);
      const model = await opened(request.model).catch((error: unknown) => {
        throw failureOf(error, signal.aborted);
      });
      return embedAll(request, model, signal, failureOf);
    },
    async close() {
      for (const model of models.values()) await (await model).embedder.close();
    },
  };
}

async function open(
  model: EmbeddingEntry,
  tools: { readonly env: NodeJS.ProcessEnv; readonly fetch: Fetch },
): Promise<Opened> {
  const embedder = isRemote(model) ? await openRemote(model, tools) : openLocal(model);
  return { embedder, slots: new Slots(embedder.atOnce) };
}

async function embedAll(
  { model, purpose, texts, party }: EmbeddingRequest,
  { embedder, slots }: Opened,
  signal: AbortSignal,
  failureOf: FailureOf,
): Promise<Embedded> {
  const spent = new Spent();
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const ask = async (batch: string[]): Promise<Float32Array[]> => {
    const answer = await embedder.embed(batch, { purpose, signal: either }).catch((error: unknown) => {
      const failure = failureOf(error, either.aborted);
      if (mayHaveCost(failure)) spent.add(batch, undefined);
      throw failure;
    });
    spent.add(batch, answer.tokens);
    return unitVectors(answer.vectors, batch.length, model);
  };
  const wanted = texts.map((text) => prepared(text, model[`${purpose}_prefix`], embedder));
  const making = batchesOf(wanted, model.batch, embedder.requestTokens).map((batch) =>
    slots.use({ urgent: purpose === 'query', party }, either, () => askInParts(ask, batch)),
  );
  try {
    const vectors = (await Promise.all(making)).flat();
    const { inputTokens, estimated } = spent.usage;
    const credits = creditsFor({ input_price: model.input_price, output_price: '0' }, spent.usage);
    return { vectors, inputTokens, estimated, credits };
  } catch (error) {
    failed.abort();
    await Promise.allSettled(making);
    const failure = failureOf(error, signal.aborted);
    if (spent.usage.inputTokens > 0) failure.usage = spent.usage;
    throw failure;
  }
}

/** The tokens of the requests that were made. */
class Spent {
  #tokens = 0;
  #estimated = false;

  /** Adds a request's; those that nobody counted are guessed. */
  add(texts: readonly string[], counted: number | undefined): void {
    this.#tokens += counted ?? texts.reduce((sum, text) => sum + tokensOf(text), 0);
    this.#estimated ||= counted === undefined;
  }

  get usage(): ModelUsage {
    return { ...NO_TOKENS, inputTokens: this.#tokens, estimated: this.#estimated };
  }
}

/** A text as the model is given it. */
function prepared(text: string, prefix: string, embedder: Embedder): string {
  if (text.trim() === '') throw new ModelCallError('rejected', 'A text to be embedded is blank.');
  return embedder.cut(prefix + text.toWellFormed());
}

/** Texts in batches of no more than so many texts and tokens. */
function batchesOf(texts: readonly string[], most: number, mostTokens: number): string[][] {
  const batches: string[][] = [];
  let tokens = 0;
  for (const text of texts) {
    const size = tokensOf(text);
    const last = batches.at(-1);
    if (last && last.length < most && tokens + size <= mostTokens) {
      last.push(text);
      tokens += size;
    } else {
      batches.push([text]);
      tokens = size;
    }
  }
  return batches;
}
