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

/** Structured logs, one JSON object a line. */
export function loggerOptions(level: string, name: string): LoggerOptions {
  return {
    name,
    level,
    redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
}
