import { resolve } from 'node:path';
import { boolean, integer, optional, text, url } from './parsers.ts';
import { defineSetting } from './setting.ts';

/** What is kept: the database, the keys of its secrets, and for how long. */
export const STORAGE = {
  /** Holds the database, Temporal's file, keys and `dev.json`. */
  dataDir: defineSetting('DATA_DIR', '.holdfast', 'folder of development state', (path) => resolve(path)),
  databaseUrl: defineSetting(
    'DATABASE_URL',
    '',
    'Postgres with pgvector; without it `npm start` runs an embedded one',
    optional(url('postgres', 'postgresql')),
  ),
  databasePoolSize: defineSetting(
    'DATABASE_POOL_SIZE',
    '10',
    'most database connections per process',
    integer(2, 1000),
  ),
  databasePreparedStatements: defineSetting(
    'DATABASE_PREPARED_STATEMENTS',
    'true',
    'keep frequent statements prepared; false behind a pooler that shares connections between transactions',
    boolean,
  ),
  embeddedPostgresPort: defineSetting(
    'EMBEDDED_POSTGRES_PORT',
    '5433',
    'port of the embedded Postgres of `npm start`',
    integer(1, 65_535),
  ),
  /** Undefined where nothing is encrypted. */
  encryptionKeys: defineSetting(
    'ENCRYPTION_KEYS',
    '',
    'key ring `id:base64-of-32-bytes`, comma-separated, the first encrypts',
    optional(text),
  ),
  auditRetentionDays: defineSetting(
    'AUDIT_RETENTION_DAYS',
    '0',
    'days after which audit events are taken away; 0 keeps them for ever',
    integer(0, 36_500),
  ),
};
