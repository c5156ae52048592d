import { startClockSync } from '../clock-sync.ts';
import { type Config, requireSetting } from '../config.ts';
import { getDatabaseUrl } from '../local/pglite-address.ts';
import type { Log } from '../log.ts';
import { type Db, openDatabase } from './client.ts';
import { assertDatabaseReachable, assertSchemaCurrent } from './migrate.ts';

/**
 * What a process is there for: it takes requests, work or both (`serve`), does one thing with a running installation, or
 * brings a database up.
 */
export type Role = 'api' | 'worker' | 'serve' | 'command' | 'migrator';
/** Those that serve until they are told to stop. */
export const SERVER_ROLES: readonly Role[] = ['api', 'worker', 'serve'];

/** The database of a process. */
export interface Store {
  /** Connection string, for connections that listen. */
  readonly url: string;
  readonly db: Db;
}

/** Connections of a process that does one thing after the other. */
const COMMAND_POOL_SIZE = 2;

/**
 * Opens the database as a process of that role needs it: servers know its clock, and all but what migrates it want the
 * schema of this build. Throws SettingError where it is not so.
 */
export async function openStore(
  role: Role,
  config: Config,
  log: Log,
  onClose: (close: () => unknown) => void,
): Promise<Store> {
  const isServer = SERVER_ROLES.includes(role);
  const hint = isServer ? 'name a Postgres database, or use `npm start`' : 'name the database to prepare';
  const url = role === 'command' ? getDatabaseUrl(config) : requireSetting(config.databaseUrl, 'DATABASE_URL', hint);
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  const db = openDatabase(url, isServer ? config.databasePoolSize : COMMAND_POOL_SIZE, onError, {
    prepare: isServer && config.databasePreparedStatements,
  });
  onClose(() => db.destroy());
  if (role === 'migrator') await assertDatabaseReachable(db);
  else await assertSchemaCurrent(db);
  if (isServer) onClose(await startClockSync(db, log));
  return { url, db };
}
