import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import type { NativeConnection, Worker } from '@temporalio/worker';
import { networkCut } from '../src/platform/apart/network.ts';
import { type Config, SettingError } from '../src/platform/config.ts';
import { endWithin } from '../src/platform/process.ts';
import { type WorkflowBundle, workflowBundle } from '../src/platform/temporal/bundle.ts';
import { makeMissingNamespace } from '../src/platform/temporal/namespace.ts';
import type { Polling } from '../src/platform/temporal/polling.ts';
import { POLLER_IDENTITY, tellOfWorker } from '../src/platform/temporal/workers-here.ts';
import type { Services } from '../src/services.ts';
import { keepLooking } from './background/looks.ts';
import type { ActivityContext, WORKER_SERVICES } from './context.ts';
import { tellOnlyKinds } from './faults.ts';
import { activitiesOf, LOOKS } from './rooms.ts';
import { Durations, measuredGateways } from './runs/durations.ts';
import { guardedGateways } from './runs/outages.ts';
import { Standing } from './standing.ts';
import { workersOfOneThread } from './workflow-thread.ts';

/** Milliseconds a stopping worker gives its activities before they are handed to another. */
const GRACE_MS = 5000;
/** Milliseconds a run's own worker has to pick up its next step before any other may. */
const STICKY_MS = 3000;
/** Milliseconds that a process has to end once one of its workers has failed. */
const GIVE_UP_MS = 15_000;
/** Workflow tasks that a process executes at once. Each may wait for the inline steps of its run. */
const WORKFLOW_TASKS = 200;
/** Local activities that a process executes at once. Steps decline to run inline long before. */
const LOCAL_ACTIVITIES = 1000;
/** Workflows that one process keeps in memory of a queue whose workflows seldom move. */
const SMALL_CACHE = 50;

/** Takes work from the queues until `told`, and gives back what is not done then. */
export async function takeWork(
  services: Pick<Services, (typeof WORKER_SERVICES)[number]>,
  told: Promise<void>,
): Promise<void> {
  const { config, log, temporal } = services;
  const durations = new Durations();
  const measured = { ...services, ...measuredGateways(services, durations) };
  const ctx = { ...measured, ...guardedGateways(measured), durations };
  const bundle = await workflowBundle(join(config.dataDir, 'cache'));
  const connection = await connect(config, services.polling);
  const client = await temporal.client();
  await makeMissingNamespace(client);
  const workers = await createWorkers(config, connection, bundle, ctx);
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    shutDown(workers);
  };
  void told.then(stop);
  const running = workers.map((worker) => worker.run());
  const stopLooking = keepLooking(ctx, config.workerQueues.has('background') ? LOOKS : []);
  const untell = tellHere(config, temporal);
  try {
    await Promise.race([stand(ctx, client, bundle.buildId, stopping.signal), Promise.all(running)]);
    await Promise.all(running);
  } catch (error) {
    log.error({ err: error }, 'this process can take work no more and ends');
    // One of its workers failed; the others may never come to their end.
    endWithin(GIVE_UP_MS);
    throw error;
  } finally {
    stop();
    await Promise.allSettled([stopLooking(), ...running]);
    untell();
  }
}

/** Sets up what must stand at Temporal and looks after it until `stop` is aborted. */
async function stand(ctx: ActivityContext, client: Client, buildId: string, stop: AbortSignal): Promise<void> {
  const standing = new Standing(ctx, client, buildId);
  await standing.setUp(stop);
  if (stop.aborted) return;
  const queues = [...ctx.config.workerQueues.keys()];
  // Whether documents are read without a network by the system's word, or by that of the modules alone.
  const cut = queues.includes('ingestion') && { parsers_cut_off_by: networkCut() === null ? 'modules' : 'system' };
  ctx.log.info({ build: buildId, queues, ...cut }, 'worker ready');
  await standing.keep(stop);
}

/** Tells of this process on its machine, for the command that says whether it polls. */
function tellHere(config: Config, { queues }: ActivityContext['temporal']): () => void {
  return tellOfWorker(
    config,
    [...config.workerQueues.keys()].map((name) => queues[name]),
  );
}

function shutDown(workers: readonly Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

async function connect({ temporalAddress }: Config, polling: Polling): Promise<NativeConnection> {
  try {
    return await polling.connected();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingError('TEMPORAL_ADDRESS', `Temporal can't be reached at ${temporalAddress} (${reason})`);
  }
}

/** One worker for each task queue that this process serves. */
function createWorkers(
  config: Config,
  connection: NativeConnection,
  bundle: WorkflowBundle,
  ctx: ActivityContext,
): Promise<Worker[]> {
  const { temporal } = ctx;
  const common = {
    connection,
    namespace: config.temporalNamespace,
    identity: POLLER_IDENTITY,
    workflowBundle: { codePath: bundle.codePath },
    interceptors: { activity: [tellOnlyKinds(ctx.log)] },
    shutdownGraceTime: GRACE_MS,
    // A run whose worker died is taken up by another after this long; waking a parked run must not feel broken.
    stickyQueueScheduleToStartTimeout: STICKY_MS,
    // Runs that wait move to the newest build; workflows change only behind `patched()` and replay tests.
    workerDeploymentOptions: {
      useWorkerVersioning: true as const,
      version: { deploymentName: config.taskQueuePrefix, buildId: bundle.buildId },
      defaultVersioningBehavior: 'AUTO_UPGRADE' as const,
    },
  };
  const served = [...config.workerQueues].map(([name, slots]) => ({
    name,
    slots,
    activities: activitiesOf(name, ctx),
  }));
  const OneThread = workersOfOneThread(Object.assign({}, ...served.map(({ activities }) => activities)));
  const serving = served.map(({ name, slots, activities }) =>
    OneThread.create({
      ...common,
      taskQueue: temporal.queues[name],
      activities,
      maxConcurrentActivityTaskExecutions: slots,
      maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS,
      maxConcurrentLocalActivityExecutions: LOCAL_ACTIVITIES,
      maxCachedWorkflows: name === 'runs' ? config.workflowCacheSize : SMALL_CACHE,
    }),
  );
  return Promise.all(serving);
}
