import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { type Config, required, SettingError } from '../src/platform/config.ts';
import { runProcess, untilTold } from '../src/platform/process.ts';
import { type WorkflowBundle, workflowBundle } from '../src/platform/temporal/bundle.ts';
import { setCurrentVersion } from '../src/platform/temporal/deployment.ts';
import { scheduleReconciler } from '../src/platform/temporal/schedule.ts';
import { openServices } from '../src/services.ts';
import { keepLooking } from './background/looks.ts';
import { type ActivityContext, WORKER_SERVICES } from './context.ts';
import { tellOnlyKinds } from './faults.ts';
import { activitiesOf, LOOKS } from './rooms.ts';
import { stepActivities } from './runs/steps/here.ts';
import { timedModels } from './runs/steps/timed.ts';
import { StepsUnderWay } from './runs/steps/under-way.ts';

/** Milliseconds a stopping worker gives its activities before they are handed to another. */
const GRACE_MS = 5000;
/** Milliseconds a run's own worker has to pick up its next step before any other may. */
const STICKY_MS = 3000;
/** Milliseconds for which a stopping process still takes up waiting for steps that it has just begun. */
const TAKE_UP_MS = 1000;
/** Workflow tasks that a process holds at once: each waits for the step that it began, if only for a moment. */
const WORKFLOW_TASKS = 200;
/** Local activities that a process executes at once: a workflow task may begin several steps. */
const LOCAL_ACTIVITIES = 500;
/** Workflows that one process keeps in memory of a queue whose workflows seldom move. */
const SMALL_CACHE = 50;

/** Runs one worker process until it is told to stop. */
async function main(): Promise<number> {
  await using services = await openServices('worker', WORKER_SERVICES);
  const { config, log, temporal } = services;
  const ownQueue = `${temporal.queues.runs}-${randomUUID()}`;
  const steps = new StepsUnderWay(ownQueue, config.workerQueues.get('runs') ?? 0, log);
  const ctx = timedModels({ ...services, steps });
  quietRuntime(log);
  const bundle = await workflowBundle(join(config.dataDir, 'cache'));
  const connection = await connect(config);
  const workers = await createWorkers(config, connection, bundle, ctx);
  const waiting = config.workerQueues.has('runs') ? [await createStepWorker(config, connection, ctx)] : [];
  const stop = async () => {
    steps.close();
    shutDown(workers);
    await Promise.race([steps.idle(), pause(TAKE_UP_MS)]);
    shutDown(waiting);
  };
  void untilTold().then(stop);
  const running = [...workers, ...waiting].map((worker) => worker.run());
  const stopLooking = keepLooking(ctx, config.workerQueues.has('background') ? LOOKS : []);
  try {
    const client = await temporal.client();
    if (config.setCurrentVersion) await setCurrentVersion(client, config.taskQueuePrefix, bundle.buildId);
    if (config.workerQueues.has('background'))
      await scheduleReconciler(client, temporal.queues, config.reconcileSeconds);
    log.info({ build: bundle.buildId, queues: [...config.workerQueues.keys()] }, 'worker ready');
    await Promise.all(running);
  } finally {
    await Promise.allSettled([stop(), stopLooking(), ...running]);
    await connection.close();
  }
  return 0;
}

function shutDown(workers: readonly Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
}

async function connect(config: Config): Promise<NativeConnection> {
  const address = required(config.temporalAddress, 'TEMPORAL_ADDRESS', 'name the Temporal frontend as host:port');
  try {
    return await NativeConnection.connect({ address });
  } catch (error) {
    throw new SettingError('TEMPORAL_ADDRESS', `Temporal can't be reached at ${address} (${(error as Error).message})`);
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
  const serving = [...config.workerQueues].map(([name, slots]) =>
    Worker.create({
      ...common,
      taskQueue: temporal.queues[name],
      activities: activitiesOf(name, ctx),
      maxConcurrentActivityTaskExecutions: slots,
      maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS,
      maxConcurrentLocalActivityExecutions: LOCAL_ACTIVITIES,
      maxCachedWorkflows: name === 'runs' ? config.workflowCacheSize : SMALL_CACHE,
    }),
  );
  return Promise.all(serving);
}

/** The worker of this process's own queue, on which its steps are waited for. It belongs to no version: they are this process's. */
function createStepWorker(config: Config, connection: NativeConnection, ctx: ActivityContext): Promise<Worker> {
  return Worker.create({
    connection,
    namespace: config.temporalNamespace,
    taskQueue: ctx.steps.queue,
    activities: stepActivities(ctx.steps),
    interceptors: { activity: [tellOnlyKinds(ctx.log)] },
    shutdownGraceTime: GRACE_MS,
    // As many as are under way.
    maxConcurrentActivityTaskExecutions: config.workerQueues.get('runs') ?? 1,
  });
}

/** The SDK's log lines in the process's own log. */
function quietRuntime(log: Logger): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      // The worker of the process's own queue has none on purpose.
      if (message.startsWith('No workflows registered')) return;
      log[levels[level as keyof typeof levels] ?? 'info'](
        { sdk: meta?.sdkComponent, workflow_id: meta?.workflowId },
        message,
      );
    }),
    shutdownSignals: [],
  });
}

await runProcess(main);
