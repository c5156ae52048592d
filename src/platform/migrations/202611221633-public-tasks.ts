import { type Kysely, sql } from 'kysely';

/** Tokens that run one public task, and the keys by which projects are named where nobody signs in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table projects add column project_key text not null unique default 'pk_' || replace(gen_random_uuid()::text, '-', '');

create table task_access_tokens (
  id uuid primary key,
  task_id uuid not null unique references tasks (id),
  hash bytea not null unique,
  sealed text not null,
  created timestamptz not null default now()
);
`;
