import { type Kysely, sql } from 'kysely';

/** What connections are called in the names of their tools: once per project, whatever kind of connection, for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table connection_slugs (
    project_id uuid not null references projects (id),
    slug text not null,
    primary key (project_id, slug)
  )`.execute(db);
}
