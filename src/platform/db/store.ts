import { keepClock } from '../clock.ts';
import { type Config, required } from '../config.ts';
import { type KeyRing, sealCanary } from '../keyring.ts';
import type { Log } from '../log.ts';
import { type Db, openDatabase } from './client.ts';
import { checkSchema } from './migrate.ts';

/** What a process of the product stores in and with. */
export interface Store {
  /** Connection string, for connections that listen. */
  readonly url: string;
  readonly db: Db;
  /** Undefined where no keys are set: secrets can't be stored then. */
  readonly ring: KeyRing | undefined;
}

/**
 * Opens the database of a process that serves: its schema fits this build, its clock is known, and its key ring is the one
 * that secrets were sealed with. Throws SettingError where one of them is not so.
 */
export async function openStore(config: Config, log: Log): Promise<Store> {
  const url = required(config.databaseUrl, 'DATABASE_URL', 'name a Postgres database, or use `npm start`');
  const broken = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  const db = openDatabase(url, config.databasePoolSize, broken, { prepare: config.databasePreparedStatements });
  await checkSchema(db);
  await keepClock(db, log);
  return { url, db, ring: await sealCanary(db, config.encryptionKeys) };
}
