import { resolve } from 'node:path';
import { BLOB_SETTINGS, type BlobSettings, readBlobSettings } from './blob-settings.ts';
import { SettingError, settingsReader } from './settings-reader.ts';

export { SettingError };

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
  /** Whether connections keep frequent statements prepared. */
  readonly databasePreparedStatements: boolean;
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
  /** Largest request body in bytes, for operations whose bodies hold long texts. */
  readonly bodyLimit: number;
  /** Largest form in bytes, files and fields together. */
  readonly uploadLimit: number;
  /** Milliseconds for a request to arrive; a longer body has to keep a pace from then on. */
  readonly requestTimeoutMs: number;
  /** Where the bytes of files are kept. */
  readonly blobs: BlobSettings;
  /** Credits that a new organization's account starts with (decimal string). */
  readonly initialCredits: string;
  /** Credits below which an organization with low_credit_alerts is told (decimal string). */
  readonly lowCredits: string;
  /** Whether organizations start no more runs once their trial has ended. */
  readonly trialEndStopsRuns: boolean;
  /** Requests one credential may make per minute; 0 means no limit. */
  readonly rateLimit: number;
  /** Attempts per minute and client network at signing in, signing up, tokens and joining; 0 means no limit. */
  readonly signInRateLimit: number;
  /** Mails that may go to one mailbox in an hour, whoever asks for them; 0 means no limit. */
  readonly mailRateLimit: number;
  /** Who may sign up: anybody, who was invited, or nobody. */
  readonly signUp: 'open' | 'invited' | 'closed';
  /** Who may create organizations: only platform administrators, or every user. */
  readonly organizationCreation: 'administrators' | 'everyone';
  /** Days after which a browser has to sign in again. */
  readonly sessionDays: number;
  /** Origins whose pages may call the API with a Bearer credential. */
  readonly corsOrigins: readonly string[];
  /** Addresses or networks (CIDR) of proxies whose X-Forwarded-For counts. */
  readonly trustProxy: readonly string[];
  /** Mail server, `smtp://` or `smtps://`; undefined keeps mails as files in the data folder. */
  readonly smtpUrl: string | undefined;
  /** Sender of mails. */
  readonly mailFrom: string;
  /** Milliseconds after which an invite that was not answered is reminded of, and after which it expires. */
  readonly inviteReminderMs: number;
  readonly inviteLifetimeMs: number;
  /** DNS servers that domains are looked up at; the machine's own where there are none. */
  readonly dnsServers: readonly string[];
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
  /** Days after which audit events are taken away; 0 keeps them for ever. */
  readonly auditRetentionDays: number;
  /** Milliseconds between two comment lines of a stream. */
  readonly streamCommentMs: number;
  /** Milliseconds after which a reader of a stream that takes nothing is cut. */
  readonly streamStallMs: number;
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
  {
    name: 'DATABASE_PREPARED_STATEMENTS',
    fallback: 'true',
    help: 'keep frequent statements prepared; false behind a pooler that shares connections between transactions',
  },
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
  { name: 'BODY_LIMIT', fallback: '10485760', help: 'largest request body in bytes; most operations take less' },
  { name: 'UPLOAD_LIMIT', fallback: '52428800', help: 'largest upload in bytes, files and fields together' },
  {
    name: 'REQUEST_TIMEOUT_MS',
    fallback: '30000',
    help: 'milliseconds for a request to arrive; after that a body has to have kept a pace of 32 KiB a second',
  },
  ...BLOB_SETTINGS,
  { name: 'INITIAL_CREDITS', fallback: '1000', help: 'credits of a new organization' },
  {
    name: 'LOW_CREDITS',
    fallback: '100',
    help: 'credits below which an organization with `low_credit_alerts` gets a mail',
  },
  {
    name: 'TRIAL_END_STOPS_RUNS',
    fallback: 'false',
    help: 'whether an organization starts no more runs (402) once its trial has ended',
  },
  {
    name: 'RATE_LIMIT',
    fallback: '0',
    help: 'requests per minute and credential, over all API processes; 0 for no limit',
  },
  {
    name: 'SIGN_IN_RATE_LIMIT',
    fallback: '60',
    help: 'attempts per minute and client network to sign in or up, join, or get a token; 0 for no limit',
  },
  {
    name: 'MAIL_RATE_LIMIT',
    fallback: '10',
    help: 'mails per hour and recipient, over all processes and whatever asks for them; 0 for no limit',
  },
  { name: 'SIGN_UP', fallback: 'invited', help: 'who may sign up: open (anybody), invited, or closed (nobody)' },
  {
    name: 'ORGANIZATION_CREATION',
    fallback: 'administrators',
    help: 'who may create organizations: administrators (of the platform) or everyone',
  },
  { name: 'SESSION_DAYS', fallback: '7', help: 'days after which a browser signs in again' },
  {
    name: 'CORS_ORIGINS',
    fallback: '',
    help: 'origins whose pages may call the API, comma-separated; none by default',
  },
  {
    name: 'TRUST_PROXY',
    fallback: '',
    help: 'addresses or networks of proxies whose X-Forwarded-For tells the client address',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    help: 'mail server, smtp:// or smtps://; without it mails become files in DATA_DIR',
  },
  { name: 'MAIL_FROM', fallback: '', help: 'sender of mails (default: Holdfast <no-reply@HOST of PUBLIC_URL>)' },
  { name: 'INVITE_REMINDER', fallback: 'P3D', help: 'ISO 8601 duration after which an invite is reminded of, once' },
  { name: 'INVITE_LIFETIME', fallback: 'P7D', help: 'ISO 8601 duration after which an invite expires' },
  {
    name: 'DNS_SERVERS',
    fallback: '',
    help: "DNS servers as ip or ip:port, comma-separated, that verify domains (default: the machine's own)",
  },
  { name: 'MODEL_SILENCE_MS', fallback: '120000', help: 'milliseconds of silence after which a provider is given up' },
  { name: 'WORKER_CONCURRENCY', fallback: '100', help: 'most activities one worker executes at once' },
  { name: 'WORKFLOW_CACHE_SIZE', fallback: '300', help: 'most workflows one worker keeps in memory' },
  { name: 'SET_CURRENT_VERSION', fallback: 'true', help: 'a starting worker makes its build the current one' },
  { name: 'RECONCILE_SECONDS', fallback: '30', help: 'seconds between two rounds of the reconciler' },
  {
    name: 'AUDIT_RETENTION_DAYS',
    fallback: '0',
    help: 'days after which audit events are taken away; 0 keeps them for ever',
  },
  { name: 'WATCH_TICK_MS', fallback: '10', help: 'milliseconds between looks for followers of runs' },
  { name: 'STREAM_COMMENT_MS', fallback: '15000', help: 'milliseconds between two comment lines of a stream' },
  {
    name: 'STREAM_STALL_MS',
    fallback: '30000',
    help: 'milliseconds after which a reader of a stream or a file that takes nothing is cut',
  },
];

const SIGN_UP = ['open', 'invited', 'closed'] as const;
const ORGANIZATION_CREATION = ['administrators', 'everyone'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the settings. Throws {@link SettingError} naming the first that is wrong. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = settingsReader(env, (name) => SETTINGS.find((setting) => setting.name === name)?.fallback ?? '');
  const port = read.integer('PORT', 0, 65_535);
  const publicUrl = read.url('PUBLIC_URL') ?? `http://localhost:${port}`;
  return {
    port,
    host: read.text('HOST'),
    publicUrl,
    dataDir: resolve(read.text('DATA_DIR')),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 2, 1000),
    databasePreparedStatements: read.choice('DATABASE_PREPARED_STATEMENTS', ['true', 'false']) === 'true',
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
    requestTimeoutMs: read.integer('REQUEST_TIMEOUT_MS', 100, 3_600_000),
    blobs: readBlobSettings(read),
    initialCredits: read.decimal('INITIAL_CREDITS'),
    lowCredits: read.decimal('LOW_CREDITS'),
    trialEndStopsRuns: read.choice('TRIAL_END_STOPS_RUNS', ['true', 'false']) === 'true',
    rateLimit: read.integer('RATE_LIMIT', 0, 10_000_000),
    signInRateLimit: read.integer('SIGN_IN_RATE_LIMIT', 0, 10_000_000),
    mailRateLimit: read.integer('MAIL_RATE_LIMIT', 0, 10_000),
    signUp: read.choice('SIGN_UP', SIGN_UP),
    organizationCreation: read.choice('ORGANIZATION_CREATION', ORGANIZATION_CREATION),
    sessionDays: read.integer('SESSION_DAYS', 1, 365),
    corsOrigins: read.origins('CORS_ORIGINS'),
    trustProxy: read.networks('TRUST_PROXY'),
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.optional('MAIL_FROM') ?? `Holdfast <no-reply@${new URL(publicUrl).hostname}>`,
    inviteReminderMs: read.duration('INVITE_REMINDER'),
    inviteLifetimeMs: read.duration('INVITE_LIFETIME'),
    dnsServers: read.servers('DNS_SERVERS'),
    modelSilenceMs: read.integer('MODEL_SILENCE_MS', 100, 3_600_000),
    ...pacesOf(read),
  };
}

/** How much processes do at once, and how often. */
function pacesOf(read: ReturnType<typeof settingsReader>) {
  return {
    workerConcurrency: read.integer('WORKER_CONCURRENCY', 1, 10_000),
    workflowCacheSize: read.integer('WORKFLOW_CACHE_SIZE', 2, 100_000),
    setCurrentVersion: read.choice('SET_CURRENT_VERSION', ['true', 'false']) === 'true',
    reconcileSeconds: read.integer('RECONCILE_SECONDS', 1, 86_400),
    auditRetentionDays: read.integer('AUDIT_RETENTION_DAYS', 0, 36_500),
    watchTickMs: read.integer('WATCH_TICK_MS', 1, 10_000),
    streamCommentMs: read.integer('STREAM_COMMENT_MS', 10, 600_000),
    streamStallMs: read.integer('STREAM_STALL_MS', 10, 3_600_000),
  };
}

/** The setting, or a SettingError that says who needs it. */
export function required(value: string | undefined, setting: string, why: string): string {
  if (value === undefined) throw new SettingError(setting, `is not set; ${why}`);
  return value;
}
