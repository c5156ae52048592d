import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createFoundation, type Foundation } from '../src/bootstrap.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import {
  createDatabase,
  createTemporal,
  type DatabaseKind,
  type Environment,
  type RunningProcess,
  toStackSettings,
  waitUntilReady,
} from '../src/platform/local/launch.ts';
import { findFreePort } from '../src/platform/local/ports.ts';
import { BASELINE_QUEUE, toThinkingModelName } from './constants.ts';
import { BenchProcess, type ProcessFolders } from './processes.ts';
import { startProductionTemporal } from './production-temporal.ts';
import { THINKING_DELAYS } from './thinking-models.ts';

/** Key ring of the product. */
export const ENCRYPTION_KEYS = `bench:${Buffer.alloc(32, 7).toString('base64')}`;
const NAMESPACE = 'default';
const MODEL_KEY = 'sk-bench';

const printLine = (line: string) => console.log(line);

/** Number of processes. Without workers, each API is also a worker, as in `npm run serve`. */
export interface ProcessCounts {
  readonly apis: number;
  readonly workers: number;
}

/** Parses `2x2` (APIs and workers) or `serve`. Returns undefined otherwise. */
export function parseProcesses(text: string): ProcessCounts | undefined {
  if (text === 'serve') return { apis: 1, workers: 0 };
  const [, apis, workers] = /^([1-9])x([1-9])$/.exec(text) ?? [];
  return apis === undefined || workers === undefined ? undefined : { apis: Number(apis), workers: Number(workers) };
}

/** A running Temporal server. */
export interface RunningTemporal {
  readonly address: string;
  readonly version: string;
  /** Processes by name. */
  readonly running: Readonly<Record<string, RunningProcess>>;
}

/** Servers that both sides use. */
export interface CommonServers {
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly temporalVersion: string;
  /** Model server that responds at once. */
  readonly modelUrl: string;
  /** Server of thinking models. A GET returns the number of calls. */
  readonly thinkingUrl: string;
  /** Server that tools call. */
  readonly toolUrl: string;
  /** Server of pages and searches. */
  readonly webUrl: string;
  /** MCP server of the called tool. */
  readonly mcpUrl: string;
  readonly modelsFile: string;
  /** Processes by name. */
  readonly running: Readonly<Record<string, RunningProcess>>;
}

/**
 * Starts Temporal, the model servers and the baseline worker. Calls `started` with each process. Temporal is that of
 * `npm start`, or the one in the folder `programs`, on Postgres.
 */
export async function startCommon(
  folders: ProcessFolders,
  settings: Environment,
  programs: string | undefined,
  started: (running: Pick<RunningProcess, 'stop'>) => void,
): Promise<CommonServers> {
  const server =
    programs === undefined
      ? await startDevTemporal(folders, started)
      : await startProductionTemporal(programs, folders.dir, NAMESPACE, started);
  const models = new BenchProcess(folders, 'model', 'bench/models.ts');
  started(models);
  const urls = JSON.parse(await models.waitForLine()) as ServerUrls;
  const baselineWorker = new BenchProcess(folders, 'baseline-worker', 'bench/baseline-worker.ts', {
    ...settings,
    TEMPORAL_ADDRESS: server.address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    BENCH_MODEL_URL: urls.fast,
    BENCH_THINKING_URL: urls.thinking,
  });
  started(baselineWorker);
  await baselineWorker.waitForLine();
  const modelsFile = join(folders.dir, 'models.yaml');
  writeFileSync(modelsFile, modelsYaml(urls));
  return {
    temporalAddress: server.address,
    namespace: NAMESPACE,
    temporalVersion: server.version,
    modelUrl: urls.fast,
    thinkingUrl: urls.thinking,
    toolUrl: urls.tool,
    webUrl: urls.web,
    mcpUrl: urls.mcp,
    modelsFile,
    running: { ...server.running, model: models, [BASELINE_QUEUE]: baselineWorker },
  };
}

async function startDevTemporal(
  folders: ProcessFolders,
  started: (running: Pick<RunningProcess, 'stop'>) => void,
): Promise<RunningTemporal> {
  const { binary, address, launch } = await createTemporal(folders.dir, NAMESPACE, printLine);
  const { stdout } = await promisify(execFile)(binary, ['--version']);
  const temporal = await launch();
  started(temporal);
  return { address, version: stdout.trim(), running: { temporal } };
}

interface ServerUrls {
  readonly fast: string;
  readonly slow: string;
  readonly thinking: string;
  readonly tool: string;
  readonly web: string;
  readonly mcp: string;
}

function modelsYaml(urls: ServerUrls): string {
  const model = (name: string, url: string) =>
    `  - { name: ${name}, provider: openai-compatible, vendor: bench, base_url: '${url}/v1', api_key_env: BENCH_MODEL_KEY, supports_tools: true, supports_vision: true, input_price: '100', output_price: '200' }\n`;
  const thinking = THINKING_DELAYS.map((thinkMs) => model(toThinkingModelName(thinkMs), urls.thinking)).join('');
  return `models:\n${model('scripted', urls.fast)}${model('slow', urls.slow)}${thinking}`;
}

/** The product with one database. */
export interface Product {
  /** Base address of the API without a path. */
  readonly baseUrl: string;
  /** Base addresses of all API processes. */
  readonly baseUrls: readonly string[];
  readonly owner: Foundation;
  /** Version that the database reports. */
  readonly databaseVersion: string;
  readonly databaseUrl: string;
  /** Folder of the product's files. */
  readonly dataDir: string;
  /** Whether the database is PGlite. */
  readonly embedded: boolean;
  readonly api: BenchProcess;
  readonly worker: BenchProcess;
  /** Starts another API with its own settings. Returns its base address. */
  readonly apiBeside: (settings: Environment) => Promise<string>;
  /** Processes by name. */
  readonly running: Readonly<Record<string, RunningProcess>>;
}

/**
 * Starts a database, the workers and the APIs. Calls `started` with each process. `name` distinguishes two products.
 */
export async function startProduct(
  folders: ProcessFolders,
  kind: DatabaseKind,
  common: CommonServers,
  {
    settings,
    processes,
    name: product = kind,
  }: { readonly settings: Environment; readonly processes: ProcessCounts; readonly name?: string },
  started: (running: Pick<RunningProcess, 'stop'>) => void,
): Promise<Product> {
  const dataDir = join(folders.dir, product);
  mkdirSync(dataDir);
  const database = await createDatabase(kind, dataDir, printLine);
  const postgres = await database.launch();
  started({ stop: () => postgres.stop().then(database.remove) });
  const { owner, version } = await prepareDatabase(database.url);
  const env = {
    ...settings,
    ...toStackSettings({ ...common, databaseUrl: database.url, dataDir, encryptionKeys: ENCRYPTION_KEYS }),
    TASK_QUEUE_PREFIX: `bench-${product}`,
    MODELS_FILE: common.modelsFile,
    BENCH_MODEL_KEY: MODEL_KEY,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    WEB_SEARCH_PROVIDER: 'searxng',
    WEB_SEARCH_URL: common.webUrl,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '0',
    STREAMS_PER_CREDENTIAL: '0',
    STREAMS_PER_PROJECT: '0',
  };
  const begin = (name: string, entry: string, port?: number, more: Environment = {}) => {
    const own: Environment = port === undefined ? more : { ...more, PORT: String(port) };
    const process = new BenchProcess(folders, `${name}-${product}`, entry, { ...env, ...own });
    started(process);
    return process;
  };
  const ports = await Promise.all(Array.from({ length: processes.apis }, findFreePort));
  const workers = Array.from({ length: processes.workers }, (_, n) =>
    begin(toProcessName('worker', n), 'activities/worker.ts'),
  );
  const entry = workers.length === 0 ? 'scripts/serve.ts' : 'api/server.ts';
  const apis = ports.map((port, n) => begin(toProcessName('api', n), entry, port));
  const [api] = apis;
  if (!api) throw new Error('there has to be an API');
  const worker = workers[0] ?? api;
  const baseUrls = ports.map((port) => `http://127.0.0.1:${port}`);
  const [baseUrl = ''] = baseUrls;
  for (const url of baseUrls) await api.raceWithExit(worker.raceWithExit(waitUntilReady(url)));
  const apiBeside = async (more: Environment) => {
    const port = await findFreePort();
    const beside = begin('api-beside', 'api/server.ts', port, more);
    const url = `http://127.0.0.1:${port}`;
    await beside.raceWithExit(waitUntilReady(url));
    return url;
  };
  return {
    apiBeside,
    baseUrl,
    baseUrls,
    owner,
    databaseVersion: version,
    databaseUrl: database.url,
    dataDir,
    embedded: kind === 'pglite',
    api,
    worker,
    running: {
      ...Object.fromEntries(apis.map((one, n) => [toProcessName('api', n), one])),
      ...Object.fromEntries(workers.map((one, n) => [toProcessName('worker', n), one])),
      postgres,
    },
  };
}

/** The first process of a kind has no number. */
function toProcessName(name: string, n: number): string {
  return n === 0 ? name : `${name}-${n + 1}`;
}

async function prepareDatabase(url: string): Promise<{ owner: Foundation; version: string }> {
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
