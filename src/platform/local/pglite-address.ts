import { join } from 'node:path';
import type { Config } from '../config.ts';
import { generatePassword, getOrCreateSecret } from './secret-file.ts';

/** The password of the embedded Postgres, made once and kept in `<dataDir>/postgres.password`. */
export function getPglitePassword(dataDir: string): string {
  return getOrCreateSecret(join(dataDir, 'postgres.password'), generatePassword);
}

/** The connection string of the embedded Postgres of that folder. */
export function getPgliteUrl(dataDir: string, port: number): string {
  return `postgresql://postgres:${getPglitePassword(dataDir)}@127.0.0.1:${port}/postgres`;
}

/** The database of the settings: the one of DATABASE_URL, else the embedded one that a running `npm start` serves. */
export function getDatabaseUrl(config: Pick<Config, 'databaseUrl' | 'dataDir' | 'embeddedPostgresPort'>): string {
  return config.databaseUrl ?? getPgliteUrl(config.dataDir, config.embeddedPostgresPort);
}
