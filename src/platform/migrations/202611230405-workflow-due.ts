import { type Kysely, sql } from 'kysely';

/** Until when the start of a run's workflow is put off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table task_runs add column workflow_due timestamptz;
alter table agent_runs add column workflow_due timestamptz;
create index task_runs_workflow_due on task_runs (workflow_due) where workflow_due is not null and completed is null;
create index agent_runs_workflow_due on agent_runs (workflow_due) where workflow_due is not null and completed is null;
`;
