import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createFoundation, type Foundation } from '../src/identity/bootstrap.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { productCacheDir } from '../src/platform/local/cache-dir.ts';
import { startNativePostgres } from '../src/platform/local/native-postgres.ts';
import { pgliteUrl } from '../src/platform/local/pglite-address.ts';
import { freePort } from '../src/platform/local/ports.ts';
import { findTemporal, startTemporal } from '../src/platform/local/temporal.ts';
import { retrying, waitForPostgres } from '../src/platform/local/waiting.ts';
import { FLOOR_QUEUE } from './names.ts';
import { BenchProcess, type Workshop } from './processes.ts';

/** The key ring of the product. */
export const ENCRYPTION_KEYS = `bench:${Buffer.alloc(32, 7).toString('base64')}`;

export type DatabaseKind = 'native' | 'pglite';

const NAMESPACE = 'default';
const START_MS = 60_000;
const MODEL_KEY = 'sk-bench';

/** Something that runs until it is stopped, and the process its CPU time is counted from. */
export interface Running {
  /** Process id; undefined where there is none. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/** Environment variables that both sides are given besides those of the bench. */
export type Settings = Readonly<Record<string, string>>;

/** What both sides stand on. */
export interface CommonServers {
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly temporalVersion: string;
  /** The model server that answers at once. */
  readonly modelUrl: string;
  /** The server that tools call. */
  readonly toolUrl: string;
  readonly modelsFile: string;
  /** By name. */
  readonly running: Readonly<Record<string, Running>>;
}

/** Starts Temporal as `npm start` does, the model servers and the bare workflows' worker. `started` hears of each at once. */
export async function startCommon(
  workshop: Workshop,
  settings: Settings,
  started: (running: Running) => void,
): Promise<CommonServers> {
  const say = (line: string) => console.log(line);
  const binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: productCacheDir(), say });
  const { stdout } = await promisify(execFile)(binary, ['--version']);
  const temporal = await startTemporal({
    binary,
    port: 0,
    namespace: NAMESPACE,
    dbFile: join(workshop.dir, 'temporal.db'),
  });
  const temporalRunning = { pid: temporal.child.pid, stop: temporal.stop };
  started(temporalRunning);
  const models = new BenchProcess(workshop, 'model', ['bench/models.ts']);
  started(runningOf(models));
  const urls = JSON.parse(await models.firstLine) as ServerUrls;
  const floor = new BenchProcess(workshop, 'floor-worker', ['bench/floor-worker.ts'], {
    ...settings,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    BENCH_MODEL_URL: urls.fast,
  });
  started(runningOf(floor));
  await floor.firstLine;
  const modelsFile = join(workshop.dir, 'models.yaml');
  writeFileSync(modelsFile, modelsYaml(urls));
  return {
    temporalAddress: temporal.address,
    namespace: NAMESPACE,
    temporalVersion: stdout.trim(),
    modelUrl: urls.fast,
    toolUrl: urls.tool,
    modelsFile,
    running: { temporal: temporalRunning, model: runningOf(models), [FLOOR_QUEUE]: runningOf(floor) },
  };
}

function runningOf(process: BenchProcess): Running {
  return { pid: process.child.pid, stop: () => process.stop() };
}

interface ServerUrls {
  readonly fast: string;
  readonly slow: string;
  readonly tool: string;
}

function modelsYaml(urls: ServerUrls): string {
  const model = (name: string, url: string) =>
    `  - { name: ${name}, provider: openai-compatible, vendor: bench, base_url: '${url}/v1', api_key_env: BENCH_MODEL_KEY, supports_tools: true, supports_vision: true, input_price: '100', output_price: '200' }\n`;
  return `models:\n${model('scripted', urls.fast)}${model('slow', urls.slow)}`;
}

/** The product over one database. */
export interface Product {
  /** Base address of the API, without a path. */
  readonly baseUrl: string;
  readonly owner: Foundation;
  /** What the database says it is. */
  readonly databaseVersion: string;
  readonly databaseUrl: string;
  /** Folder that the product keeps files in. */
  readonly dataDir: string;
  /** Whether the database is PGlite. */
  readonly embedded: boolean;
  readonly api: BenchProcess;
  readonly worker: BenchProcess;
  /** By name. */
  readonly running: Readonly<Record<string, Running>>;
}

/** Starts a database, the worker and the API, each as `npm start` runs it. `started` hears of each at once. */
export async function startProduct(
  workshop: Workshop,
  kind: DatabaseKind,
  common: CommonServers,
  settings: Settings,
  started: (running: Running) => void,
): Promise<Product> {
  const dataDir = join(workshop.dir, kind);
  mkdirSync(dataDir);
  const database = await (kind === 'native' ? startNative() : startEmbedded(workshop, dataDir));
  started(database);
  await waitForPostgres(database.url, START_MS, new AbortController().signal);
  const { owner, version } = await prepare(database.url);
  const port = await freePort();
  const env = {
    ...settings,
    PORT: String(port),
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: common.temporalAddress,
    TEMPORAL_NAMESPACE: common.namespace,
    TASK_QUEUE_PREFIX: `bench-${kind}`,
    DATA_DIR: dataDir,
    MODELS_FILE: common.modelsFile,
    BENCH_MODEL_KEY: MODEL_KEY,
    ENCRYPTION_KEYS,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  const worker = new BenchProcess(workshop, `worker-${kind}`, ['activities/worker.ts'], env);
  started(runningOf(worker));
  const api = new BenchProcess(workshop, `api-${kind}`, ['api/server.ts'], env);
  started(runningOf(api));
  const died = Promise.race([worker.ended, api.ended]).then((words) => Promise.reject(new Error(words)));
  died.catch(() => undefined);
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/-/ready`);
    if (!response.ok) throw new Error(await response.text());
  };
  await Promise.race([retrying(ready, { timeoutMs: START_MS, signal: new AbortController().signal }), died]);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    owner,
    databaseVersion: version,
    databaseUrl: database.url,
    dataDir,
    embedded: kind === 'pglite',
    api,
    worker,
    running: { api: runningOf(api), worker: runningOf(worker), postgres: database },
  };
}

interface Database extends Running {
  readonly url: string;
}

/** With fsync, as a server that keeps its promises runs. */
async function startNative(): Promise<Database> {
  const postgres = await startNativePostgres({ port: 0, fsync: true, say: (line) => console.log(line) });
  const pid = Number(readFileSync(join(postgres.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return { url: postgres.url, pid, stop: postgres.stop };
}

async function startEmbedded(workshop: Workshop, dataDir: string): Promise<Database> {
  const port = await freePort();
  const embedded = new BenchProcess(workshop, 'pglite', ['src/platform/local/pglite.ts', dataDir, String(port)]);
  await embedded.firstLine;
  return { ...runningOf(embedded), url: pgliteUrl(dataDir, port) };
}

async function prepare(url: string): Promise<{ owner: Foundation; version: string }> {
  const db = openDatabase(url, 1, () => undefined);
  await migrate(db);
  const owner = await createFoundation(db, {
    organization: 'Bench',
    project: 'Bench',
    email: 'bench@example.com',
    credits: '1000000',
  });
  await db.destroy();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ version: string }>('select version()');
  await client.end();
  return { owner, version: rows[0]?.version.split(' on ')[0] ?? 'unknown' };
}
