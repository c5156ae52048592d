import { join } from 'node:path';
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

/** Milliseconds a stopping worker gives its activities before they are handed to another. */
const GRACE_MS = 5000;
/** Milliseconds a run's own worker has to pick up its next step before any other may. */
const STICKY_MS = 3000;
/** Workflows that one process keeps in memory of a queue whose workflows seldom move. */
const SMALL_CACHE = 50;

/** Runs one worker process until it is told to stop. */
async function main(): Promise<number> {
  await using ctx = await openServices('worker', WORKER_SERVICES);
  const { config, log, temporal } = ctx;
  quietRuntime(log);
  const bundle = await workflowBundle(join(config.dataDir, 'cache'));
  const connection = await connect(config);
  const workers = await createWorkers(config, connection, bundle, ctx);
  const stop = () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  void untilTold().then(stop);
  const running = workers.map((worker) => worker.run());
  const stopLooking = keepLooking(ctx, config.workerQueues.has('background') ? LOOKS : []);
  try {
    const client = await temporal.client();
    if (config.setCurrentVersion) await setCurrentVersion(client, config.taskQueuePrefix, bundle.buildId);
    if (config.workerQueues.has('background'))
      await scheduleReconciler(client, temporal.queues, config.reconcileSeconds);
    log.info({ build: bundle.buildId, queues: [...config.workerQueues.keys()] }, 'worker ready');
    await Promise.all(running);
  } finally {
    stop();
    await Promise.allSettled([stopLooking(), ...running]);
    await connection.close();
  }
  return 0;
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
      maxCachedWorkflows: name === 'runs' ? config.workflowCacheSize : SMALL_CACHE,
    }),
  );
  return Promise.all(serving);
}

/** The SDK's log lines in the process's own log. */
function quietRuntime(log: Logger): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      log[levels[level as keyof typeof levels] ?? 'info'](
        { sdk: meta?.sdkComponent, workflow_id: meta?.workflowId },
        message,
      );
    }),
    shutdownSignals: [],
  });
}

await runProcess(main);
