import { type Kysely, sql } from 'kysely';

/** Claims of Idempotency-Keys are signed each second and settled by their owner alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index idempotency_keys_owner on idempotency_keys (owner)`.execute(db);
}
