import {
  claimProbe,
  countFailure,
  endOutages,
  outageKeysOf,
  type ProbeClaim,
  readOutages,
} from '../../src/models/outages.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { Db } from '../../src/platform/db/client.ts';
import type { Log } from '../../src/platform/log.ts';
import { ModelCallError } from '../../src/platform/models/errors.ts';
import type { ModelRequest } from '../../src/platform/models/request.ts';
import type { ActivityContext } from '../context.ts';
import { type Gateways, wrapGateways } from './gateways.ts';

/** Milliseconds for which a process believes what it read of outages. Open outages are asked for again before each call. */
const FRESH_MS = 1000;
/** Failures that say nothing of whether the provider answers. */
const UNRELATED = ['aborted', 'not_configured', 'excluded'];

type Model = ModelRequest['model'];

/** The outages of providers as a process knows them: a circuit breaker that all processes share by the database. */
class Outages {
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
  async guard<T>(model: Model, call: () => Promise<T>): Promise<T> {
    const keys = outageKeysOf(model);
    const known = await this.#read();
    for (const key of [keys.provider, keys.model]) {
      const claim = known.get(key) ? await claimProbe(this.#db, key) : undefined;
      if (claim && !claim.isClaimed) throw declined(model, key, claim);
    }
    const note = (noting: () => Promise<void>) => runBestEffort(this.#log, 'note whether a provider is away', noting);
    try {
      const answer = await call();
      await note(() => this.#answered(model));
      return answer;
    } catch (error) {
      if (error instanceof ModelCallError && !UNRELATED.includes(error.reason))
        await note(() => (error.isAway ? this.#failed(model, error) : this.#answered(model)));
      throw error;
    }
  }

  #read(): Promise<Map<string, boolean>> {
    if (performance.now() - this.#knownAt < FRESH_MS) return this.#known;
    this.#knownAt = performance.now();
    this.#known = readOutages(this.#db);
    // The next call reads again.
    this.#known.catch(() => (this.#knownAt = Number.NEGATIVE_INFINITY));
    return this.#known;
  }

  /** The provider is there, even if it refuses the call. */
  async #answered(model: Model): Promise<void> {
    const known = await this.#read();
    const ended = Object.values(outageKeysOf(model)).filter((key) => known.has(key));
    if (ended.length === 0) return;
    await endOutages(this.#db, ended);
    for (const key of ended) known.delete(key);
  }

  async #failed(model: Model, error: ModelCallError): Promise<void> {
    const isModelAlone = error.reason === 'rate_limited';
    const keys = outageKeysOf(model);
    const key = isModelAlone ? keys.model : keys.provider;
    const isOpen = await countFailure(this.#db, key, { ...model, isModelAlone }, error);
    (await this.#read()).set(key, isOpen);
    if (isOpen) error.outageKeys = [key];
  }
}

function declined(model: Model, key: string, { reason, message, nextProbeMs }: ProbeClaim): ModelCallError {
  const error = new ModelCallError(reason, message, { retryAfterMs: nextProbeMs, unsent: true, isDeclined: true });
  error.provider = model.provider;
  error.outageKeys = [key];
  return error;
}

/** The gateways with the circuit breaker before each provider that runs wait for. */
export function guardedGateways(ctx: Pick<ActivityContext, 'config' | 'db' | 'log'> & Gateways): Gateways {
  const outages = new Outages(ctx.db, ctx.log);
  return wrapGateways(ctx, (model, call) => {
    const isAwaited = (model.maxWaitMs ?? ctx.config.modelMaxWaitMs) > 0;
    return isAwaited ? outages.guard(model, call) : call();
  });
}
