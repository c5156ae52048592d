import { resolve } from 'node:path';

/** A setting that is missing or wrong; `message` is one line that names it and what to do. */
export class SettingError extends Error {
  readonly setting: string;

  constructor(setting: string, problem: string) {
    super(`${setting}: ${problem}`);
    this.name = 'SettingError';
    this.setting = setting;
  }
}

/** Everything a process can be told from outside, read once at its start. */
export interface Config {
  /** Port of the API and the console. */
  readonly port: number;
  /** Address the API listens on. */
  readonly host: string;
  /** Base address users reach the product at, without a trailing slash. */
  readonly publicUrl: string;
  /** Folder of development state: database, Temporal's file, keys, `dev.json`. */
  readonly dataDir: string;
  /** Postgres connection string; undefined selects the embedded database (only `npm start` brings that up). */
  readonly databaseUrl: string | undefined;
  /** Most connections one process opens to Postgres. */
  readonly databasePoolSize: number;
  /** Port of the embedded Postgres that `npm start` runs. */
  readonly embeddedPostgresPort: number;
  /** Ports of the Temporal server and its UI that `npm start` runs. */
  readonly temporalPort: number;
  readonly temporalUiPort: number;
  /** host:port of the Temporal frontend; undefined lets `npm start` bring one up. */
  readonly temporalAddress: string | undefined;
  readonly temporalNamespace: string;
  /** Path of a `temporal` binary for `npm start`. */
  readonly temporalCli: string | undefined;
  /** Prefix of the task queues, so that several installations can share a namespace. */
  readonly taskQueuePrefix: string;
  /** YAML file of models; undefined means `config/models.yaml` where it exists. */
  readonly modelsFile: string | undefined;
  /** Key ring `id:base64key[,id:base64key]`, the first one encrypts; undefined where nothing is encrypted. */
  readonly encryptionKeys: string | undefined;
  /** Hosts or networks (CIDR) that the guarded HTTP client may reach although they are private. */
  readonly allowPrivateAddresses: readonly string[];
  readonly logLevel: string;
  /** Largest request body in bytes. */
  readonly bodyLimit: number;
  /** Largest uploaded file in bytes. */
  readonly uploadLimit: number;
  /** Credits that a new organization's account starts with (decimal string). */
  readonly initialCredits: string;
  /** Requests one credential may make per minute; 0 means no limit. */
  readonly rateLimit: number;
  /** Milliseconds of silence after which a model provider is given up. */
  readonly modelSilenceMs: number;
  /** Most runs-queue activities one worker process executes at once. */
  readonly workerConcurrency: number;
  /** Most workflows one worker process keeps in memory. */
  readonly workflowCacheSize: number;
  /** Whether a worker makes its own build the current version of its deployment when it starts. */
  readonly setCurrentVersion: boolean;
  /** Seconds between two rounds of the reconciler; also the age from which a run's workflow is looked for. */
  readonly reconcileSeconds: number;
  /** Milliseconds between looks at the database for followers of runs. */
  readonly watchTickMs: number;
}

/** One documented setting: where it is looked up, what it defaults to, and what it is for. */
interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly help: string;
}

/** All settings with their defaults; README's table is written from this list and a test compares them. */
export const SETTINGS: readonly Setting[] = [
  { name: 'PORT', fallback: '8080', help: 'port of the API and console' },
  { name: 'HOST', fallback: '127.0.0.1', help: 'address the API listens on' },
  {
    name: 'PUBLIC_URL',
    fallback: '',
    help: 'base address users reach the product at (default: http://localhost:PORT)',
  },
  { name: 'DATA_DIR', fallback: '.holdfast', help: 'folder of development state' },
  { name: 'DATABASE_URL', fallback: '', help: 'Postgres with pgvector; without it `npm start` runs an embedded one' },
  { name: 'DATABASE_POOL_SIZE', fallback: '10', help: 'most database connections per process' },
  { name: 'EMBEDDED_POSTGRES_PORT', fallback: '5433', help: 'port of the embedded Postgres of `npm start`' },
  { name: 'TEMPORAL_PORT', fallback: '7233', help: 'port of the Temporal server of `npm start`' },
  { name: 'TEMPORAL_UI_PORT', fallback: '8233', help: 'port of the Temporal UI of `npm start`' },
  { name: 'TEMPORAL_ADDRESS', fallback: '', help: 'host:port of Temporal; without it `npm start` runs one' },
  { name: 'TEMPORAL_NAMESPACE', fallback: 'default', help: 'Temporal namespace' },
  { name: 'TEMPORAL_CLI', fallback: '', help: 'path of a `temporal` binary for `npm start`' },
  { name: 'TASK_QUEUE_PREFIX', fallback: 'holdfast', help: 'prefix of the three task queues' },
  { name: 'MODELS_FILE', fallback: '', help: 'YAML file of models (default: config/models.yaml where it exists)' },
  {
    name: 'ENCRYPTION_KEYS',
    fallback: '',
    help: 'key ring `id:base64-of-32-bytes`, comma-separated, the first encrypts',
  },
  {
    name: 'ALLOW_PRIVATE_ADDRESSES',
    fallback: '',
    help: 'hosts or networks the guarded HTTP client may reach although private',
  },
  { name: 'LOG_LEVEL', fallback: 'info', help: 'fatal, error, warn, info, debug, trace or silent' },
  { name: 'BODY_LIMIT', fallback: '10485760', help: 'largest request body in bytes' },
  { name: 'UPLOAD_LIMIT', fallback: '52428800', help: 'largest uploaded file in bytes' },
  { name: 'INITIAL_CREDITS', fallback: '1000', help: 'credits of a new organization' },
  { name: 'RATE_LIMIT', fallback: '0', help: 'requests per minute and credential; 0 for no limit' },
  { name: 'MODEL_SILENCE_MS', fallback: '120000', help: 'milliseconds of silence after which a provider is given up' },
  { name: 'WORKER_CONCURRENCY', fallback: '100', help: 'most activities one worker executes at once' },
  { name: 'WORKFLOW_CACHE_SIZE', fallback: '500', help: 'most workflows one worker keeps in memory' },
  { name: 'SET_CURRENT_VERSION', fallback: 'true', help: 'a starting worker makes its build the current one' },
  { name: 'RECONCILE_SECONDS', fallback: '30', help: 'seconds between two rounds of the reconciler' },
  { name: 'WATCH_TICK_MS', fallback: '10', help: 'milliseconds between looks for followers of runs' },
];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the settings. Throws {@link SettingError} naming the first that is wrong. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = reader(env);
  const port = read.integer('PORT', 0, 65_535);
  return {
    port,
    host: read.text('HOST'),
    publicUrl: read.url('PUBLIC_URL') ?? `http://localhost:${port}`,
    dataDir: resolve(read.text('DATA_DIR')),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 2, 1000),
    embeddedPostgresPort: read.integer('EMBEDDED_POSTGRES_PORT', 1, 65_535),
    temporalPort: read.integer('TEMPORAL_PORT', 1, 65_535),
    temporalUiPort: read.integer('TEMPORAL_UI_PORT', 1, 65_535),
    temporalAddress: read.hostPort('TEMPORAL_ADDRESS'),
    temporalNamespace: read.text('TEMPORAL_NAMESPACE'),
    temporalCli: read.optional('TEMPORAL_CLI'),
    taskQueuePrefix: read.text('TASK_QUEUE_PREFIX'),
    modelsFile: read.optional('MODELS_FILE'),
    encryptionKeys: read.optional('ENCRYPTION_KEYS'),
    allowPrivateAddresses: read.list('ALLOW_PRIVATE_ADDRESSES'),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS),
    bodyLimit: read.integer('BODY_LIMIT', 1024, 1_073_741_824),
    uploadLimit: read.integer('UPLOAD_LIMIT', 1024, 1_073_741_824),
    initialCredits: read.decimal('INITIAL_CREDITS'),
    rateLimit: read.integer('RATE_LIMIT', 0, 10_000_000),
    modelSilenceMs: read.integer('MODEL_SILENCE_MS', 100, 3_600_000),
    workerConcurrency: read.integer('WORKER_CONCURRENCY', 1, 10_000),
    workflowCacheSize: read.integer('WORKFLOW_CACHE_SIZE', 2, 100_000),
    setCurrentVersion: read.choice('SET_CURRENT_VERSION', ['true', 'false']) === 'true',
    reconcileSeconds: read.integer('RECONCILE_SECONDS', 1, 86_400),
    watchTickMs: read.integer('WATCH_TICK_MS', 1, 10_000),
  };
}

/** The setting, or a SettingError that says who needs it. */
export function required(value: string | undefined, setting: string, why: string): string {
  if (value === undefined) throw new SettingError(setting, `is not set; ${why}`);
  return value;
}

function reader(env: NodeJS.ProcessEnv) {
  const text = (name: string): string => {
    const given = env[name]?.trim();
    if (given) return given;
    return SETTINGS.find((setting) => setting.name === name)?.fallback ?? '';
  };
  const optional = (name: string) => text(name) || undefined;
  return {
    text,
    optional,
    integer(name: string, least: number, most: number): number {
      const value = Number(text(name));
      if (Number.isInteger(value) && value >= least && value <= most) return value;
      throw new SettingError(name, `must be a whole number from ${least} to ${most}`);
    },
    decimal(name: string): string {
      if (/^\d{1,12}(\.\d{1,10})?$/.test(text(name))) return text(name);
      throw new SettingError(name, 'must be a decimal number that is not negative');
    },
    choice(name: string, options: readonly string[]): string {
      if (options.includes(text(name))) return text(name);
      throw new SettingError(name, `must be one of ${options.join(', ')}`);
    },
    list: (name: string) =>
      text(name)
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    url(name: string, protocols = ['http:', 'https:']): string | undefined {
      const given = optional(name);
      if (given === undefined) return undefined;
      if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given.replace(/\/$/, '');
      throw new SettingError(name, `must be an address beginning with ${protocols.join('// or ')}//`);
    },
    hostPort(name: string): string | undefined {
      const given = optional(name);
      if (given === undefined || /^[^\s:/]+:\d{1,5}$/.test(given)) return given;
      throw new SettingError(name, 'must be host:port');
    },
  };
}
