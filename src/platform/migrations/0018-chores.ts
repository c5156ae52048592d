import { type Kysely, sql } from 'kysely';

/** When each chore of the reconciler is due. Code of the release before knows nothing of it and does all of them each round. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table chores (
    name text primary key,
    next_due timestamptz not null default now(),
    last_done timestamptz,
    last_error text
  )`.execute(db);
}
