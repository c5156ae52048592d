import { FairSemaphore } from '../../fair-semaphore.ts';
import type { EmbeddingEntry } from '../catalog.ts';
import { computeCredits } from '../credits.ts';
import { createErrorConverters, type ErrorConverter } from '../error-converters.ts';
import { ModelCallError } from '../errors.ts';
import { createTransport, type Fetch } from '../transport.ts';
import { canHaveCost, estimateTokens, type ModelUsage, NO_TOKENS } from '../usage.ts';
import type { Embedder } from './embedder.ts';
import { openLocalModel } from './local.ts';
import { isRemote, openRemoteModel } from './remote.ts';
import type { EmbeddingGateway, EmbeddingRequest, EmbeddingResult } from './request.ts';
import { sendInParts } from './request-splitting.ts';
import { toUnitVectors } from './vectors.ts';

export type * from './request.ts';

/** An opened model with the semaphore of its requests. */
interface OpenModel {
  readonly embedder: Embedder;
  readonly semaphore: FairSemaphore;
}

/**
 * Creates the gateway for all embeddings. `env` contains the API keys, `idleTimeoutMs` is the maximum time without a
 * byte, and `fetch` replaces the HTTP client. It does not retry failed requests, but splits those that are too long.
 */
export function createEmbeddingGateway(options: {
  readonly env: NodeJS.ProcessEnv;
  readonly idleTimeoutMs: number;
  readonly fetch?: Fetch;
}): EmbeddingGateway {
  const fetch = createTransport(options);
  const getErrorConverter = createErrorConverters(options.env);
  const models = new Map<EmbeddingEntry, Promise<OpenModel>>();
  const getModel = (model: EmbeddingEntry): Promise<OpenModel> => {
    const existing = models.get(model);
    if (existing) return existing;
    const opening = openModel(model, { env: options.env, fetch });
    models.set(model, opening);
    // A missing key, for example, may exist at the next call.
    opening.catch(() => models.delete(model));
    return opening;
  };
  return {
    async embed(request, { signal }) {
      const convertError = getErrorConverter(request.model);
      const model = await getModel(request.model).catch((error: unknown) => {
        throw convertError(error, signal.aborted);
      });
      return embedAll(request, model, signal, convertError);
    },
    async close() {
      for (const model of models.values()) await (await model).embedder.close();
    },
  };
}

async function openModel(
  model: EmbeddingEntry,
  context: { readonly env: NodeJS.ProcessEnv; readonly fetch: Fetch },
): Promise<OpenModel> {
  const embedder = isRemote(model) ? await openRemoteModel(model, context) : openLocalModel(model);
  return { embedder, semaphore: new FairSemaphore(embedder.maxConcurrent) };
}

async function embedAll(
  { model, purpose, texts, tenant }: EmbeddingRequest,
  { embedder, semaphore }: OpenModel,
  signal: AbortSignal,
  convertError: ErrorConverter,
): Promise<EmbeddingResult> {
  const counter = new UsageCounter();
  const failureController = new AbortController();
  const combinedSignal = AbortSignal.any([signal, failureController.signal]);
  const sendBatch = async (batch: string[]): Promise<Float32Array[]> => {
    const response = await embedder.embed(batch, { purpose, signal: combinedSignal }).catch((error: unknown) => {
      const failure = convertError(error, combinedSignal.aborted);
      if (canHaveCost(failure)) counter.add(batch, undefined);
      throw failure;
    });
    counter.add(batch, response.tokens);
    return toUnitVectors(response.vectors, batch.length, model);
  };
  const inputs = texts.map((text) => prepareText(text, model[`${purpose}_prefix`], embedder));
  const requests = splitIntoBatches(inputs, model.batch, embedder.maxRequestTokens).map((batch) =>
    semaphore.run({ urgent: purpose === 'query', tenant: tenant }, combinedSignal, () => sendInParts(sendBatch, batch)),
  );
  try {
    const vectors = (await Promise.all(requests)).flat();
    const { inputTokens, estimated } = counter.usage;
    const credits = computeCredits({ input_price: model.input_price, output_price: '0' }, counter.usage);
    return { vectors, inputTokens, estimated, credits };
  } catch (error) {
    failureController.abort();
    await Promise.allSettled(requests);
    const failure = convertError(error, signal.aborted);
    if (counter.usage.inputTokens > 0) failure.usage = counter.usage;
    throw failure;
  }
}

/** Token counts of the requests of a call. */
class UsageCounter {
  #tokens = 0;
  #estimated = false;

  /** Adds the tokens of a request, by estimate if they were not reported. */
  add(texts: readonly string[], counted: number | undefined): void {
    this.#tokens += counted ?? texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    this.#estimated ||= counted === undefined;
  }

  get usage(): ModelUsage {
    return { ...NO_TOKENS, inputTokens: this.#tokens, estimated: this.#estimated };
  }
}

/** Returns the text that is sent to the model. */
function prepareText(text: string, prefix: string, embedder: Embedder): string {
  if (text.trim() === '') throw new ModelCallError('rejected', 'A text to be embedded is blank.');
  return embedder.truncate(prefix + text.toWellFormed());
}

/** Splits texts into batches within the limits of texts and tokens. */
function splitIntoBatches(texts: readonly string[], maxTexts: number, maxTokens: number): string[][] {
  const batches: string[][] = [];
  let tokens = 0;
  for (const text of texts) {
    const size = estimateTokens(text);
    const last = batches.at(-1);
    if (last && last.length < maxTexts && tokens + size <= maxTokens) {
      last.push(text);
      tokens += size;
    } else {
      batches.push([text]);
      tokens = size;
    }
  }
  return batches;
}
