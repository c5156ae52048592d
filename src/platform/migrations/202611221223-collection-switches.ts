import { type Kysely, sql } from 'kysely';

/** When a collection's space was changed: vectors that nothing refers to any more are kept a moment for who still searches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table collection_fillings add column switched_at timestamptz`.execute(db);
}
