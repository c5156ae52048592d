import type { LoggerOptions } from 'pino';

/** Paths that may hold a credential. Their values are redacted. */
const SECRET_PATHS = [
  'authorization',
  'api_key',
  'value',
  'password',
  'client_secret',
  'req.headers.authorization',
  'headers.authorization',
  '*.authorization',
  '*.api_key',
  '*.password',
  '*.client_secret',
];

/** Error properties that are logged in addition to type, message and stack. None contains a column value. */
const LOGGED_ERROR_FIELDS = [
  'code',
  'syscall',
  'severity',
  'table',
  'column',
  'constraint',
  'reason',
  'status',
] as const;

/** Log of a process. An error is passed in the details as `err`. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Options for structured logs, one JSON object per line. */
export function createLoggerOptions(level: string, name: string): LoggerOptions {
  return {
    name,
    level,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    serializers: { err: serializeError },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
}

/**
 * Serializes an error for the log. Other properties are omitted: Postgres quotes rows in `detail`, and clients attach
 * requests.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields = Object.entries(error).filter(([name]) => (LOGGED_ERROR_FIELDS as readonly string[]).includes(name));
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(fields),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}
