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
} from '../../src/models/outages.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { Db } from '../../src/platform/db/client.ts';
import type { Log } from '../../src/platform/log.ts';
import { ModelCallError, type ModelCallReason } from '../../src/platform/models/errors.ts';
import type { AwayFailure } from '../../src/runs/provider-wait.ts';
import type { ActivityContext } from '../context.ts';
import { type Gateways, wrapGateways } from './gateways.ts';

/** Milliseconds for which a process believes what it read of outages. Open outages are asked for again before each call. */
const CACHE_TTL_MS = 1000;
/** Failures that say nothing of whether the provider answers. */
const UNRELATED = ['aborted', 'not_configured', 'excluded'];

/** The outages of providers and connections as a process knows them: a circuit breaker that all processes share by the database. */
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
   * Makes a call unless the provider's outage is open: then only the call that claims the next probe is made, and any other throws a
   * declined ModelCallError. What comes of the call ends the outage, or counts for it.
   */
  async guard<T>(model: ProbedModel, call: () => Promise<T>): Promise<T> {
    const keys = getOutageKeys(model);
    const known = await this.#read();
    for (const key of [keys.provider, keys.model]) {
      const claim = known.get(key) ? await claimProbe(this.#db, key) : undefined;
      if (claim && !claim.isClaimed) throw declinedError(model, key, claim);
    }
    try {
      const answer = await call();
      await this.recordResponse(Object.values(keys));
      return answer;
    } catch (error) {
      if (error instanceof ModelCallError && error.isAway) {
        error.outageKeys = await this.recordFailure(toOutageSubject(model, error), error);
      } else if (error instanceof ModelCallError && !UNRELATED.includes(error.reason)) {
        await this.recordResponse(Object.values(keys));
      }
      throw error;
    }
  }

  /** Claims the next probe of a connection whose outage is open. Returns a failure if another call probes it or will. */
  async findDecline({ key, provider }: OutageSubject): Promise<AwayFailure | undefined> {
    const known = await this.#read();
    const claim = known.get(key) ? await claimProbe(this.#db, key) : undefined;
    if (!claim || claim.isClaimed) return undefined;
    const { message, nextProbeMs } = claim;
    return { provider, message, retryAfterMs: nextProbeMs, isDeclined: true, outageKeys: [key] };
  }

  /** Stores that a provider or connection has answered, even if it refused the call. */
  async recordResponse(keys: readonly string[]): Promise<void> {
    await this.#note(async () => {
      const known = await this.#read();
      const ended = keys.filter((key) => known.has(key));
      if (ended.length === 0) return;
      await endOutages(this.#db, ended);
      for (const key of ended) known.delete(key);
    });
  }

  /** Counts a failure of a provider or connection that is away. Returns the key of its outage if that is open. */
  async recordFailure(subject: OutageSubject, failure: OutageFailure): Promise<readonly string[]> {
    let isOpen = false;
    await this.#note(async () => {
      isOpen = await countFailure(this.#db, subject, failure);
      (await this.#read()).set(subject.key, isOpen);
    });
    return isOpen ? [subject.key] : [];
  }

  #note(record: () => Promise<void>): Promise<void> {
    return runBestEffort(this.#log, 'note whether a provider is away', record);
  }

  #read(): Promise<Map<string, boolean>> {
    if (performance.now() - this.#knownAt < CACHE_TTL_MS) return this.#known;
    this.#knownAt = performance.now();
    this.#known = readOutages(this.#db);
    // The next call reads again.
    this.#known.catch(() => (this.#knownAt = Number.NEGATIVE_INFINITY));
    return this.#known;
  }
}

/** What a failure of a model is an outage of: rate limits hold per model. */
function toOutageSubject(model: ProbedModel, { reason }: ModelCallError): OutageSubject {
  const keys = getOutageKeys(model);
  const { provider, baseUrl = null } = model;
  const isModelAlone = reason === 'rate_limited';
  return isModelAlone
    ? { key: keys.model, provider, baseUrl, model: model.providerModel }
    : { key: keys.provider, provider, baseUrl, model: null };
}

function declinedError(model: ProbedModel, key: string, { reason, message, nextProbeMs }: ProbeClaim): ModelCallError {
  const error = new ModelCallError(reason as ModelCallReason, message, {
    retryAfterMs: nextProbeMs,
    unsent: true,
    isDeclined: true,
  });
  error.provider = model.provider;
  error.outageKeys = [key];
  return error;
}

/** The gateways with the circuit breaker before each provider that runs wait for. */
export function guardedGateways(
  ctx: Pick<ActivityContext, 'config' | 'embeddings' | 'outages'> & Gateways,
): Gateways & Pick<ActivityContext, 'embeddings'> {
  const guarded = <T>(model: ProbedModel & { readonly maxWaitMs?: number | undefined }, call: () => Promise<T>) => {
    const isAwaited = (model.maxWaitMs ?? ctx.config.modelMaxWaitMs) > 0;
    return isAwaited ? ctx.outages.guard(model, call) : call();
  };
  const { embeddings } = ctx;
  return {
    ...wrapGateways(ctx, guarded),
    embeddings: {
      embed: (request, call) => guarded(request.model, () => embeddings.embed(request, call)),
      close: () => embeddings.close(),
    },
  };
}
