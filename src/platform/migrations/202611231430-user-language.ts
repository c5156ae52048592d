import { type Kysely, sql } from 'kysely';

/** In which language a person is mailed; null until they chose one or signed in with a browser that prefers one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column language text`.execute(db);
}
