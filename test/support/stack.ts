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
import { serviceSettings } from './services-server.ts';

/**
 * Whether the stack that all files share runs as `npm run serve` does, API and worker in one process (HOLDFAST_TEST_PROCESS=serve).
 * Stacks whose processes a test starts and kills one by one stay as they are.
 */
export const TOGETHER = process.env.HOLDFAST_TEST_PROCESS === 'serve';

/** The servers that every stack of a test run stands on. */
export interface Servers {
  /** Connection string of the maintenance database; each stack has a database of its own beside it. */
  readonly postgresUrl: string;
  readonly temporalAddress: string;
  readonly modelServerUrl: string;
  /** The server that stands for the services of integrations; none where there is no need. */
  readonly servicesUrl?: string;
}

/** A running product: its own database, its own namespace, API and worker processes of its own. */
export interface StackInfo {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly namespace: string;
  readonly modelServerUrl: string;
  readonly dataDir: string;
  /** Another API process of the same product, with {@link OPEN}; only the stack that all files share has one from the start. */
  readonly besideUrl?: string;
}

const ROOT = new URL('../..', import.meta.url).pathname;
/** What all workers of tests need again and again: the bundle of the workflows. */
const BUNDLES = join(ROOT, 'node_modules/.cache/holdfast-test/bundles');

/**
 * Models of the tests, all answered by the scripted server: two with prices, three of them in the ways of their own providers.
 * Those of the names in `alike` are as `scripted` is.
 */
export function modelsYaml(modelServerUrl: string, alike: readonly string[] = []): string {
  const model = (name: string, rest: string) =>
    `  - { name: ${name}, provider: openai-compatible, vendor: test, base_url: '${modelServerUrl}/v1', api_key_env: TEST_MODEL_KEY, ${rest} }\n`;
  const provided = (name: string, provider: string, path: string, id: string) =>
    `  - { name: ${name}, provider: ${provider}, model: ${id}, base_url: '${modelServerUrl}/${path}', api_key_env: TEST_MODEL_KEY, input_price: '100', output_price: '200', cached_input_price: '10', cache_write_price: '125' }\n`;
  const embedding = (name: string, rest: string) =>
    `  - { name: ${name}, provider: openai-compatible, base_url: '${modelServerUrl}/v1', api_key_env: TEST_MODEL_KEY, dimension: 64, ${rest} }\n`;
  // Runs wait for these while they are away. Each has a key of its own, so that an outage of one is none of the others.
  const awaited = (name: string, maxWait: string) =>
    `  - { name: ${name}, provider: openai-compatible, vendor: test, base_url: '${modelServerUrl}/v1', api_key_env: ${keyNameOf(name)}, input_price: '100', output_price: '200', max_wait: ${maxWait} }\n`;
  const usual = "supports_vision: true, input_price: '100', output_price: '200'";
  const others = alike.map((name) => model(name, usual)).join('');
  return `models:\n${model('scripted', `alias: Scripted-Alias, ${usual}`)}${others}${model('fallback', "supports_vision: true, input_price: '0', output_price: '0'")}${model('retired-model', 'retired: true')}${model('plain', 'supports_tools: false, output_modalities: [text]')}${model('painter', "supports_vision: true, output_modalities: [image], image_price: '4'")}${model('speaker', "output_modalities: [audio], character_price: '500000'")}${provided('claude', 'anthropic', 'v1', 'claude-opus-4-5')}${provided('gemini', 'google', 'v1beta', 'gemini-3.8-flash')}${provided('gpt', 'openai', 'v1', 'gpt-6.1-terra')}${AWAITED_MODELS.map((name) => awaited(name, name === 'hasty' ? 'PT2S' : 'PT1H')).join('')}  - { name: unreachable, provider: openai-compatible, vendor: test, base_url: 'http://127.0.0.1:9/v1', api_key_env: TEST_MODEL_KEY, supports_tools: true }\nembeddings:\n${embedding('scripted-embedding', "input_price: '10'")}${embedding('other-embedding', "input_price: '5', batch: 2, query_prefix: 'query: ', document_prefix: 'passage: '")}rerankers:\n  - { name: scripted-reranker, vendor: test, base_url: '${modelServerUrl}/v1', api_key_env: TEST_MODEL_KEY, input_price: '20' }\ntools:\n  - { name: web_search, price: '0.75' }\n`;
}

/** Models that runs wait for while they are away, for a test each: `hasty` two seconds, the others an hour. */
export const AWAITED_MODELS = ['hasty', ...Array.from({ length: 10 }, (_, index) => `patient-${index + 1}`)];

function keyNameOf(model: string): string {
  return `${model.toUpperCase().replace('-', '_')}_KEY`;
}

/** The secret the scripted server is called with; it must show up nowhere else. */
export const MODEL_KEY = 'sk-test-canary-4f1d';

/** Passwords of tests are nobody's: at the cost of real ones they would take a good part of a suite. */
export const PASSWORD_COST = 10;

/** The key ring of all stacks. */
const ENCRYPTION_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** A stack with its processes, which a test may kill and start again. */
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

  /** Makes the database and the namespace; starts nothing yet. `settings` are environment variables of the processes. */
  static async create(servers: Servers, name: string, settings: Record<string, string> = {}): Promise<Stack> {
    const databaseUrl = await createDatabase(servers.postgresUrl, name);
    const namespace = `test-${name}`;
    await createNamespace(servers.temporalAddress, namespace);
    const dataDir = mkdtempSync(join(tmpdir(), `holdfast-${name}-`));
    mkdirSync(BUNDLES, { recursive: true });
    symlinkSync(BUNDLES, join(dataDir, 'cache'));
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
    return new Stack(info, { ...environmentOf(info), ...services, PORT: String(port), ...settings }, port);
  }

  /** Starts an API process; a second one gets a port of its own. Answers when it takes requests. */
  async startApi(port = this.#port, settings: Record<string, string> = {}): Promise<ProductProcess> {
    const api = this.#spawn('api/server.ts', { ...settings, PORT: String(port) }, `api-${port}.log`);
    return waitForApi(api, `http://127.0.0.1:${port}`);
  }

  /** Starts a process that is both; a second one gets a port of its own. Answers when it takes requests and work. */
  async startServe(port = this.#port, settings: Record<string, string> = {}): Promise<ProductProcess> {
    const serve = this.#spawn('scripts/serve.ts', { ...settings, PORT: String(port) }, `serve-${port}.log`);
    return waitForServe(serve, `http://127.0.0.1:${port}`);
  }

  /** Starts a worker process. It is ready once {@link ready} resolves. */
  startWorker(settings: Record<string, string> = {}): ProductProcess {
    return this.#spawn('activities/worker.ts', settings, 'worker.log');
  }

  /** Resolves when the API says that everything is there. */
  ready(): Promise<void> {
    return waitUntilReady(this.info.baseUrl);
  }

  /** Stops all processes. */
  async stop(): Promise<void> {
    await Promise.all([...this.processes].map((process) => process.stop()));
  }

  #spawn(entry: string, settings: Record<string, string>, log: string): ProductProcess {
    const started = new ProductProcess(entry, { ...this.#env, ...settings }, join(this.info.dataDir, log));
    this.processes.add(started);
    void started.ended.then(() => this.processes.delete(started));
    return started;
  }
}

/** For a stack that reads no documents: a worker polls for each queue that it serves. */
export const NO_DOCUMENTS = { WORKER_QUEUES: 'runs:100,background:20' };

/** Settings of a process on which everybody may sign up and create organizations. */
export const OPEN = { SIGN_UP: 'open', ORGANIZATION_CREATION: 'everyone' };

/** The environment of every process of a stack, without a port. */
export function environmentOf(stack: StackInfo): Record<string, string> {
  return {
    ...toStackSettings({ ...stack, encryptionKeys: ENCRYPTION_KEYS }),
    MODELS_FILE: join(stack.dataDir, 'models.yaml'),
    TEST_MODEL_KEY: MODEL_KEY,
    ...Object.fromEntries(AWAITED_MODELS.map((name) => [keyNameOf(name), MODEL_KEY])),
    // A run whose provider is away fails after six attempts, but for models that say otherwise.
    MODEL_MAX_WAIT: 'PT0S',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1,localhost',
    WEB_SEARCH_PROVIDER: 'model',
    WEB_SEARCH_URL: `${stack.modelServerUrl}/v1`,
    WEB_SEARCH_KEY: MODEL_KEY,
    WEB_SEARCH_MODEL: 'scripted',
    // A busy machine may take longer for a long run than callers are kept waiting by default.
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
    // Nobody answers there: no test asks the world for a domain.
    DNS_SERVERS: '127.0.0.1:9',
    MCP_STDIO_SERVERS: stdioServers(stack.dataDir),
    LOG_LEVEL: 'info',
    AUDIT_RETENTION_DAYS: '3650',
  };
}

/** Makes a database of that name with the schema of this build. Answers its connection string. */
export async function createDatabase(maintenanceUrl: string, name: string): Promise<string> {
  const database = `holdfast_${name.replaceAll('-', '_')}`;
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  await makeTemplate(client, maintenanceUrl);
  await client.query(`drop database if exists ${database} with (force)`);
  await client.query(`create database ${database} template ${TEMPLATE}`);
  await client.end();
  return urlOf(maintenanceUrl, database);
}

/** What all databases of a server are copies of: it is migrated once, by whoever needs it first. */
const TEMPLATE = 'holdfast_template';

async function makeTemplate(client: pg.Client, maintenanceUrl: string): Promise<void> {
  const known = () => client.query('select from pg_database where datname = $1', [TEMPLATE]);
  if ((await known()).rowCount === 1) return;
  await client.query('select pg_advisory_lock(1)');
  if ((await known()).rowCount === 0) {
    await client.query('create database holdfast_unfinished_template');
    const db = openDatabase(urlOf(maintenanceUrl, 'holdfast_unfinished_template'), 1, () => undefined);
    await migrate(db).finally(() => db.destroy());
    await client.query(`alter database holdfast_unfinished_template rename to ${TEMPLATE}`);
  }
  await client.query('select pg_advisory_unlock(1)');
}

/** The connection string of another database of the same server. */
export function urlOf(maintenanceUrl: string, database: string): string {
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
  // A namespace is known to every part of the server only after its caches were refreshed.
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
