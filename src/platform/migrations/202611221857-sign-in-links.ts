import { type Kysely, sql } from 'kysely';

/** Links that sign a user in at the machine the product runs on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table sign_in_links (
  hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  created timestamptz not null default now()
);
create index sign_in_links_user on sign_in_links (user_id);
create index sign_in_links_expiry on sign_in_links (expires_at);
`;
