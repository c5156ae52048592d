import { type Kysely, sql } from 'kysely';

/** Guardrails of tasks' and agents' revisions, and what they found in runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table task_revisions add column guardrails json not null default '{"input":[],"output":[]}';
alter table agent_revisions add column guardrails json not null default '{"input":[],"output":[]}';
alter table task_runs add column guardrail_hits jsonb;
alter table agent_runs add column guardrail_hits jsonb, add column guarded json;
`;
