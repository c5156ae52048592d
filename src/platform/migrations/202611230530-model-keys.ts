import { type Kysely, sql } from 'kysely';

/** Keys of model providers that administrators store, for the whole installation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table model_keys (
  variable text primary key,
  sealed text not null,
  last_four text not null,
  set_by uuid references users (id) on delete set null,
  set_at timestamptz not null default now()
);
`;
