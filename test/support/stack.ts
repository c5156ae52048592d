import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import pg from 'pg';
import { openDatabase } from '../../src/platform/db/client.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import {
  ProductProcess,
  toStackSettings,
  waitForApi,
  waitForServe,
  waitUntilReady,
} from '../../src/platform/local/launch.ts';
import { findFreePort } from '../../src/platform/local/ports.ts';
import { stdioServers } from './mcp-stdio.ts';
import { NODE_ARGS } from './node-args.ts';
import { findEntry, type ProductEntry } from './product-bundle.ts';
import { serviceSettings } from './services-server.ts';

/**
 * Whether the shared stack runs as `npm run serve`, with API and worker in one process (HOLDFAST_TEST_PROCESS=serve).
 * Stacks of single tests are not affected.
 */
export const RUNS_AS_ONE_PROCESS = process.env.HOLDFAST_TEST_PROCESS === 'serve';

/** Servers that all stacks of a run share. */
export interface Servers {
  /** Connection string of the maintenance database; each stack has its own database. */
  readonly postgresUrl: string;
  readonly temporalAddress: string;
  readonly modelServerUrl: string;
  /** Server of the integrations' services; undefined if not needed. */
  readonly servicesUrl?: string;
}

/** A running product with its own database, namespace, API and worker processes. */
export interface StackInfo {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly modelServerUrl: string;
  readonly dataDir: string;
  /** Another API process of the same product with {@link OPEN_SIGN_UP}. Only the shared stack has one from the start. */
  readonly besideUrl?: string;
  /** Address of the worker's metrics. Only the shared stack has one. */
  readonly workerMetricsUrl?: string;
}

const ROOT = new URL('../..', import.meta.url).pathname;
/** Workflow bundles that all workers of tests share. */
const BUNDLES = join(ROOT, 'node_modules/.cache/holdfast-test/bundles');

/**
 * Models of the tests, all answered by the scripted server: two with prices, three with the protocols of their
 * providers. Models in `alike` are like `scripted`.
 */
export function modelsYaml(modelServerUrl: string, alike: readonly string[] = []): string {
  const model = (name: string, rest: string) =>
    `  - { name: ${name}, provider: openai-compatible, vendor: test, base_url: '${modelServerUrl}/v1', api_key_env: TEST_MODEL_KEY, ${rest} }\n`;
  const provided = (name: string, provider: string, path: string, id: string) =>
    `  - { name: ${name}, provider: ${provider}, model: ${id}, base_url: '${modelServerUrl}/${path}', api_key_env: TEST_MODEL_KEY, input_price: '100', output_price: '200', cached_input_price: '10', cache_write_price: '125' }\n`;
  const emulated = ({ name, emulator, provider, path, id }: (typeof EMULATED_MODELS)[number]) =>
    `  - { name: ${name}, provider: ${provider}, model: ${id}, vendor: test, base_url: '${modelServerUrl}/emulator/${emulator}/${path}', api_key_env: ${keyNameOf(name)}, supports_tools: true, input_price: '100', output_price: '200' }\n`;
  const embedding = (name: string, rest: string) =>
    `  - { name: ${name}, provider: openai-compatible, base_url: '${modelServerUrl}/v1', api_key_env: TEST_MODEL_KEY, dimension: 64, ${rest} }\n`;
  // Models that runs wait for. Each has its own key, so their outages are independent.
  const awaited = (name: string, maxWait: string) =>
    `  - { name: ${name}, provider: openai-compatible, vendor: test, base_url: '${modelServerUrl}/v1', api_key_env: ${keyNameOf(name)}, input_price: '100', output_price: '200', max_wait: ${maxWait} }\n`;
  const usual = "supports_vision: true, input_price: '100', output_price: '200'";
  const others = alike.map((name) => model(name, usual)).join('');
  return `models:\n${model('scripted', `alias: Scripted-Alias, ${usual}`)}${others}${model('fallback', "supports_vision: true, input_price: '0', output_price: '0'")}${model('retired-model', 'retired: true')}${model('plain', 'supports_tools: false, output_modalities: [text]')}${model('painter', "supports_vision: true, output_modalities: [image], image_price: '4'")}${model('speaker', "output_modalities: [audio], character_price: '500000'")}${provided('claude', 'anthropic', 'v1', 'claude-opus-4-5')}${provided('gemini', 'google', 'v1beta', 'gemini-3.8-flash')}${provided('gpt', 'openai', 'v1', 'gpt-6.1-terra')}${EMULATED_MODELS.map(emulated).join('')}${AWAITED_MODELS.map((name) => awaited(name, name === 'hasty' ? 'PT2S' : 'PT1H')).join('')}  - { name: unreachable, provider: openai-compatible, vendor: test, base_url: 'http://127.0.0.1:9/v1', api_key_env: TEST_MODEL_KEY, supports_tools: true }\nembeddings:\n${embedding('scripted-embedding', "input_price: '10'")}${embedding('other-embedding', "input_price: '5', batch: 2, query_prefix: 'query: ', document_prefix: 'passage: '")}rerankers:\n  - { name: scripted-reranker, vendor: test, base_url: '${modelServerUrl}/v1', api_key_env: TEST_MODEL_KEY, input_price: '20' }\ntools:\n  - { name: web_search, price: '0.75' }\n`;
}

/** Models that runs wait for, one per test, since tests that share one would share its outages: `hasty` for two seconds, the others for an hour. */
export const AWAITED_MODELS = ['hasty', ...Array.from({ length: 15 }, (_, index) => `patient-${index + 1}`)];

/** Models that emulators of other people answer, one per protocol (`emulate` of the model server). Each has its own key. */
export const EMULATED_MODELS = [
  { name: 'emulated-compatible', emulator: 'fixtures', provider: 'openai-compatible', path: 'v1', id: 'gpt-4o' },
  { name: 'emulated-openai', emulator: 'fixtures', provider: 'openai', path: 'v1', id: 'gpt-6.1-terra' },
  { name: 'emulated-anthropic', emulator: 'fixtures', provider: 'anthropic', path: 'v1', id: 'claude-opus-4-5' },
  { name: 'emulated-google', emulator: 'fixtures', provider: 'google', path: 'v1beta', id: 'gemini-3.8-flash' },
  { name: 'scenarios-compatible', emulator: 'scenarios', provider: 'openai-compatible', path: 'v1', id: 'gpt-4.1' },
  { name: 'scenarios-anthropic', emulator: 'scenarios', provider: 'anthropic', path: 'v1', id: 'claude-opus-4-5' },
] as const;

function keyNameOf(model: string): string {
  return `${model.toUpperCase().replace('-', '_')}_KEY`;
}

/** Key of the scripted server. It must not appear anywhere else. */
export const MODEL_KEY = 'sk-test-canary-4f1d';

/** Low cost, because real password hashes would dominate the suite. */
export const PASSWORD_COST = 10;

/** Key ring of all stacks. */
const ENCRYPTION_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** A stack with processes that a test can kill and restart. */
export class Stack {
  readonly info: StackInfo;
  readonly #env: Record<string, string>;
  readonly #port: number;
  readonly processes = new Set<ProductProcess>();

  private constructor(info: StackInfo, env: Record<string, string>, port: number) {
    this.info = info;
    this.#env = env;
    this.#port = port;
  }

  /**
   * Creates the database and the namespace without starting processes. `settings` are environment variables of the
   * processes.
   */
  static async create(servers: Servers, name: string, settings: Record<string, string> = {}): Promise<Stack> {
    const databaseUrl = await createDatabase(servers.postgresUrl, name);
    const namespace = `test-${name}`;
    await createNamespace(servers.temporalAddress, namespace);
    const dataDir = mkdtempSync(join(tmpdir(), `holdfast-${name}-`));
    shareWorkflowBundles(dataDir);
    writeFileSync(join(dataDir, 'models.yaml'), modelsYaml(servers.modelServerUrl));
    const port = await findFreePort();
    const services = servers.servicesUrl === undefined ? {} : serviceSettings(servers.servicesUrl);
    const info = {
      baseUrl: `http://127.0.0.1:${port}`,
      databaseUrl,
      temporalAddress: servers.temporalAddress,
      namespace,
      modelServerUrl: servers.modelServerUrl,
      dataDir,
    };
    return new Stack(info, { ...toEnvironment(info), ...services, PORT: String(port), ...settings }, port);
  }

  /** Starts an API process; a second one gets its own port. Resolves when it accepts requests. */
  async startApi(port = this.#port, settings: Record<string, string> = {}): Promise<ProductProcess> {
    const api = this.#spawn('api/server.ts', { ...settings, PORT: String(port) }, `api-${port}.log`);
    return waitForApi(api, `http://127.0.0.1:${port}`);
  }

  /** Starts a combined process; a second one gets its own port. Resolves when it accepts requests and work. */
  async startServe(port = this.#port, settings: Record<string, string> = {}): Promise<ProductProcess> {
    const serve = this.#spawn('scripts/serve.ts', { ...settings, PORT: String(port) }, `serve-${port}.log`);
    return waitForServe(serve, `http://127.0.0.1:${port}`);
  }

  /** Starts a worker process. It is ready once {@link ready} resolves. */
  startWorker(settings: Record<string, string> = {}): ProductProcess {
    return this.#spawn('activities/worker.ts', settings, 'worker.log');
  }

  /** Resolves when the API is ready. */
  ready(): Promise<void> {
    return waitUntilReady(this.info.baseUrl);
  }

  /** Stops all processes. */
  async stop(): Promise<void> {
    await Promise.all([...this.processes].map((process) => process.stop()));
  }

  #spawn(entry: ProductEntry, settings: Record<string, string>, log: string): ProductProcess {
    // What a test preloads into a process replaces parts of its sources.
    const file = settings.NODE_OPTIONS === undefined ? findEntry(entry) : entry;
    const started = new ProductProcess(
      file,
      { ...this.#env, ...settings },
      join(this.info.dataDir, log),
      [],
      NODE_ARGS,
    );
    this.processes.add(started);
    void started.ended.then(() => this.processes.delete(started));
    return started;
  }
}

/** Lets the workers of a data folder read and store workflow bundles where all tests do. */
export function shareWorkflowBundles(dataDir: string): void {
  mkdirSync(BUNDLES, { recursive: true });
  symlinkSync(BUNDLES, join(dataDir, 'cache'));
}

/** For stacks without documents: a worker polls each of its queues. */
export const WITHOUT_INGESTION = { WORKER_QUEUES: 'runs:100,background:20' };

/** Settings of a process on which everyone may sign up and create organizations, and clients register themselves. */
export const OPEN_SIGN_UP = {
  SIGN_UP: 'open',
  ORGANIZATION_CREATION: 'everyone',
  OAUTH_CLIENT_REGISTRATION: 'open',
};

/** Maximum number of mails per mailbox and hour where sign-up is open: as many as tests read. */
export const MAILS_PER_MAILBOX = 5;

/** Returns the environment of every process of a stack, without a port. */
export function toEnvironment(stack: StackInfo): Record<string, string> {
  return {
    ...toStackSettings({ ...stack, encryptionKeys: ENCRYPTION_KEYS }),
    MODELS_FILE: join(stack.dataDir, 'models.yaml'),
    TEST_MODEL_KEY: MODEL_KEY,
    ...Object.fromEntries(
      [...AWAITED_MODELS, ...EMULATED_MODELS.map(({ name }) => name)].map((name) => [keyNameOf(name), MODEL_KEY]),
    ),
    // Runs fail after six attempts if their provider is unavailable, except with models that say otherwise.
    MODEL_MAX_WAIT: 'PT0S',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1,localhost',
    WEB_SEARCH_PROVIDER: 'model',
    WEB_SEARCH_URL: `${stack.modelServerUrl}/v1`,
    WEB_SEARCH_KEY: MODEL_KEY,
    WEB_SEARCH_MODEL: 'scripted',
    // Long runs on a busy machine may exceed the default wait.
    RUN_WAIT_MS: '0',
    RATE_LIMIT: '0',
    RATE_LIMIT_PER_PERSON: '0',
    STREAMS_PER_CREDENTIAL: '0',
    STREAMS_PER_PERSON: '0',
    API_KEYS_PER_PERSON: '0',
    STREAMS_PER_PROJECT: '0',
    SIGN_IN_RATE_LIMIT: '0',
    PASSWORD_COST: String(PASSWORD_COST),
    FORWARD_RETRY_MS: '50',
    FORWARD_TIMEOUT_MS: '5000',
    // Nothing listens there, because tests use no public DNS.
    DNS_SERVERS: '127.0.0.1:9',
    MCP_STDIO_SERVERS: stdioServers(stack.dataDir),
    LOG_LEVEL: 'info',
    AUDIT_RETENTION_DAYS: '3650',
  };
}

/** Creates a database with the schema of this build. Returns its connection string. */
export async function createDatabase(maintenanceUrl: string, name: string): Promise<string> {
  const database = `holdfast_${name.replaceAll('-', '_')}`;
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  await makeTemplate(client, maintenanceUrl);
  await client.query(`drop database if exists ${database} with (force)`);
  await client.query(`create database ${database} template ${TEMPLATE}`);
  await client.end();
  return toDatabaseUrl(maintenanceUrl, database);
}

/** Template of all databases of a server, migrated once at the first use. */
const TEMPLATE = 'holdfast_template';

async function makeTemplate(client: pg.Client, maintenanceUrl: string): Promise<void> {
  const known = () => client.query('select from pg_database where datname = $1', [TEMPLATE]);
  if ((await known()).rowCount === 1) return;
  await client.query('select pg_advisory_lock(1)');
  if ((await known()).rowCount === 0) {
    await client.query('create database holdfast_unfinished_template');
    const db = openDatabase(toDatabaseUrl(maintenanceUrl, 'holdfast_unfinished_template'), 1, () => undefined);
    await migrate(db).finally(() => db.destroy());
    await client.query(`alter database holdfast_unfinished_template rename to ${TEMPLATE}`);
  }
  await client.query('select pg_advisory_unlock(1)');
}

/** Returns the connection string of another database of the same server. */
export function toDatabaseUrl(maintenanceUrl: string, database: string): string {
  const url = new URL(maintenanceUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function createNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address });
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: '86400' as never },
  });
  const until = Date.now() + 100_000;
  // All services know a namespace only after their caches were refreshed.
  for (;;) {
    try {
      await connection.workflowService.describeNamespace({ namespace });
      await connection.workflowService.describeTaskQueue({ namespace, taskQueue: { name: 'probe' }, taskQueueType: 1 });
      break;
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await connection.close();
}
