import { type Kysely, sql } from 'kysely';

/**
 * Agents as tools: what a revision attaches, and the runs that are calls of other runs. `child_run_id` is the run that
 * answers a call, known before it begins; calls of earlier releases have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agent_revisions add column agent_tools json not null default '[]'`.execute(db);
  await sql`alter table agent_runs add column tool_call_id uuid, add column depth integer not null default 0`.execute(
    db,
  );
  await sql`create unique index agent_runs_tool_call on agent_runs (tool_call_id) where tool_call_id is not null`.execute(
    db,
  );
  await sql`alter table tool_calls add column child_run_id uuid`.execute(db);
}
