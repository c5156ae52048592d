import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { SettingError } from '../config.ts';
import * as foundation from '../migrations/0001-foundation.ts';
import * as promises from '../migrations/0002-promises.ts';
import * as changes from '../migrations/0003-changes.ts';
import * as organizations from '../migrations/0005-organizations.ts';
import * as identity from '../migrations/0006-identity.ts';
import * as audit from '../migrations/0007-audit.ts';
import * as idempotencyOwner from '../migrations/0008-idempotency-owner.ts';
import * as runRights from '../migrations/0009-run-rights.ts';
import * as identityHoles from '../migrations/0010-identity-holes.ts';
import * as revisionFields from '../migrations/0011-revision-fields.ts';
import * as runtimeHoles from '../migrations/0013-runtime-holes.ts';
import * as files from '../migrations/0015-files.ts';
import * as chores from '../migrations/0018-chores.ts';
import type { Db } from './client.ts';

/** Every migration in its order; forward only. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-promises': promises,
  '0003-changes': changes,
  '0005-organizations': organizations,
  '0006-identity': identity,
  '0007-audit': audit,
  '0008-idempotency-owner': idempotencyOwner,
  '0009-run-rights': runRights,
  '0010-identity-holes': identityHoles,
  '0011-revision-fields': revisionFields,
  '0013-runtime-holes': runtimeHoles,
  '0015-files': files,
  '0018-chores': chores,
};

/** Brings the schema to this build's state. Answers the names that were applied. Throws on the first that fails. */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results } = await migrator(db).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** Whether the database holds every migration of this build; a process is not ready on an older schema. */
export async function schemaIsCurrent(db: Db): Promise<boolean> {
  const all = await migrator(db).getMigrations();
  return all.every((migration) => migration.executedAt !== undefined);
}

/** Fails with one line when the schema is older than this build, or the database can't be reached. */
export async function checkSchema(db: Db): Promise<void> {
  await checkDatabase(db);
  if (await schemaIsCurrent(db)) return;
  throw new SettingError('DATABASE_URL', 'the schema is older than this build; run `npm run migrate` first');
}

/** Fails with one line that names the setting when the database can't be reached. */
export async function checkDatabase(db: Db): Promise<void> {
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    throw new SettingError('DATABASE_URL', `the database can't be reached (${describe(error)})`);
  }
}

function migrator(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
}

function describe(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
