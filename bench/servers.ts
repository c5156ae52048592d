import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createFoundation, type Foundation } from '../src/identity/bootstrap.ts';
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
import { FLOOR_QUEUE, thinkingModel } from './names.ts';
import { BenchProcess, type Workshop } from './processes.ts';
import { startProductionTemporal } from './production-temporal.ts';
import { THOUGHTS } from './thinking.ts';

/** The key ring of the product. */
export const ENCRYPTION_KEYS = `bench:${Buffer.alloc(32, 7).toString('base64')}`;
const NAMESPACE = 'default';
const MODEL_KEY = 'sk-bench';

const say = (line: string) => console.log(line);

/** How many processes the product is; where none is a worker, each API is one as well, as `npm run serve` has it. */
export interface Processes {
  readonly apis: number;
  readonly workers: number;
}

/** Reads such as `2x2` (APIs and workers) or `serve`. Undefined where it is neither. */
export function readProcesses(text: string): Processes | undefined {
  if (text === 'serve') return { apis: 1, workers: 0 };
  const [, apis, workers] = /^([1-9])x([1-9])$/.exec(text) ?? [];
  return apis === undefined || workers === undefined ? undefined : { apis: Number(apis), workers: Number(workers) };
}

/** A Temporal that runs. */
export interface OpenedTemporal {
  readonly address: string;
  readonly version: string;
  /** Its processes by name. */
  readonly running: Readonly<Record<string, RunningProcess>>;
}

/** What both sides stand on. */
export interface CommonServers {
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly temporalVersion: string;
  /** The model server that answers at once. */
  readonly modelUrl: string;
  /** That of models that think: a GET tells how many calls were begun there. */
  readonly thinkingUrl: string;
  /** The server that tools call. */
  readonly toolUrl: string;
  /** The server of pages and of searches. */
  readonly webUrl: string;
  /** The MCP server whose tool is called. */
  readonly mcpUrl: string;
  readonly modelsFile: string;
  /** By name. */
  readonly running: Readonly<Record<string, RunningProcess>>;
}

/**
 * Starts Temporal, the model servers and the bare workflows' worker. `started` hears of each at once. Temporal is as `npm start`
 * has it, or what lies in a folder of `programs`, on Postgres.
 */
export async function startCommon(
  workshop: Workshop,
  settings: Environment,
  programs: string | undefined,
  started: (running: Pick<RunningProcess, 'stop'>) => void,
): Promise<CommonServers> {
  const server =
    programs === undefined
      ? await startDevTemporal(workshop, started)
      : await startProductionTemporal(programs, workshop.dir, NAMESPACE, started);
  const models = new BenchProcess(workshop, 'model', 'bench/models.ts');
  started(models);
  const urls = JSON.parse(await models.waitForLine()) as ServerUrls;
  const floor = new BenchProcess(workshop, 'floor-worker', 'bench/floor-worker.ts', {
    ...settings,
    TEMPORAL_ADDRESS: server.address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    BENCH_MODEL_URL: urls.fast,
  });
  started(floor);
  await floor.waitForLine();
  const modelsFile = join(workshop.dir, 'models.yaml');
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
    running: { ...server.running, model: models, [FLOOR_QUEUE]: floor },
  };
}

async function startDevTemporal(
  workshop: Workshop,
  started: (running: Pick<RunningProcess, 'stop'>) => void,
): Promise<OpenedTemporal> {
  const { binary, address, launch } = await createTemporal(workshop.dir, NAMESPACE, say);
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
  const thinking = THOUGHTS.map(({ thinkMs }) => model(thinkingModel(thinkMs), urls.thinking)).join('');
  return `models:\n${model('scripted', urls.fast)}${model('slow', urls.slow)}${thinking}`;
}

/** The product over one database. */
export interface Product {
  /** Base address of the API, without a path. */
  readonly baseUrl: string;
  /** The same of all API processes. */
  readonly baseUrls: readonly string[];
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
  /** Starts another API beside, with settings of its own. Answers its base address. */
  readonly apiBeside: (settings: Environment) => Promise<string>;
  /** By name. */
  readonly running: Readonly<Record<string, RunningProcess>>;
}

/** Starts a database, the workers and the APIs. `started` hears of each at once. */
export async function startProduct(
  workshop: Workshop,
  kind: DatabaseKind,
  common: CommonServers,
  { settings, processes }: { readonly settings: Environment; readonly processes: Processes },
  started: (running: Pick<RunningProcess, 'stop'>) => void,
): Promise<Product> {
  const dataDir = join(workshop.dir, kind);
  mkdirSync(dataDir);
  const database = await createDatabase(kind, dataDir, say);
  const postgres = await database.launch();
  started({ stop: () => postgres.stop().then(database.remove) });
  const { owner, version } = await prepare(database.url);
  const env = {
    ...settings,
    ...toStackSettings({ ...common, databaseUrl: database.url, dataDir, encryptionKeys: ENCRYPTION_KEYS }),
    TASK_QUEUE_PREFIX: `bench-${kind}`,
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
    const process = new BenchProcess(workshop, `${name}-${kind}`, entry, { ...env, ...own });
    started(process);
    return process;
  };
  const ports = await Promise.all(Array.from({ length: processes.apis }, findFreePort));
  const workers = Array.from({ length: processes.workers }, (_, n) =>
    begin(numbered('worker', n), 'activities/worker.ts'),
  );
  const entry = workers.length === 0 ? 'scripts/serve.ts' : 'api/server.ts';
  const apis = ports.map((port, n) => begin(numbered('api', n), entry, port));
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
      ...Object.fromEntries(apis.map((one, n) => [numbered('api', n), one])),
      ...Object.fromEntries(workers.map((one, n) => [numbered('worker', n), one])),
      postgres,
    },
  };
}

/** The first of a kind has its name. */
function numbered(name: string, n: number): string {
  return n === 0 ? name : `${name}-${n + 1}`;
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
