import { type Kysely, sql } from 'kysely';

/** Why the last answer of a run ended and what it stands on; of a turn also whether its tokens are a guess. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['task_runs', 'agent_runs'])
    await sql`alter table ${sql.table(table)}
      add column finish_reason text,
      add column finish_detail text,
      add column sources json not null default '[]'`.execute(db);
  await sql`alter table agent_turns
    add column finish_detail text,
    add column usage_estimated boolean not null default false`.execute(db);
}
