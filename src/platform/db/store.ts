import { startClockSync } from '../clock-sync.ts';
import { type Config, requireSetting } from '../config.ts';
import { getDatabaseUrl } from '../local/pglite-address.ts';
import type { Log } from '../log.ts';
import { type Db, openDatabase } from './client.ts';
import { assertDatabaseReachable, assertSchemaCurrent } from './migrate.ts';

/**
 * Role of a process: it serves requests (`api`), work (`worker`) or both (`serve`), runs one command on an
 * installation, or migrates a database.
 */
export type Role = 'api' | 'worker' | 'serve' | 'command' | 'migrator';
/** Roles that run until they are stopped. */
export const SERVER_ROLES: readonly Role[] = ['api', 'worker', 'serve'];

/** Database of a process. */
interface Store {
  /** Connection string, for LISTEN connections. */
  readonly url: string;
  readonly db: Db;
}

/** Pool size of a process that works sequentially. */
const COMMAND_POOL_SIZE = 2;

/**
 * Opens the database for a role. Servers synchronize with its clock, and all but the migrator require the schema of
 * this build. Throws SettingError otherwise.
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
