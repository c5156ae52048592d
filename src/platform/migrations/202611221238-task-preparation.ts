import { type Kysely, sql } from 'kysely';

/** What came of preparing a task run's input, so that every try of the run asks its model the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table task_runs add column prepared json`.execute(db);
}
