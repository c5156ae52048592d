import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { type Config, SettingError } from '../src/platform/config.ts';
import { getErrorMessage } from '../src/platform/error-message.ts';
import { exitAfter } from '../src/platform/process.ts';
import { getIsolationCommand } from '../src/platform/sandbox/network-isolation.ts';
import { loadWorkflowBundle, type WorkflowBundle } from '../src/platform/temporal/bundle.ts';
import { POLLER_IDENTITY, registerWorker } from '../src/platform/temporal/local-workers.ts';
import { createMissingNamespace } from '../src/platform/temporal/namespace.ts';
import type { PollingConnection } from '../src/platform/temporal/polling.ts';
import type { Services } from '../src/services.ts';
import type { ActivityContext, WORKER_SERVICES } from './context.ts';
import { createActivities } from './modules.ts';
import { observeRuns } from './observe-runs.ts';
import { redactErrors } from './redact-errors.ts';
import { InlineSteps, measureGateways } from './runs/inline-steps.ts';
import { guardGateways, Outages } from './runs/outages.ts';
import { RunEnds } from './runs/run-ends.ts';
import { pause, TemporalSetup } from './temporal-setup.ts';

/** Grace period in milliseconds for activities when their worker stops. */
const SHUTDOWN_GRACE_MS = 5000;
/** Milliseconds after which a stopping worker abandons activities that ignore their cancellation. */
const SHUTDOWN_FORCE_MS = 10_000;
/** Milliseconds between checks whether the workers still poll. */
const STATE_CHECK_MS = 1000;
/** Milliseconds after which a workflow task leaves its caching worker's sticky queue for any other worker. */
const STICKY_TIMEOUT_MS = 3000;
/** Milliseconds until the process exits after one of its workers failed. */
const EXIT_TIMEOUT_MS = 15_000;
/** Concurrent workflow tasks per process. Each may wait for the inline steps of its run. */
const MAX_WORKFLOW_TASKS = 200;
/** Concurrent local activities per process. Steps stop running inline long before this limit. */
const MAX_LOCAL_ACTIVITIES = 1000;

/** Runs the Temporal workers until `shutdown` resolves, then drains them. */
export async function runWorker(
  services: Pick<Services, (typeof WORKER_SERVICES)[number]>,
  shutdown: Promise<void>,
): Promise<void> {
  const { config, log, temporal } = services;
  const inlineSteps = new InlineSteps();
  const stopping = new AbortController();
  const outages = new Outages(services.db, log);
  const measured = { ...services, ...measureGateways(services, inlineSteps), outages };
  const ctx = { ...measured, ...guardGateways(measured), inlineSteps, shutdown: stopping.signal };
  const bundle = await loadWorkflowBundle(join(config.dataDir, 'cache'));
  const connection = await connect(config, services.polling);
  const client = await temporal.client();
  await createMissingNamespace(client);
  const ends = new RunEnds(ctx);
  const workers = await createWorkers(config, connection, bundle, ctx, ends);
  const stop = () => {
    stopping.abort();
    shutDown(workers);
    setTimeout(() => inlineSteps.handOver(), SHUTDOWN_GRACE_MS).unref();
  };
  void shutdown.then(stop);
  const running = workers.map((worker) => worker.run());
  const unregister = register(config, temporal);
  try {
    const { signal } = stopping;
    const watch = () => watchWorkers(workers, signal);
    await Promise.race([setUp(ctx, client, bundle.buildId, signal), watch(), Promise.all(running).then(watch)]);
    await Promise.all(running);
  } catch (error) {
    const problem = stopping.signal.aborted ? 'did not stop in time' : 'failed';
    log.error({ err: error }, `a worker ${problem}; this process exits`);
    // After one worker failed, the others may never finish.
    exitAfter(EXIT_TIMEOUT_MS);
    throw error;
  } finally {
    stop();
    await Promise.allSettled(running);
    await ends.flush();
    unregister();
  }
}

/** Runs the Temporal setup, then restores it whenever Temporal loses it, until `stop` is aborted. */
async function setUp(ctx: ActivityContext, client: Client, buildId: string, stop: AbortSignal): Promise<void> {
  const setup = new TemporalSetup(ctx, client, buildId);
  await setup.setUp(stop);
  if (stop.aborted) return;
  const queues = [...ctx.config.workerQueues.keys()];
  // Whether the operating system isolates document parsers from the network, or only the module loader does.
  const isolation = queues.includes('ingestion') && {
    parsers_cut_off_by: getIsolationCommand() === null ? 'modules' : 'system',
  };
  ctx.log.info({ build: buildId, queues, ...isolation }, 'worker ready');
  // Processes that start before this one ends load its modules faster.
  flushCompileCache();
  await setup.restoreUntil(stop);
}

/**
 * Throws when a worker ends before `stop` is aborted. A failed worker waits for its activities before its `run` rejects,
 * so its state shows the failure first.
 */
async function watchWorkers(workers: readonly Worker[], stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const ended = workers.find((worker) => worker.getState() !== 'RUNNING');
    if (ended) throw new Error(`the worker of ${ended.options.taskQueue} ended unexpectedly: ${ended.getState()}`);
    await pause(STATE_CHECK_MS, stop);
  }
}

/** Registers this process on its machine, for the command that checks whether it polls. */
function register(config: Config, { queues }: ActivityContext['temporal']): () => void {
  return registerWorker(
    config,
    [...config.workerQueues.keys()].map((name) => queues[name]),
  );
}

function shutDown(workers: readonly Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

async function connect({ temporalAddress }: Config, polling: PollingConnection): Promise<NativeConnection> {
  try {
    return await polling.connect();
  } catch (error) {
    const reason = getErrorMessage(error);
    throw new SettingError('TEMPORAL_ADDRESS', `Temporal cannot be reached at ${temporalAddress} (${reason})`);
  }
}

/**
 * Creates one worker per task queue that this process serves. The `runs` worker executes all workflows in one thread.
 */
function createWorkers(
  config: Config,
  connection: NativeConnection,
  { codePath, buildId }: WorkflowBundle,
  ctx: ActivityContext,
  ends: RunEnds,
): Promise<Worker[]> {
  const common = {
    connection,
    namespace: config.temporalNamespace,
    identity: POLLER_IDENTITY,
    interceptors: { activity: [redactErrors(ctx.log), observeRuns(ctx, ends)] },
    shutdownGraceTime: SHUTDOWN_GRACE_MS,
    shutdownForceTime: SHUTDOWN_FORCE_MS,
    // Waiting runs move to the newest build; workflows change only behind `patched()` and replay tests.
    workerDeploymentOptions: {
      useWorkerVersioning: true as const,
      version: { deploymentName: config.taskQueuePrefix, buildId },
      defaultVersioningBehavior: 'AUTO_UPGRADE' as const,
    },
  };
  const workflows = {
    workflowBundle: { codePath },
    // Another worker takes over the runs of a dead one after this time.
    stickyQueueScheduleToStartTimeout: STICKY_TIMEOUT_MS,
    maxConcurrentWorkflowTaskExecutions: MAX_WORKFLOW_TASKS,
    maxConcurrentLocalActivityExecutions: MAX_LOCAL_ACTIVITIES,
    maxCachedWorkflows: config.workflowCacheSize,
  };
  const workers = [...config.workerQueues].map(([name, slots]) =>
    Worker.create({
      ...common,
      ...(name === 'runs' && workflows),
      taskQueue: ctx.temporal.queues[name],
      activities: createActivities(name, ctx),
      // Maintenance occupies one slot permanently.
      maxConcurrentActivityTaskExecutions: name === 'background' ? slots + 1 : slots,
    }),
  );
  return Promise.all(workers);
}
