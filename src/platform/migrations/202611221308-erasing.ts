import { type Kysely, sql } from 'kysely';

/** How the chores find deleted documents of which something is left, and what was read of documents nobody came back to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index documents_deleted on documents (id) where deleted_at is not null`.execute(db);
  await sql`create index ingestions_read on ingestions (completed)
    where status in ('failed', 'cancelled') and parsed is not null and chunked is null`.execute(db);
}
