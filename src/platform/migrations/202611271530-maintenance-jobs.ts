import { type Kysely, sql } from 'kysely';

/** The table of maintenance jobs gets their name. Workers of the release before use it by the old one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The jobs have new names, too. They are due at once.
  await sql`delete from chores`.execute(db);
  await sql`alter table chores rename to maintenance_jobs`.execute(db);
  await sql`alter table maintenance_jobs rename constraint chores_pkey to maintenance_jobs_pkey`.execute(db);
  await sql`create view chores as select name, next_due, last_done, last_error from maintenance_jobs`.execute(db);
}
