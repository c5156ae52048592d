import { join } from 'node:path';
import type { Config } from '../config.ts';
import { keptSecret, randomPassword } from './kept-secret.ts';

/** The password of the embedded Postgres, made once and kept in `<dataDir>/postgres.password`. */
export function pglitePassword(dataDir: string): string {
  return keptSecret(join(dataDir, 'postgres.password'), randomPassword);
}

/** The connection string of the embedded Postgres of that folder. */
export function pgliteUrl(dataDir: string, port: number): string {
  return `postgresql://postgres:${pglitePassword(dataDir)}@127.0.0.1:${port}/postgres`;
}

/** The database of the settings: the one of DATABASE_URL, else the embedded one that a running `npm start` serves. */
export function databaseUrlOf(config: Pick<Config, 'databaseUrl' | 'dataDir' | 'embeddedPostgresPort'>): string {
  return config.databaseUrl ?? pgliteUrl(config.dataDir, config.embeddedPostgresPort);
}
