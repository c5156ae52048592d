import { join } from 'node:path';
import { keptSecret, randomPassword } from './kept-secret.ts';

/** The password of the embedded Postgres, made once and kept in `<dataDir>/postgres.password`. */
export function pglitePassword(dataDir: string): string {
  return keptSecret(join(dataDir, 'postgres.password'), randomPassword);
}

/** The connection string of the embedded Postgres of that folder. */
export function pgliteUrl(dataDir: string, port: number): string {
  return `postgresql://postgres:${pglitePassword(dataDir)}@127.0.0.1:${port}/postgres`;
}
