import { type Kysely, sql } from 'kysely';

/** Scores and comments on runs of tasks and of agents. They go with their run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table feedback (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  task_run_id uuid references task_runs (id) on delete cascade,
  agent_run_id uuid references agent_runs (id) on delete cascade,
  name text not null,
  value jsonb,
  note text,
  source text not null,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  version integer not null default 1,
  check (num_nonnulls(task_run_id, agent_run_id) = 1),
  check (num_nonnulls(value, note) > 0)
);
create index feedback_task_run on feedback (task_run_id, id desc) where task_run_id is not null;
create index feedback_agent_run on feedback (agent_run_id, id desc) where agent_run_id is not null;
create index feedback_project on feedback (project_id, id desc);
create index feedback_name on feedback (project_id, name, id desc);
create unique index feedback_task_run_score on feedback (task_run_id, name, created_by_type, created_by)
  where task_run_id is not null and value is not null;
create unique index feedback_agent_run_score on feedback (agent_run_id, name, created_by_type, created_by)
  where agent_run_id is not null and value is not null;
create trigger feedback_version before update on feedback for each row execute function raise_version();
`;
