import type { Client } from '@temporalio/client';
import { runBestEffort } from '../src/platform/best-effort.ts';
import { SettingError } from '../src/platform/config.ts';
import { findCurrentBuild, setCurrentVersion } from '../src/platform/temporal/deployment.ts';
import { terminateEarlierWorkflows } from '../src/platform/temporal/earlier-engine.ts';
import { createMissingNamespace } from '../src/platform/temporal/namespace.ts';
import { isMaintenanceScheduled, scheduleMaintenance } from '../src/platform/temporal/schedule.ts';
import type { ActivityContext } from './context.ts';

/** Longest time between two checks; shorter maintenance cycles are checked as often as they come. */
const MAX_CHECK_INTERVAL_MS = 10_000;
/** Looks in a row without a current version after which a build that was not it makes itself so. */
const LOOKS_WITHOUT = 3;

/** What it stands on. */
type SetupContext = Pick<ActivityContext, 'config' | 'log' | 'temporal'>;

/**
 * Creates the namespace, the current worker version and the schedule of maintenance, and recreates them if Temporal loses
 * them.
 */
export class TemporalSetup {
  readonly #ctx: SetupContext;
  readonly #client: Client;
  readonly #buildId: string;
  /** Whether this build was the current version when one was last seen. */
  #wasCurrent = false;
  /** Looks in a row that found no current version. */
  #without = 0;

  constructor(ctx: SetupContext, client: Client, buildId: string) {
    this.#ctx = ctx;
    this.#client = client;
    this.#buildId = buildId;
  }

  /** Sets up what needs a worker that polls; ends early once `stop` is aborted. */
  async setUp(stop: AbortSignal): Promise<void> {
    if (this.#ctx.config.setCurrentVersion) {
      await this.#makeCurrent(stop);
      await this.#terminateEarlier();
    }
    if (!stop.aborted) await this.#schedule();
  }

  /** Looks after it until `stop` is aborted. Throws SettingError where this process may not make what is missing. */
  async keep(stop: AbortSignal): Promise<void> {
    const everyMs = Math.min(MAX_CHECK_INTERVAL_MS, this.#ctx.config.reconcileSeconds * 1000);
    for (;;) {
      await pause(everyMs, stop);
      if (stop.aborted) return;
      try {
        await this.#look(stop);
      } catch (error) {
        if (error instanceof SettingError) throw error;
        this.#ctx.log.warn({ err: error }, 'could not look after what the workers need at Temporal');
      }
    }
  }

  async #look(stop: AbortSignal): Promise<void> {
    const { log, temporal, config } = this.#ctx;
    if (await createMissingNamespace(this.#client)) log.warn('the namespace was gone from Temporal; made anew');
    if (await this.#lacksVersion()) {
      await this.#makeCurrent(stop);
      log.warn({ build: this.#buildId }, 'Temporal knew no current version; made anew');
    }
    if (config.workerQueues.has('background') && !(await isMaintenanceScheduled(this.#client, temporal.queues))) {
      await this.#schedule();
      log.warn('the maintenance schedule was gone from Temporal; created again');
    }
  }

  /**
   * Whether this process is to make its build current. While a release is exchanged, workers of both lose what Temporal knew
   * at once: the one that was current comes first, and any other only where that one does not come.
   */
  async #lacksVersion(): Promise<boolean> {
    const { config } = this.#ctx;
    const current = await findCurrentBuild(this.#client, config.taskQueuePrefix);
    if (current === undefined) {
      this.#without += 1;
      return this.#wasCurrent || (config.setCurrentVersion && this.#without >= LOOKS_WITHOUT);
    }
    this.#without = 0;
    this.#wasCurrent = current === this.#buildId;
    return false;
  }

  async #makeCurrent(stop: AbortSignal): Promise<void> {
    await setCurrentVersion(this.#client, this.#ctx.config.taskQueuePrefix, this.#buildId, stop);
    this.#wasCurrent = true;
  }

  async #terminateEarlier(): Promise<void> {
    const { config, log, temporal } = this.#ctx;
    await runBestEffort(log, 'terminate the workflows of earlier builds', async () => {
      const terminated = await terminateEarlierWorkflows(this.#client, temporal.queues, config.taskQueuePrefix);
      if (terminated > 0)
        log.warn({ terminated }, 'terminated workflows of earlier builds; maintenance starts them again');
    });
  }

  async #schedule(): Promise<void> {
    const { config, temporal } = this.#ctx;
    if (!config.workerQueues.has('background')) return;
    await scheduleMaintenance(this.#client, temporal.queues, config.reconcileSeconds);
  }
}

/** Waits so long, or until `stop` is aborted. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  stop.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
