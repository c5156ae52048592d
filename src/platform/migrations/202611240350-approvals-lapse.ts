import { type Kysely, sql } from 'kysely';

/** Until when the call of an approved request must have left; null where who approved it set no time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approval_requests add column lapses_at timestamptz`.execute(db);
}
