import { type Kysely, sql } from 'kysely';

/** Whether tasks of an organization may be public, and whether links to its tasks and agents may show anything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organizations
    add column publishing_enabled boolean not null default true,
    add column sharing_enabled boolean not null default true`.execute(db);
}
