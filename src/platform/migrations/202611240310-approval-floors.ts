import { type Kysely, sql } from 'kysely';

/** What an organization has asked before tool calls of its agents at least; null asks what each agent says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organizations add column approval_floor json`.execute(db);
}
