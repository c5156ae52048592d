import { type Kysely, sql } from 'kysely';

/** Files that runs make, what they are made of, and what is to be known of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table files add column made boolean not null default false;
alter table task_runs add column written json;
`;
