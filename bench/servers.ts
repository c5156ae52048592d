import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createFoundation, type Foundation } from '../src/identity/bootstrap.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import {
  type DatabaseKind,
  ownDatabase,
  ownTemporal,
  productIsReady,
  type Running,
  type Settings,
  settingsOf,
} from '../src/platform/local/launch.ts';
import { freePort } from '../src/platform/local/ports.ts';
import { FLOOR_QUEUE, thinkingModel } from './names.ts';
import { BenchProcess, type Workshop } from './processes.ts';
import { THOUGHTS } from './thinking.ts';

/** The key ring of the product. */
export const ENCRYPTION_KEYS = `bench:${Buffer.alloc(32, 7).toString('base64')}`;
const NAMESPACE = 'default';
const MODEL_KEY = 'sk-bench';

const say = (line: string) => console.log(line);

/** What both sides stand on. */
export interface CommonServers {
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly temporalVersion: string;
  /** The model server that answers at once. */
  readonly modelUrl: string;
  /** The server that tools call. */
  readonly toolUrl: string;
  /** The MCP server whose tool is called. */
  readonly mcpUrl: string;
  readonly modelsFile: string;
  /** By name. */
  readonly running: Readonly<Record<string, Running>>;
}

/** Starts Temporal as `npm start` does, the model servers and the bare workflows' worker. `started` hears of each at once. */
export async function startCommon(
  workshop: Workshop,
  settings: Settings,
  started: (running: Pick<Running, 'stop'>) => void,
): Promise<CommonServers> {
  const server = await ownTemporal(workshop.dir, NAMESPACE, say);
  const { stdout } = await promisify(execFile)(server.binary, ['--version']);
  const temporal = await server.launch();
  started(temporal);
  const models = new BenchProcess(workshop, 'model', 'bench/models.ts');
  started(models);
  const urls = JSON.parse(await models.line()) as ServerUrls;
  const floor = new BenchProcess(workshop, 'floor-worker', 'bench/floor-worker.ts', {
    ...settings,
    TEMPORAL_ADDRESS: server.address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    BENCH_MODEL_URL: urls.fast,
  });
  started(floor);
  await floor.line();
  const modelsFile = join(workshop.dir, 'models.yaml');
  writeFileSync(modelsFile, modelsYaml(urls));
  return {
    temporalAddress: server.address,
    namespace: NAMESPACE,
    temporalVersion: stdout.trim(),
    modelUrl: urls.fast,
    toolUrl: urls.tool,
    mcpUrl: urls.mcp,
    modelsFile,
    running: { temporal, model: models, [FLOOR_QUEUE]: floor },
  };
}

interface ServerUrls {
  readonly fast: string;
  readonly slow: string;
  readonly thinking: string;
  readonly tool: string;
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
  started: (running: Pick<Running, 'stop'>) => void,
): Promise<Product> {
  const dataDir = join(workshop.dir, kind);
  mkdirSync(dataDir);
  const database = await ownDatabase(kind, dataDir, say);
  const postgres = await database.launch();
  started({ stop: () => postgres.stop().then(database.remove) });
  const { owner, version } = await prepare(database.url);
  const port = await freePort();
  const env = {
    ...settings,
    PORT: String(port),
    ...settingsOf({ ...common, databaseUrl: database.url, dataDir, encryptionKeys: ENCRYPTION_KEYS }),
    TASK_QUEUE_PREFIX: `bench-${kind}`,
    MODELS_FILE: common.modelsFile,
    BENCH_MODEL_KEY: MODEL_KEY,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  const worker = new BenchProcess(workshop, `worker-${kind}`, 'activities/worker.ts', env);
  started(worker);
  const api = new BenchProcess(workshop, `api-${kind}`, 'api/server.ts', env);
  started(api);
  const baseUrl = `http://127.0.0.1:${port}`;
  await api.unlessEnded(worker.unlessEnded(productIsReady(baseUrl)));
  return {
    baseUrl,
    owner,
    databaseVersion: version,
    databaseUrl: database.url,
    dataDir,
    embedded: kind === 'pglite',
    api,
    worker,
    running: { api, worker, postgres },
  };
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
