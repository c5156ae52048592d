import { type Kysely, sql } from 'kysely';

/** With which OAuth client a run was started that no user did: it counts for as long as that client does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agent_runs add column client_id uuid`.execute(db);
}
