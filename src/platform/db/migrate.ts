import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, FileMigrationProvider, type Migration, Migrator } from 'kysely/migration';
import { SettingError } from '../config.ts';
import { getErrorMessage } from '../error-message.ts';
import type { Db } from './client.ts';
import { ensureVectorExtension } from './vector-extension.ts';

/** Name of the migration that every database of a release has. */
const BASELINE = '202611270000-baseline';

const FOLDER = path.join(import.meta.dirname, '../migrations');

/**
 * All migrations, from the schema of release 0.1.0 on; forward only. They apply in the order of their names. The name
 * of a new one starts with its creation time: `202612311830-what-it-does`.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = await new FileMigrationProvider({
  fs,
  path,
  migrationFolder: FOLDER,
}).getMigrations();

/** Key of the advisory lock that a migrating session holds. */
const MIGRATION_LOCK = 5_713_904_261;

/**
 * Migrates the schema to this build. Returns the names of the applied migrations. Throws a SettingError, without any
 * change, if no migration leads from the database to this build; throws on the first migration that fails.
 * Concurrent processes wait for the one that migrates; `log` receives a line about the wait.
 */
export function migrate(db: Db, log: (line: string) => void = () => undefined): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await acquireLock(connection, log);
    try {
      const applied = await listApplied(connection);
      assertReleased(applied);
      assertNotNewer(applied);
      await ensureVectorExtension(connection);
      const { error, results } = await createMigrator(connection).migrateToLatest();
      if (error) throw error;
      return (results ?? []).map((result) => result.migrationName);
    } finally {
      // If this fails, the connection is gone and so is its lock.
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection).catch(() => undefined);
    }
  });
}

async function acquireLock(connection: Db, log: (line: string) => void): Promise<void> {
  const attempt = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`.execute(
    connection,
  );
  if (attempt.rows[0]?.taken) return;
  log(`${await describeLockHolder(connection)} is migrating this database; waiting until it has finished`);
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
}

/** Describes the holder of the lock, as far as this role can see it. */
async function describeLockHolder(connection: Db): Promise<string> {
  const { rows } = await sql<{ pid: number; address: string | null; since: string | null }>`
    select l.pid, host(a.client_addr) as address, to_char(a.backend_start at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid::bigint << 32) + l.objid::bigint = ${MIGRATION_LOCK}`.execute(connection);
  const [row] = rows;
  if (!row) return 'another process';
  return `another process (${row.address ?? 'local'}, connected since ${row.since}, backend ${row.pid})`;
}

/** Returns whether the database has every migration of this build. A process is not ready on an older schema. */
export async function isSchemaCurrent(db: Db): Promise<boolean> {
  return hasAll(await listApplied(db));
}

/**
 * Throws a SettingError if the database is not of a release, its schema is older than this build, or it cannot be
 * reached.
 */
export async function assertSchemaCurrent(db: Db): Promise<void> {
  await assertDatabaseReachable(db);
  const applied = await listApplied(db);
  assertReleased(applied);
  if (hasAll(applied)) return;
  throw new SettingError('DATABASE_URL', 'the schema is older than this build; run `npm run migrate` first');
}

/** Lists the applied migrations. Empty if the database was never migrated. */
async function listApplied(db: Db): Promise<ReadonlySet<string>> {
  // The migrator would read every column of every table to find its own.
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as there`.execute(db);
  if (!rows[0]?.there) return new Set();
  const applied = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return new Set(applied.rows.map(({ name }) => name));
}

const hasAll = (applied: ReadonlySet<string>) => Object.keys(MIGRATIONS).every((name) => applied.has(name));

/** Throws a SettingError for a database from before 0.1.0, which has no migration path. */
function assertReleased(applied: ReadonlySet<string>): void {
  if (applied.size === 0 || applied.has(BASELINE)) return;
  throw new SettingError(
    'DATABASE_URL',
    'a build before 0.1.0 made this database, and no release can upgrade it; use an empty database (with `npm start`: another DATA_DIR), and carry projects over with `npm run export` of that build and `npm run import` of this one',
  );
}

/** Throws a SettingError if a later build has migrated the database: its schema is unknown. */
function assertNotNewer(applied: ReadonlySet<string>): void {
  const unknown = [...applied].filter((name) => !Object.hasOwn(MIGRATIONS, name)).toSorted();
  if (unknown.length === 0) return;
  throw new SettingError(
    'DATABASE_URL',
    `a later release has migrated this database (${unknown.join(', ')}); run that release or a later one`,
  );
}

/** Throws a SettingError if the database cannot be reached. */
export async function assertDatabaseReachable(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw new SettingError('DATABASE_URL', `the database cannot be reached (${getErrorMessage(error)})`);
  }
}

function createMigrator(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
}
