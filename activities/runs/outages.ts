import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { Db } from '../../src/platform/db/client.ts';
import type { Log } from '../../src/platform/log.ts';
import { ModelCallError, type ModelCallReason } from '../../src/platform/models/errors.ts';
import {
  claimProbe,
  countFailure,
  endOutages,
  getOutageKeys,
  type OutageFailure,
  type OutageSubject,
  type ProbeClaim,
  type ProbedModel,
  readOutages,
} from '../../src/runs/outages.ts';
import type { UnavailableFailure } from '../../src/runs/provider-wait.ts';
import type { ActivityContext } from '../context.ts';
import { type Gateways, wrapGateways } from './gateways.ts';

/** Milliseconds for which a process caches outages. It reloads open outages before each call. */
const CACHE_TTL_MS = 1000;
/** Failures that do not show whether the provider responds. */
const UNRELATED = ['aborted', 'not_configured', 'excluded'];

/**
 * Outages of providers and connections as a process knows them: a circuit breaker that all processes share through the
 * database.
 */
export class Outages {
  readonly #db: Db;
  readonly #log: Log;
  #known: Promise<Map<string, boolean>> = Promise.resolve(new Map());
  #knownAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Makes a call unless the provider has an open outage. During an outage only the call that claims the next probe is
   * made; others throw a declined ModelCallError. The result ends the outage or counts towards it.
   */
  async guard<T>(model: ProbedModel, call: () => Promise<T>): Promise<T> {
    const keys = getOutageKeys(model);
    const known = await this.#read();
    for (const key of [keys.provider, keys.model]) {
      const claim = known.get(key) ? await claimProbe(this.#db, key) : undefined;
      if (claim && !claim.isClaimed) throw toDeclinedError(model, key, claim);
    }
    try {
      const response = await call();
      await this.recordResponse(Object.values(keys));
      return response;
    } catch (error) {
      if (error instanceof ModelCallError && error.isAway) {
        error.outageKeys = await this.recordFailure(toOutageSubject(model, error), error);
      } else if (error instanceof ModelCallError && !UNRELATED.includes(error.reason)) {
        await this.recordResponse(Object.values(keys));
      }
      throw error;
    }
  }

  /** Claims the next probe of a connection with an open outage. Returns a failure if another call probes it. */
  async findDecline({ key, provider }: OutageSubject): Promise<UnavailableFailure | undefined> {
    const known = await this.#read();
    const claim = known.get(key) ? await claimProbe(this.#db, key) : undefined;
    if (!claim || claim.isClaimed) return undefined;
    const { message, nextProbeMs } = claim;
    return { provider, message, retryAfterMs: nextProbeMs, isDeclined: true, outageKeys: [key] };
  }

  /** Records that a provider or connection responded, even with an error. */
  async recordResponse(keys: readonly string[]): Promise<void> {
    await this.#note(async () => {
      const known = await this.#read();
      const ended = keys.filter((key) => known.has(key));
      if (ended.length === 0) return;
      await endOutages(this.#db, ended);
      for (const key of ended) known.delete(key);
    });
  }

  /** Counts a failure of an unavailable provider or connection. Returns the key of its outage if it is open. */
  async recordFailure(subject: OutageSubject, failure: OutageFailure): Promise<readonly string[]> {
    let isOpen = false;
    await this.#note(async () => {
      isOpen = await countFailure(this.#db, subject, failure);
      (await this.#read()).set(subject.key, isOpen);
    });
    return isOpen ? [subject.key] : [];
  }

  #note(record: () => Promise<void>): Promise<void> {
    return runBestEffort(this.#log, 'record an outage of a provider', record);
  }

  #read(): Promise<Map<string, boolean>> {
    if (performance.now() - this.#knownAt < CACHE_TTL_MS) return this.#known;
    this.#knownAt = performance.now();
    this.#known = readOutages(this.#db);
    // The next call reloads after a failure.
    this.#known.catch(() => (this.#knownAt = Number.NEGATIVE_INFINITY));
    return this.#known;
  }
}

/** Outage that a model failure counts towards: rate limits apply per model. */
function toOutageSubject(model: ProbedModel, { reason }: ModelCallError): OutageSubject {
  const keys = getOutageKeys(model);
  const { provider, baseUrl = null } = model;
  const isModelAlone = reason === 'rate_limited';
  return isModelAlone
    ? { key: keys.model, provider, baseUrl, model: model.providerModel }
    : { key: keys.provider, provider, baseUrl, model: null };
}

function toDeclinedError(
  model: ProbedModel,
  key: string,
  { reason, message, nextProbeMs }: ProbeClaim,
): ModelCallError {
  const error = new ModelCallError(reason as ModelCallReason, message, {
    retryAfterMs: nextProbeMs,
    unsent: true,
    isDeclined: true,
  });
  error.provider = model.provider;
  error.outageKeys = [key];
  return error;
}

/** Gateways with the circuit breaker in front of each provider that runs wait for. */
export function guardGateways(
  ctx: Pick<ActivityContext, 'config' | 'embeddings' | 'reranking' | 'outages'> & Gateways,
): Gateways & Pick<ActivityContext, 'embeddings' | 'reranking'> {
  const guarded = <T>(model: ProbedModel & { readonly maxWaitMs?: number | undefined }, call: () => Promise<T>) => {
    const isAwaited = (model.maxWaitMs ?? ctx.config.modelMaxWaitMs) > 0;
    return isAwaited ? ctx.outages.guard(model, call) : call();
  };
  const { embeddings, reranking } = ctx;
  return {
    ...wrapGateways(ctx, guarded),
    embeddings: {
      embed: (request, call) => guarded(request.model, () => embeddings.embed(request, call)),
      close: () => embeddings.close(),
    },
    reranking: { rerank: (request, call) => guarded(request.model, () => reranking.rerank(request, call)) },
  };
}
