import { type Kysely, sql } from 'kysely';

/** Drops what the engine of earlier releases kept beside Temporal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table task_runs drop column begun_ahead_by, drop column workflow_due;
alter table agent_runs drop column begun_ahead_by, drop column workflow_due;
alter table tool_calls drop column how, drop column quick;
`;
