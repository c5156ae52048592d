import { type Kysely, sql } from 'kysely';

/** What a revision of a task or an agent has to pass before it serves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table tasks add column release_gate json;
alter table agents add column release_gate json;
`;
