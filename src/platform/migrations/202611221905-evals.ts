import { type Kysely, sql } from 'kysely';

/**
 * Eval sets of tasks and agents with their cases, the runs that hold a candidate revision to them, and a row for what came of
 * each case. A run keeps its own copy of its cases: a set may change while it is in use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

/** The table of evals of tasks, or of agents; `parent` is the singular of what they are of. */
const evalRuns = (parent: string) => `
create table ${parent}_eval_runs (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  resource_id uuid not null references ${parent}s (id),
  candidate_revision_id uuid not null,
  eval_set_id uuid references eval_sets (id),
  judge_model_id uuid,
  scorers json not null,
  max_credits numeric,
  parallelism integer not null,
  candidate_credits numeric not null default 0,
  client_id uuid,
  case_count integer not null,
  pass_count integer not null default 0,
  fail_count integer not null default 0,
  error_count integer not null default 0,
  skip_count integer not null default 0,
  status text not null default 'queued',
  waiting_for json,
  is_error boolean not null default false,
  error json,
  trigger_type text not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cached_input_tokens integer not null default 0,
  cache_write_tokens integer not null default 0,
  reasoning_tokens integer not null default 0,
  charged_credits numeric not null default 0,
  usage_estimated boolean not null default false,
  restarts integer not null default 0,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  started timestamptz,
  completed timestamptz
);
create index ${parent}_eval_runs_resource on ${parent}_eval_runs (resource_id, id desc);
create index ${parent}_eval_runs_set on ${parent}_eval_runs (eval_set_id, id desc) where eval_set_id is not null;
create index ${parent}_eval_runs_open on ${parent}_eval_runs (id) where completed is null;
create index ${parent}_eval_runs_project_open on ${parent}_eval_runs (project_id) where completed is null;

create function note_${parent}_eval_run_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, '${parent}_eval_run', new.id, new.resource_id, null, new.status, new.waiting_for);
  return null;
end $$;
create trigger ${parent}_eval_runs_added after insert on ${parent}_eval_runs
  for each row execute function note_${parent}_eval_run_change();
create trigger ${parent}_eval_runs_changed after update of status, waiting_for on ${parent}_eval_runs for each row
  when (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text)
  execute function note_${parent}_eval_run_change();
`;

const STATEMENTS = `
create table eval_sets (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  kind text not null,
  resource_id uuid not null,
  name text not null,
  description text not null default '',
  scorers json not null default '[]',
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create trigger eval_sets_version before update on eval_sets for each row execute function raise_version();
create index eval_sets_resource on eval_sets (resource_id, id desc) where deleted_at is null;

create table eval_cases (
  id uuid primary key,
  eval_set_id uuid not null references eval_sets (id),
  source text not null,
  reference_run_id uuid,
  input json,
  expected json,
  expected_calls json,
  stubs json not null default '[]',
  approval_request_id uuid,
  created timestamptz not null default now()
);
create index eval_cases_set on eval_cases (eval_set_id, id);
create unique index eval_cases_run on eval_cases (eval_set_id, reference_run_id) where source = 'run';
create unique index eval_cases_approval on eval_cases (eval_set_id, approval_request_id) where approval_request_id is not null;

${['task', 'agent'].map(evalRuns).join('')}
create table eval_results (
  id uuid primary key,
  eval_run_id uuid not null,
  position integer not null,
  case_id uuid,
  reference_run_id uuid,
  candidate_run_id uuid not null unique,
  input json,
  expected json,
  expected_calls json,
  stubs json not null default '[]',
  skip_reason text,
  verdict text,
  reasoning text,
  skipped boolean not null default false,
  is_error boolean not null default false,
  error_message text,
  scores json not null default '[]',
  started timestamptz,
  completed timestamptz,
  unique (eval_run_id, position)
);
create index eval_results_open on eval_results (eval_run_id, position) where completed is null;
`;
