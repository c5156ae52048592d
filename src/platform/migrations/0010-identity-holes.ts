import { type Kysely, sql } from 'kysely';

/**
 * Mailed links that belong to an address, so that the use of one ends all the others. The release before goes on with
 * `user_verifications`, which this one no longer reads: links it mailed have to be asked for anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table mailed_links (
  hash bytea primary key,
  purpose text not null check (purpose in ('sign_up', 'reset_password')),
  email text not null,
  name text,
  expires_at timestamptz not null,
  created timestamptz not null default now()
);
create index mailed_links_email on mailed_links (email);
create index mailed_links_expiry on mailed_links (expires_at);

create index oauth_records_account on oauth_records (account_id) where account_id is not null;
`;
