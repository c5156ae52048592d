import { type Kysely, sql } from 'kysely';

/** Drops what the engine of earlier releases kept beside Temporal. Indexes what maintenance looks for each few seconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table task_runs drop column begun_ahead_by, drop column workflow_due;
alter table agent_runs drop column begun_ahead_by, drop column workflow_due;
alter table tool_calls drop column how, drop column quick;
create index task_runs_queued on task_runs (created) where status = 'queued';
create index agent_runs_queued on agent_runs (created) where status = 'queued';
`;
