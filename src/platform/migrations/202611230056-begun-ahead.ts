import { type Kysely, sql } from 'kysely';

/** Which process took up a run before its workflow did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table task_runs add column begun_ahead_by text;
alter table agent_runs add column begun_ahead_by text;
`;
