import type { LoggerOptions } from 'pino';

/** Paths that may hold a credential; their values never reach a log. */
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

/** What is told of an error besides its kind, its words and its stack; none of these holds a value of a row. */
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

/** The log of a process, as far as this floor writes to it. An error stands in the details as `err`. */
export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Structured logs, one JSON object a line. */
export function loggerOptions(level: string, name: string): LoggerOptions {
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
 * What a log says of an error. Everything else an error carries is left out: Postgres quotes whole rows in `detail`,
 * clients keep the request they sent.
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
