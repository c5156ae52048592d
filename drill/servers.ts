import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productCacheDir } from '../src/platform/local/cache-dir.ts';
import { type NativePostgres, startNativePostgres } from '../src/platform/local/native-postgres.ts';
import { pgliteUrl } from '../src/platform/local/pglite-address.ts';
import { freePort } from '../src/platform/local/ports.ts';
import { eachLine, exited, killGroup } from '../src/platform/local/processes.ts';
import { findTemporal, startTemporal, type TemporalServer } from '../src/platform/local/temporal.ts';
import { retrying, waitForPostgres } from '../src/platform/local/waiting.ts';
import { MODEL_KEY, modelsYaml, ProductProcess } from '../test/support/stack.ts';
import type { DrillOptions } from './options.ts';
import { type Body, Victim } from './victim.ts';

const NAMESPACE = 'default';
const START_MS = 120_000;
const FOREVER = new AbortController().signal;

/** The running product, as processes that can be killed. */
export interface Servers {
  readonly databaseUrl: string;
  /** Base addresses of the API processes. */
  readonly apis: readonly string[];
  readonly victims: readonly Victim[];
  /** Starts what needs a database that is migrated: the API processes and the workers. */
  startProduct(): Promise<void>;
  /** Stops everything and removes what only the servers need. */
  stop(): Promise<void>;
}

/** Starts the database and Temporal, in a folder for data and logs. `say` hears of long steps. */
export async function startServers(
  folder: string,
  options: DrillOptions,
  modelUrl: string,
  say: (line: string) => void,
): Promise<Servers> {
  const postgres = await (options.database === 'native' ? nativePostgres(say) : embeddedPostgres(folder));
  const temporal = await temporalServer(folder, say);
  const env = productEnv(folder, modelUrl, postgres.url, temporal.address, options);
  const ports = [await freePort(), await freePort()];
  const apis = ports.map((port, n) => apiProcess(folder, `api-${n + 1}`, port, env));
  const workers = [1, 2].map((n) => workerProcess(folder, `worker-${n}`, env));
  const first = [postgres.victim, temporal.victim];
  const product = [...apis, ...workers];
  return {
    databaseUrl: postgres.url,
    apis: ports.map((port) => `http://127.0.0.1:${port}`),
    victims: [...product, ...first],
    async startProduct() {
      await Promise.all(product.map((victim) => victim.start()));
    },
    async stop() {
      await Promise.all(product.map((victim) => victim.stop()));
      await Promise.all(first.map((victim) => victim.stop()));
      postgres.remove();
    },
  };
}

function productEnv(folder: string, modelUrl: string, databaseUrl: string, address: string, options: DrillOptions) {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const modelsFile = join(folder, 'models.yaml');
  writeFileSync(modelsFile, modelsYaml(modelUrl));
  return {
    DATABASE_URL: databaseUrl,
    // The embedded database serves 40 connections, of which four processes and the audit need some each.
    DATABASE_POOL_SIZE: options.database === 'native' ? '10' : '6',
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    TASK_QUEUE_PREFIX: 'drill',
    DATA_DIR: dataDir,
    MODELS_FILE: modelsFile,
    TEST_MODEL_KEY: MODEL_KEY,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    ENCRYPTION_KEYS: `drill:${Buffer.alloc(32, 7).toString('base64')}`,
    RATE_LIMIT: '0',
    // Runs whose workflow got lost must not make the drill wait for half a minute each.
    RECONCILE_SECONDS: '5',
  };
}

function apiProcess(folder: string, name: string, port: number, env: Record<string, string>): Victim {
  const health = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/-/health`);
    if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  };
  return new Victim(name, 'api', async () => {
    const settings = { ...env, PORT: String(port), LOG_LEVEL: 'warn' };
    const started = new ProductProcess('api/server.ts', settings, join(folder, `${name}.log`));
    await orEnded(name, started, retrying(health, { timeoutMs: START_MS, signal: FOREVER }));
    return started;
  });
}

function workerProcess(folder: string, name: string, env: Record<string, string>): Victim {
  return new Victim(name, 'worker', async () => {
    const settings = { ...env, LOG_LEVEL: 'info' };
    const started = new ProductProcess('activities/worker.ts', settings, join(folder, `${name}.log`));
    const ready = new Promise<void>((resolve) =>
      eachLine(started.child.stdout, (line) => line.includes('worker ready') && resolve()),
    );
    await orEnded(name, started, ready);
    return started;
  });
}

/** Resolves with `ready`; rejects when the process ends before. */
async function orEnded(name: string, started: ProductProcess, ready: Promise<unknown>): Promise<void> {
  const ended = started.ended.then(() => Promise.reject(new Error(`${name} ended before it was ready`)));
  ended.catch(() => undefined);
  try {
    await Promise.race([ready, ended]);
  } catch (error) {
    await started.kill();
    throw error;
  }
}

async function temporalServer(folder: string, say: (line: string) => void) {
  const binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: productCacheDir(), say });
  const port = await freePort();
  const dbFile = join(folder, 'temporal.db');
  const victim = new Victim('temporal', 'temporal', async () => {
    return temporalBody(await startTemporal({ binary, port, namespace: NAMESPACE, dbFile }));
  });
  await victim.start();
  return { victim, address: `127.0.0.1:${port}` };
}

function temporalBody({ child, stop }: TemporalServer): Body {
  return {
    ended: exited(child),
    async kill() {
      killGroup(child);
      await exited(child);
    },
    stop,
  };
}

async function nativePostgres(say: (line: string) => void) {
  let server: NativePostgres = await startNativePostgres({ port: 0, fsync: true, say });
  const { dataDir, port, url } = server;
  let first: NativePostgres | undefined = server;
  const victim = new Victim('postgres', 'postgres', async () => {
    server = first ?? (await startNativePostgres({ dataDir, port, fsync: true }));
    first = undefined;
    return server;
  });
  await victim.start();
  return { victim, url, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function embeddedPostgres(folder: string) {
  const port = await freePort();
  const dataDir = join(folder, `pglite-${randomUUID().slice(0, 8)}`);
  mkdirSync(dataDir);
  const url = pgliteUrl(dataDir, port);
  const victim = new Victim('postgres', 'postgres', async () => {
    const args = [dataDir, String(port)];
    const started = new ProductProcess('src/platform/local/pglite.ts', {}, join(folder, 'pglite.log'), args);
    await orEnded('postgres', started, waitForPostgres(url, START_MS, FOREVER));
    return started;
  });
  await victim.start();
  return { victim, url, remove: () => undefined };
}
