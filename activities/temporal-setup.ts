import type { Client } from '@temporalio/client';
import { SettingError } from '../src/platform/config.ts';
import { findCurrentBuild, setCurrentVersion } from '../src/platform/temporal/deployment.ts';
import { createMissingNamespace } from '../src/platform/temporal/namespace.ts';
import { isMaintenanceScheduled, scheduleMaintenance } from '../src/platform/temporal/schedule.ts';
import type { ActivityContext } from './context.ts';

/** Maximum interval between two checks in milliseconds. Shorter maintenance intervals apply as they are. */
const MAX_CHECK_INTERVAL_MS = 10_000;
/** Number of checks without a current version after which another build makes itself current. */
const MAX_CHECKS_WITHOUT_VERSION = 3;

/** Dependencies. */
type SetupContext = Pick<ActivityContext, 'config' | 'log' | 'temporal'>;

/**
 * Creates the namespace, the current worker version and the maintenance schedule, and recreates them if Temporal loses
 * them.
 */
export class TemporalSetup {
  readonly #ctx: SetupContext;
  readonly #client: Client;
  readonly #buildId: string;
  /** Whether this build was the current version when one was last seen. */
  #wasCurrent = false;
  /** Number of consecutive checks without a current version. */
  #checksWithoutVersion = 0;

  constructor(ctx: SetupContext, client: Client, buildId: string) {
    this.#ctx = ctx;
    this.#client = client;
    this.#buildId = buildId;
  }

  /** Creates the parts that need a polling worker. Returns early if `stop` is aborted. */
  async setUp(stop: AbortSignal): Promise<void> {
    if (this.#ctx.config.setCurrentVersion) await this.#makeCurrent(stop);
    if (!stop.aborted) await this.#schedule();
  }

  /** Recreates missing parts until `stop` is aborted. Throws a SettingError if this process lacks the permission. */
  async restoreUntil(stop: AbortSignal): Promise<void> {
    const everyMs = Math.min(MAX_CHECK_INTERVAL_MS, this.#ctx.config.reconcileSeconds * 1000);
    for (;;) {
      await pause(everyMs, stop);
      if (stop.aborted) return;
      try {
        await this.#restore(stop);
      } catch (error) {
        if (error instanceof SettingError) throw error;
        this.#ctx.log.warn({ err: error }, 'could not check the setup of Temporal');
      }
    }
  }

  async #restore(stop: AbortSignal): Promise<void> {
    const { log, temporal, config } = this.#ctx;
    if (await createMissingNamespace(this.#client))
      log.warn('the namespace was missing in Temporal and was created again');
    if (await this.#lacksVersion()) {
      await this.#makeCurrent(stop);
      log.warn({ build: this.#buildId }, 'Temporal had no current version; this build is current now');
    }
    if (config.workerQueues.has('background') && !(await isMaintenanceScheduled(this.#client, temporal.queues))) {
      await this.#schedule();
      log.warn('the maintenance schedule was missing in Temporal and was created again');
    }
  }

  /**
   * Whether this process should make its build current. During a rollout, workers of both releases notice the loss at
   * once. The build that was current acts first; others act only if it does not.
   */
  async #lacksVersion(): Promise<boolean> {
    const { config } = this.#ctx;
    const current = await findCurrentBuild(this.#client, config.taskQueuePrefix);
    if (current === undefined) {
      this.#checksWithoutVersion += 1;
      return this.#wasCurrent || (config.setCurrentVersion && this.#checksWithoutVersion >= MAX_CHECKS_WITHOUT_VERSION);
    }
    this.#checksWithoutVersion = 0;
    this.#wasCurrent = current === this.#buildId;
    return false;
  }

  async #makeCurrent(stop: AbortSignal): Promise<void> {
    await setCurrentVersion(this.#client, this.#ctx.config.taskQueuePrefix, this.#buildId, stop);
    this.#wasCurrent = true;
  }

  async #schedule(): Promise<void> {
    const { config, temporal } = this.#ctx;
    if (!config.workerQueues.has('background')) return;
    await scheduleMaintenance(this.#client, temporal.queues, config.reconcileSeconds);
  }
}

/** Waits `ms` milliseconds or until `stop` is aborted. */
export function pause(ms: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, ms);
  stop.addEventListener('abort', end, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  });
}
