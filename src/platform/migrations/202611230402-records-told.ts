import { type Kysely, sql } from 'kysely';

/**
 * What is done to records stands in the log of changes beside what moves by itself: which resource, and who may learn of
 * it. What belongs to no project stands there under its organization's id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table project_changes
  add column resource text,
  add column permission text,
  add column owner_id uuid,
  add column run_kind text;
`;
