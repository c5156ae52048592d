import { type Config, required } from '../config.ts';
import { keepClock } from '../keep-clock.ts';
import { databaseUrlOf } from '../local/pglite-address.ts';
import type { Log } from '../log.ts';
import { type Db, openDatabase } from './client.ts';
import { checkDatabase, checkSchema } from './migrate.ts';

/**
 * What a process is there for: it takes requests, work or both (`serve`), does one thing with a running installation, or
 * brings a database up.
 */
export type Role = 'api' | 'worker' | 'serve' | 'command' | 'migrator';
/** Those that serve until they are told to stop. */
export const SERVERS: readonly Role[] = ['api', 'worker', 'serve'];

/** The database of a process. */
export interface Store {
  /** Connection string, for connections that listen. */
  readonly url: string;
  readonly db: Db;
}

/** Connections of a process that does one thing after the other. */
const FEW = 2;

/**
 * Opens the database as a process of that role needs it: servers know its clock, and all but what migrates it want the
 * schema of this build. Throws SettingError where it is not so.
 */
export async function openDatabaseOf(
  role: Role,
  config: Config,
  log: Log,
  closing: (close: () => unknown) => void,
): Promise<Store> {
  const serves = SERVERS.includes(role);
  const whatToDo = serves ? 'name a Postgres database, or use `npm start`' : 'name the database to prepare';
  const url = role === 'command' ? databaseUrlOf(config) : required(config.databaseUrl, 'DATABASE_URL', whatToDo);
  const broken = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  const db = openDatabase(url, serves ? config.databasePoolSize : FEW, broken, {
    prepare: serves && config.databasePreparedStatements,
  });
  closing(() => db.destroy());
  if (role === 'migrator') await checkDatabase(db);
  else await checkSchema(db);
  if (serves) closing(await keepClock(db, log));
  return { url, db };
}
