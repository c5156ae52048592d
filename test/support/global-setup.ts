import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { SettingError } from '../../src/platform/config.ts';
import { getCacheDir } from '../../src/platform/local/cache-dir.ts';
import { startNativePostgres } from '../../src/platform/local/native-postgres.ts';
import { findFreePort } from '../../src/platform/local/ports.ts';
import { findTemporal, startTemporal } from '../../src/platform/local/temporal.ts';
import { serveProfileApis } from './api-profiles.ts';
import { startSharedChromium } from './chromium.ts';
import { limitCompileCache } from './compile-cache.ts';
import { startModelServer } from './model-server.ts';
import { bundleProduct } from './product-bundle.ts';
import { openRunFolder, requireFreeSpace } from './run-folder.ts';
import { ServicesServer } from './services-server.ts';
import { MAILS_PER_MAILBOX, OPEN_SIGN_UP, RUNS_AS_ONE_PROCESS, type Servers, Stack, type StackInfo } from './stack.ts';
import { hasProductChangedSince } from './watched.ts';

declare module 'vitest' {
  interface ProvidedContext {
    servers: Servers;
    stack: StackInfo;
    /** File with the address of the run's Chromium. */
    chromium: string;
    /** Address that returns the origins of further API processes ({@link serveProfileApis}). */
    profileApis: string;
  }
}

/** Data need not survive the run, and JIT compilation does not pay off. */
const POSTGRES = {
  max_connections: '400',
  jit: 'off',
  // A torn page fails the whole run.
  full_page_writes: 'off',
  synchronous_commit: 'off',
  update_process_title: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  // Autovacuum visits one database per stack in this interval.
  autovacuum_naptime: '5min',
};

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Starts the servers and the stack that all test files share. Unit tests alone (HOLDFAST_UNIT=1) need none. A machine
 * that lacks something ends the run with one line.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  try {
    return await openRun(project);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function openRun(project: TestProject): Promise<() => Promise<void>> {
  limitCompileCache(process.env.NODE_COMPILE_CACHE ?? '');
  const needsStack = process.env.HOLDFAST_UNIT !== '1';
  if (needsStack) requireFreeSpace(tmpdir());
  // Watch mode restarts the product after each change.
  if (needsStack && !project.vitest.config.watch) await bundleProduct();
  await using opened = new AsyncDisposableStack();
  const folder = openRunFolder();
  opened.defer(() => folder.close());
  if (needsStack) await openStack(project, opened);
  const kept = opened.move();
  return () => kept.disposeAsync();
}

async function findFreePorts(count: 3): Promise<[number, number, number]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports] as [number, number, number];
}

async function openStack(project: TestProject, opened: AsyncDisposableStack): Promise<void> {
  const binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: getCacheDir(), print: say });
  const postgres = await startNativePostgres({ port: 0, fsync: false, settings: POSTGRES, print: say });
  opened.defer(() => postgres.stop());
  const temporal = await startTemporal({ binary, port: 0, namespace: 'default' });
  opened.defer(() => temporal.stop());
  const models = await startModelServer();
  opened.defer(() => models.close());
  const services = new ServicesServer();
  opened.defer(() => services.close());
  const chromium = await startSharedChromium();
  opened.defer(() => chromium.close());
  const servers = {
    postgresUrl: postgres.url,
    temporalAddress: temporal.address,
    modelServerUrl: models.url,
    servicesUrl: await services.listen(),
  };
  const stack = await Stack.create(servers, 'shared');
  opened.defer(() => stack.stop());
  const profileApis = await serveProfileApis(stack.info);
  opened.defer(() => profileApis.close());
  const [beside, metrics, sdkMetrics] = await findFreePorts(3);
  const ports = { beside, metrics, sdkMetrics };
  await startProcesses(stack, ports);
  // In watch mode, the servers keep running, and the product restarts after changes.
  let startedMs = Date.now();
  project.onTestsRerun(async () => {
    if (!hasProductChangedSince(startedMs)) return;
    startedMs = Date.now();
    await Promise.all([stack.stop(), profileApis.stop()]);
    await startProcesses(stack, ports);
  });
  project.provide('servers', servers);
  project.provide('chromium', chromium.url);
  project.provide('profileApis', profileApis.url);
  project.provide('stack', {
    ...stack.info,
    besideUrl: `http://127.0.0.1:${beside}`,
    workerMetricsUrl: `http://127.0.0.1:${metrics}/-/metrics`,
  });
}

/** Ports of the second API and of the worker's metrics. */
interface Ports {
  readonly beside: number;
  readonly metrics: number;
  readonly sdkMetrics: number;
}

/** Starts the product's processes. Resolves when they are ready. */
async function startProcesses(stack: Stack, { beside, metrics, sdkMetrics }: Ports): Promise<void> {
  const measured = { METRICS_PORT: String(metrics), TEMPORAL_METRICS_PORT: String(sdkMetrics) };
  const open = { ...OPEN_SIGN_UP, MAIL_RATE_LIMIT: String(MAILS_PER_MAILBOX) };
  if (RUNS_AS_ONE_PROCESS) await Promise.all([stack.startServe(undefined, measured), stack.startServe(beside, open)]);
  else {
    stack.startWorker(measured);
    // Request logs only cost time.
    const quiet = { LOG_LEVEL: 'warn' };
    await Promise.all([stack.startApi(undefined, quiet), stack.startApi(beside, { ...quiet, ...open })]);
  }
  await stack.ready();
}
