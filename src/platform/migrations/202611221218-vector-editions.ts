import { type Kysely, sql } from 'kysely';

/** The edition of its chunk stands with a vector too: a search by meaning looks at no chunks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chunk_vectors add column edition integer not null default 1`.execute(db);
}
