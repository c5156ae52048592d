import { integer, list, networks, oneOf, optional, origins, text, url } from './parsers.ts';
import { defineSetting, withDefault } from './setting.ts';

const port = defineSetting('PORT', '8080', 'port of the API and console', integer(0, 65_535));

/** The API: where it is, what it takes, and how much of it. */
export const SERVER = {
  port,
  host: defineSetting('HOST', '127.0.0.1', 'address the API listens on', text),
  /** Without a trailing slash. */
  publicUrl: withDefault(
    defineSetting(
      'PUBLIC_URL',
      '',
      'base address users reach the product at (default: http://localhost:PORT)',
      optional(url('http', 'https')),
    ),
    (env) => `http://localhost:${port.read(env)}`,
  ),
  allowPrivateAddresses: defineSetting(
    'ALLOW_PRIVATE_ADDRESSES',
    '',
    'hosts or networks the guarded HTTP client may reach although private',
    list(text),
  ),
  logLevel: defineSetting(
    'LOG_LEVEL',
    'info',
    'fatal, error, warn, info, debug, trace or silent',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  bodyLimit: defineSetting(
    'BODY_LIMIT',
    '10485760',
    'largest request body in bytes; most operations take less',
    integer(1024, 1_073_741_824),
  ),
  uploadLimit: defineSetting(
    'UPLOAD_LIMIT',
    '52428800',
    'largest upload in bytes, files and fields together',
    integer(1024, 1_073_741_824),
  ),
  requestTimeoutMs: defineSetting(
    'REQUEST_TIMEOUT_MS',
    '30000',
    'milliseconds for a request to arrive; after that a body has to have kept a pace of 32 KiB a second',
    integer(100, 3_600_000),
  ),
  rateLimit: defineSetting(
    'RATE_LIMIT',
    '3000',
    'requests per minute and credential, over all API processes; 0 for no limit',
    integer(0, 10_000_000),
  ),
  rateLimitPerPerson: defineSetting(
    'RATE_LIMIT_PER_PERSON',
    '9000',
    'requests per minute of a person with all their credentials together, over all API processes; 0 for no limit',
    integer(0, 10_000_000),
  ),
  streamsPerCredential: defineSetting(
    'STREAMS_PER_CREDENTIAL',
    '100',
    'streams of events that a credential may have open at once in each API process; 0 for no limit',
    integer(0, 1_000_000),
  ),
  streamsPerPerson: defineSetting(
    'STREAMS_PER_PERSON',
    '200',
    'streams of events that a person may have open at once with all their credentials in each API process; 0 for no limit',
    integer(0, 1_000_000),
  ),
  streamsPerProject: defineSetting(
    'STREAMS_PER_PROJECT',
    '1000',
    'streams of events that a project may have open at once in each API process; 0 for no limit',
    integer(0, 1_000_000),
  ),
  apiKeysPerPerson: defineSetting(
    'API_KEYS_PER_PERSON',
    '100',
    'API keys of a person in a project that are not revoked; 0 for no limit',
    integer(0, 1_000_000),
  ),
  sessionsPerPerson: defineSetting(
    'SESSIONS_PER_PERSON',
    '100',
    'browser sessions of a person; one more ends the oldest; 0 for no limit',
    integer(0, 1_000_000),
  ),
  recordsPerProject: defineSetting(
    'RECORDS_PER_PROJECT',
    '10000',
    'tasks of a project, and likewise agents and each other kind of record that people make there; 0 for no limit',
    integer(0, 100_000_000),
  ),
  signInRateLimit: defineSetting(
    'SIGN_IN_RATE_LIMIT',
    '60',
    'attempts per minute and client network to sign in or up, join, or get a token; 0 for no limit',
    integer(0, 10_000_000),
  ),
  hookRateLimit: defineSetting(
    'HOOK_RATE_LIMIT',
    '3000',
    'deliveries per minute and client network to webhook triggers; 0 for no limit',
    integer(0, 10_000_000),
  ),
  mailRateLimit: defineSetting(
    'MAIL_RATE_LIMIT',
    '10',
    'mails per hour and recipient, over all processes and whatever asks for them; 0 for no limit',
    integer(0, 10_000),
  ),
  corsOrigins: defineSetting(
    'CORS_ORIGINS',
    '',
    'origins whose pages may call the API, comma-separated; none by default',
    origins,
  ),
  trustProxy: defineSetting(
    'TRUST_PROXY',
    '',
    'addresses or networks of proxies whose X-Forwarded-For tells the client address',
    networks,
  ),
  watchPollMs: defineSetting(
    'WATCH_TICK_MS',
    '10',
    'milliseconds between looks for followers of runs',
    integer(1, 10_000),
  ),
  runWaitMs: defineSetting(
    'RUN_WAIT_MS',
    '50000',
    'milliseconds after which a request that waits for a run, and says not how long, is answered 202 with the run as it is: less than proxies give; 0 waits without end',
    integer(0, 86_400_000),
  ),
  streamCommentMs: defineSetting(
    'STREAM_COMMENT_MS',
    '15000',
    'milliseconds between two comment lines of a stream',
    integer(10, 600_000),
  ),
  streamStallMs: defineSetting(
    'STREAM_STALL_MS',
    '30000',
    'milliseconds after which a reader of a stream or a file that takes nothing is cut',
    integer(10, 3_600_000),
  ),
};
