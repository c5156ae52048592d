import { join } from 'node:path';
import type { Config } from '../config.ts';
import { generatePassword, getOrCreateSecret } from './secret-file.ts';

/** Returns the password of the embedded Postgres, stored in `<dataDir>/postgres.password`. */
export function getPglitePassword(dataDir: string): string {
  return getOrCreateSecret(join(dataDir, 'postgres.password'), generatePassword);
}

/** Returns the connection string of the folder's embedded Postgres. */
export function getPgliteUrl(dataDir: string, port: number): string {
  return `postgresql://postgres:${getPglitePassword(dataDir)}@127.0.0.1:${port}/postgres`;
}

/** Returns DATABASE_URL, or the connection string of the embedded Postgres of a running `npm start`. */
export function getDatabaseUrl(config: Pick<Config, 'databaseUrl' | 'dataDir' | 'embeddedPostgresPort'>): string {
  return config.databaseUrl ?? getPgliteUrl(config.dataDir, config.embeddedPostgresPort);
}
