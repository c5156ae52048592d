import { integer, list, networks, oneOf, optional, origins, text, url } from './parsers.ts';
import { defineSetting, withDefault } from './setting.ts';

const port = defineSetting('PORT', '8080', 'port of the API and console', integer(0, 65_535));

/** Settings of the API: addresses, limits and streams. */
export const SERVER = {
  port,
  host: defineSetting('HOST', '127.0.0.1', 'address that the API listens on', text),
  /** Without a trailing slash. */
  publicUrl: withDefault(
    defineSetting(
      'PUBLIC_URL',
      '',
      'base URL of the product for users (default: http://localhost:PORT)',
      optional(url('http', 'https')),
    ),
    (env) => `http://localhost:${port.read(env)}`,
  ),
  allowPrivateAddresses: defineSetting(
    'ALLOW_PRIVATE_ADDRESSES',
    '',
    'private hosts or networks that outbound requests may reach, comma-separated',
    list(text),
  ),
  logLevel: defineSetting(
    'LOG_LEVEL',
    'info',
    'log level: fatal, error, warn, info, debug, trace or silent',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  bodyLimit: defineSetting(
    'BODY_LIMIT',
    '10485760',
    'maximum request body in bytes; most operations accept less',
    integer(1024, 1_073_741_824),
  ),
  uploadLimit: defineSetting(
    'UPLOAD_LIMIT',
    '52428800',
    'maximum upload in bytes, files and fields together',
    integer(1024, 1_073_741_824),
  ),
  requestTimeoutMs: defineSetting(
    'REQUEST_TIMEOUT_MS',
    '30000',
    'milliseconds for a request to arrive; a slower body must arrive at 32 KiB per second or more',
    integer(100, 3_600_000),
  ),
  rateLimit: defineSetting(
    'RATE_LIMIT',
    '3000',
    'requests per minute and credential, across all API processes; 0 for no limit',
    integer(0, 10_000_000),
  ),
  rateLimitPerPerson: defineSetting(
    'RATE_LIMIT_PER_PERSON',
    '9000',
    'requests per minute and person with all credentials, and of all OAuth clients of a project, across all API processes; 0 for no limit',
    integer(0, 10_000_000),
  ),
  streamsPerCredential: defineSetting(
    'STREAMS_PER_CREDENTIAL',
    '100',
    'maximum open event streams per credential and API process; 0 for no limit',
    integer(0, 1_000_000),
  ),
  streamsPerPerson: defineSetting(
    'STREAMS_PER_PERSON',
    '200',
    'maximum open event streams per person, with all credentials, and API process; 0 for no limit',
    integer(0, 1_000_000),
  ),
  streamsPerProject: defineSetting(
    'STREAMS_PER_PROJECT',
    '1000',
    'maximum open event streams per project and API process; 0 for no limit',
    integer(0, 1_000_000),
  ),
  apiKeysPerPerson: defineSetting(
    'API_KEYS_PER_PERSON',
    '100',
    'maximum active API keys per person and project; 0 for no limit',
    integer(0, 1_000_000),
  ),
  sessionsPerPerson: defineSetting(
    'SESSIONS_PER_PERSON',
    '100',
    'maximum browser sessions per person; a new one ends the oldest; 0 for no limit',
    integer(0, 1_000_000),
  ),
  recordsPerProject: defineSetting(
    'RECORDS_PER_PROJECT',
    '10000',
    'maximum tasks per project, and likewise agents and each other kind of record that users create; 0 for no limit',
    integer(0, 100_000_000),
  ),
  oauthRegistration: defineSetting(
    'OAUTH_CLIENT_REGISTRATION',
    'closed',
    'open: OAuth clients may register themselves (RFC 7591), for MCP clients without a metadata document; closed: an editor creates them',
    oneOf('closed', 'open'),
  ),
  signInRateLimit: defineSetting(
    'SIGN_IN_RATE_LIMIT',
    '60',
    'attempts to sign in, sign up, join or get a token, and searches of the guide, per minute and client network; 0 for no limit',
    integer(0, 10_000_000),
  ),
  hookRateLimit: defineSetting(
    'HOOK_RATE_LIMIT',
    '3000',
    'deliveries to webhook triggers per minute and client network; 0 for no limit',
    integer(0, 10_000_000),
  ),
  mailRateLimit: defineSetting(
    'MAIL_RATE_LIMIT',
    '10',
    'emails per hour and recipient, across all processes; 0 for no limit',
    integer(0, 10_000),
  ),
  corsOrigins: defineSetting(
    'CORS_ORIGINS',
    '',
    'origins that may call the API from a browser, comma-separated; default: none',
    origins,
  ),
  trustProxy: defineSetting(
    'TRUST_PROXY',
    '',
    'addresses or networks of proxies whose X-Forwarded-For header is trusted',
    networks,
  ),
  watchPollMs: defineSetting(
    'WATCH_TICK_MS',
    '10',
    'poll interval for followed runs in milliseconds',
    integer(1, 10_000),
  ),
  runWaitMs: defineSetting(
    'RUN_WAIT_MS',
    '50000',
    'default wait for a run in milliseconds, after which the response is 202 with the current run; keep it below proxy timeouts; 0: no limit',
    integer(0, 86_400_000),
  ),
  streamCommentMs: defineSetting(
    'STREAM_COMMENT_MS',
    '15000',
    'interval of comment lines in a stream in milliseconds; the client reconnects after 45 s of silence',
    integer(10, 30_000),
  ),
  streamStallMs: defineSetting(
    'STREAM_STALL_MS',
    '30000',
    'milliseconds after which a stalled reader of a stream or file is disconnected',
    integer(10, 3_600_000),
  ),
};
