import { type Kysely, sql } from 'kysely';

/** The text of runs of tasks while it comes, of those whose text was asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table task_runs add column stream boolean not null default false;

create table task_run_texts (
  run_id uuid not null references task_runs (id) on delete cascade,
  try integer not null,
  piece integer not null,
  text text not null,
  withheld text,
  primary key (run_id, try, piece)
);
`;
