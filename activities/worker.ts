import { join } from 'node:path';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { type Logger, pino } from 'pino';
import { openBlobs } from '../src/files/blobs/kinds.ts';
import { openInviteCodes } from '../src/organizations/invites/codes.ts';
import { type Config, loadConfig, required, SettingError } from '../src/platform/config.ts';
import { openStore } from '../src/platform/db/store.ts';
import { openResolver } from '../src/platform/dns.ts';
import { createGuardedClient } from '../src/platform/http/guarded.ts';
import { exitWithParent, WRONG_SETTING_CODE } from '../src/platform/local/parent-watch.ts';
import { loggerOptions } from '../src/platform/log.ts';
import { openMailer } from '../src/platform/mail/mailer.ts';
import { loadModels } from '../src/platform/models/catalogue.ts';
import { createModelGateway } from '../src/platform/models/gateway.ts';
import { type WorkflowBundle, workflowBundle } from '../src/platform/temporal/bundle.ts';
import { setCurrentVersion } from '../src/platform/temporal/deployment.ts';
import { scheduleReconciler } from '../src/platform/temporal/schedule.ts';
import { openTemporal, type RunStarter } from '../src/platform/temporal/starter.ts';
import { openWatcher, STOP_CHANNEL } from '../src/platform/watcher.ts';
import { agentActivities } from './agents/index.ts';
import { backgroundActivities } from './background/reconcile.ts';
import type { ActivityContext } from './context.ts';
import { tellOnlyKinds } from './faults.ts';
import { organizationActivities } from './organizations/index.ts';
import { taskActivities } from './tasks/call-model.ts';

/** Milliseconds a stopping worker gives its activities before they are handed to another. */
const GRACE_MS = 5000;
/** Milliseconds a run's own worker has to pick up its next step before any other may. */
const STICKY_MS = 3000;
/** Background work one process does at once; most of it waits for mail and DNS servers. */
const BACKGROUND_CONCURRENCY = 20;
/** Workflows of the background queue that one process keeps in memory. */
const BACKGROUND_CACHE = 50;

/** Runs one worker process until it is told to stop. */
async function main(): Promise<void> {
  const config = loadConfig();
  const log = pino(loggerOptions(config.logLevel, 'worker'));
  quietRuntime(log);
  const ctx = await openContext(config, log);
  const connection = await connect(config);
  const bundle = await workflowBundle(join(config.dataDir, 'cache'));
  const temporal = openTemporal(config);
  const workers = await createWorkers(config, connection, bundle, ctx, temporal);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  exitWithParent(stop);
  const running = Promise.all(workers.map((worker) => worker.run()));
  if (config.setCurrentVersion) await setCurrentVersion(temporal.client, config.taskQueuePrefix, bundle.buildId);
  await scheduleReconciler(temporal.client, temporal.queues, config.reconcileSeconds);
  log.info({ build: bundle.buildId }, 'worker ready');
  await running;
  await ctx.mailer.close();
  await ctx.watcher.close();
  await ctx.blobs.close();
  await temporal.close();
  await connection.close();
  await ctx.db.destroy();
}

async function openContext(config: Config, log: Logger): Promise<ActivityContext> {
  const { url, db, ring } = await openStore(config, log);
  return {
    config,
    db,
    blobs: await openBlobs(config),
    models: await loadModels(config),
    gateway: createModelGateway({ env: process.env, silenceMs: config.modelSilenceMs }),
    http: createGuardedClient({ allowPrivate: config.allowPrivateAddresses }),
    watcher: await openWatcher(db, url, config.watchTickMs, log, STOP_CHANNEL),
    mailer: openMailer(config, log),
    inviteCodes: openInviteCodes(db, ring),
    resolver: openResolver(config.dnsServers),
    log,
  };
}

async function connect(config: Config): Promise<NativeConnection> {
  const address = required(config.temporalAddress, 'TEMPORAL_ADDRESS', 'name the Temporal frontend as host:port');
  try {
    return await NativeConnection.connect({ address });
  } catch (error) {
    throw new SettingError('TEMPORAL_ADDRESS', `Temporal can't be reached at ${address} (${(error as Error).message})`);
  }
}

/** One worker per task queue that this build has work for. */
function createWorkers(
  config: Config,
  connection: NativeConnection,
  bundle: WorkflowBundle,
  ctx: ActivityContext,
  temporal: RunStarter,
): Promise<Worker[]> {
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
  const runs = Worker.create({
    ...common,
    taskQueue: temporal.queues.runs,
    activities: { ...taskActivities(ctx), ...agentActivities(ctx) },
    maxConcurrentActivityTaskExecutions: config.workerConcurrency,
    maxCachedWorkflows: config.workflowCacheSize,
  });
  const background = Worker.create({
    ...common,
    taskQueue: temporal.queues.background,
    activities: { ...backgroundActivities(ctx, temporal), ...organizationActivities(ctx) },
    maxConcurrentActivityTaskExecutions: BACKGROUND_CONCURRENCY,
    maxCachedWorkflows: BACKGROUND_CACHE,
  });
  return Promise.all([runs, background]);
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

main().catch((error: unknown) => {
  const line = error instanceof SettingError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${line}\n`);
  process.exit(error instanceof SettingError ? WRONG_SETTING_CODE : 1);
});
