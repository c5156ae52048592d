import { type Kysely, sql } from 'kysely';

/** Which tokens of a run came from a provider's cache, went into it or were thinking, and what is to be known of its calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['task_runs', 'agent_runs', 'ingestions', 'source_runs'])
    await sql`alter table ${sql.table(table)}
      add column cached_input_tokens integer not null default 0,
      add column cache_write_tokens integer not null default 0,
      add column reasoning_tokens integer not null default 0`.execute(db);
  for (const table of ['task_runs', 'agent_runs'])
    await sql`alter table ${sql.table(table)} add column warnings json not null default '[]'`.execute(db);
}
