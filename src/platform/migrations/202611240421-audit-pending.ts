import { type Kysely, sql } from 'kysely';

/** Events that were stored with what they tell of and are still to be put into their chains. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_pending (
    id uuid primary key,
    chain_id uuid not null,
    event jsonb not null)`.execute(db);
  await sql`create index audit_pending_chain on audit_pending (chain_id, id)`.execute(db);
}
