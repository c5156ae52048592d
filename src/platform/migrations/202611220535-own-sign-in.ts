import { type Kysely, sql } from 'kysely';

/** Columns that no release wrote, and the table that none reads since links are kept as hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table user_verifications`.execute(db);
  await sql`alter table user_accounts drop column access_token, drop column refresh_token, drop column id_token,
    drop column access_token_expires_at, drop column refresh_token_expires_at, drop column scope`.execute(db);
}
