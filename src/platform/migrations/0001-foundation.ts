import { type Kysely, sql } from 'kysely';

/** Everything the first release stands on. Frozen: later changes are migrations of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create extension if not exists vector;

create table organizations (
  id uuid primary key,
  name text not null,
  contact_email text not null,
  avatar_url text,
  public_metadata json not null default '{}',
  low_credit_alerts boolean not null default false,
  usage_based_pricing_enabled boolean not null default false,
  plan text not null default 'trial',
  plan_status text not null default 'active',
  plan_interval text,
  trial_ends_at timestamptz,
  auto_topup_config json not null default '{}',
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index organizations_name on organizations (lower(name)) where deleted_at is null;

create table organization_accounts (
  id uuid primary key,
  org_id uuid not null unique references organizations (id),
  credits numeric not null,
  modified timestamptz not null default now()
);

create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  avatar_url text,
  job_role text,
  bio text,
  system_role text check (system_role in ('platform_administrator', 'support')),
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table projects (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  name text not null,
  avatar_url text,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz
);
create index projects_org on projects (org_id, id desc) where deleted_at is null;

create table role_grants (
  resource_id uuid not null,
  resource_type text not null,
  subject_id uuid not null,
  subject_type text not null check (subject_type in ('user', 'organization', 'project')),
  role text not null,
  created timestamptz not null default now(),
  primary key (subject_id, resource_id, role)
);
create index role_grants_resource on role_grants (resource_id, subject_type, subject_id);

create table api_keys (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  user_id uuid not null references users (id),
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  scopes text[],
  created timestamptz not null default now(),
  last_used timestamptz,
  revoked_at timestamptz
);
create index api_keys_owner on api_keys (project_id, user_id, id desc);

create table encryption_canary (
  key_id text primary key,
  sealed text not null,
  created timestamptz not null default now()
);

create table tasks (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null references projects (id),
  name text not null,
  description text not null default '',
  enabled boolean not null,
  output_modality text not null,
  public boolean not null default false,
  exposed_to_agents boolean not null default true,
  task_run_visibility text not null default 'all_viewers',
  access_token text,
  test boolean not null default false,
  tags text[] not null default '{}',
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index tasks_name on tasks (project_id, name) where deleted_at is null;
create index tasks_project on tasks (project_id, id desc) where deleted_at is null;

create table task_revisions (
  id uuid primary key,
  task_id uuid not null references tasks (id),
  annotation text,
  system_prompt text not null,
  user_prompt text not null,
  input_params text[] not null,
  llm_model_id uuid not null,
  llm_config json not null,
  fallback_llm_model_id uuid,
  fallback_llm_config json,
  output_format json,
  image_required boolean not null default false,
  optimise_images boolean not null default false,
  file_input_mode text not null default 'none',
  input_processors json not null,
  rag json,
  task_forwarder_id uuid,
  tool_choice text,
  tags text[] not null default '{}',
  created timestamptz not null default now()
);
create index task_revisions_task on task_revisions (task_id, id desc);

create table task_active_revisions (
  task_id uuid not null references tasks (id),
  task_revision_id uuid not null references task_revisions (id),
  weight numeric not null,
  primary key (task_id, task_revision_id)
);

create table task_runs (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null,
  task_id uuid not null references tasks (id),
  task_revision_id uuid not null references task_revisions (id),
  status text not null default 'queued',
  input json not null,
  response json,
  run_data json not null,
  is_error boolean not null default false,
  error json,
  llm_retries integer not null default 0,
  use_fallback_model boolean not null default false,
  used_fallback_model boolean not null default false,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  charged_credits numeric not null default 0,
  waiting_for json,
  llm_call_timing double precision,
  reference text,
  context_id uuid,
  reporting_group text,
  trigger_type text not null,
  created_by_type text not null,
  created_by uuid not null,
  tool_call_id uuid,
  restarts integer not null default 0,
  created timestamptz not null default now(),
  started timestamptz,
  completed timestamptz
);
create index task_runs_task on task_runs (task_id, id desc);
create index task_runs_project on task_runs (project_id, id desc);
create index task_runs_open on task_runs (id) where completed is null;
create unique index task_runs_tool_call on task_runs (tool_call_id) where tool_call_id is not null;

create table files (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null,
  owner_type text not null,
  owner_id uuid not null,
  name text not null,
  media_type text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea not null,
  created timestamptz not null default now()
);
create unique index files_owner on files (owner_id, name);

create table agents (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null references projects (id),
  name text not null,
  description text not null default '',
  mode text not null,
  task_agent_run_visibility text not null default 'all_viewers',
  active_revision_id uuid not null,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz
);
create index agents_project on agents (project_id, id desc) where deleted_at is null;

create table agent_revisions (
  id uuid primary key,
  agent_id uuid not null references agents (id),
  instruction text not null,
  llm_model_id uuid not null,
  fallback_llm_model_id uuid,
  llm_config json not null,
  max_turns integer not null,
  max_credits numeric,
  memory_strategy text not null,
  memory_config json not null,
  task_tools json not null,
  skills json not null,
  integrations json not null,
  mcp_servers json not null,
  collections json not null,
  builtin_tools json not null,
  approval_policy json not null,
  created timestamptz not null default now()
);
create index agent_revisions_agent on agent_revisions (agent_id, id desc);

create table sessions (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null,
  agent_id uuid not null references agents (id),
  agent_revision_id uuid not null references agent_revisions (id),
  title text not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create index sessions_agent on sessions (agent_id, id desc);

create table agent_runs (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null,
  agent_id uuid not null references agents (id),
  agent_revision_id uuid not null references agent_revisions (id),
  session_id uuid not null references sessions (id) on delete cascade,
  status text not null default 'queued',
  waiting_for json,
  message text not null,
  output text,
  formatted_output json,
  is_error boolean not null default false,
  error json,
  trigger_type text not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  charged_credits numeric not null default 0,
  phase_timings json not null default '{}',
  turns integer not null default 0,
  event_seq integer not null default 0,
  attempt integer not null default 0,
  next_message text,
  restarts integer not null default 0,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  started timestamptz,
  completed timestamptz
);
create index agent_runs_agent on agent_runs (agent_id, id desc);
create index agent_runs_project on agent_runs (project_id, id desc);
create index agent_runs_session on agent_runs (session_id, id desc);
create unique index agent_runs_one_open on agent_runs (session_id) where completed is null;
create index agent_runs_open on agent_runs (id) where completed is null;

create table agent_turns (
  run_id uuid not null references agent_runs (id) on delete cascade,
  turn integer not null,
  session_id uuid not null,
  attempt integer not null,
  text text not null,
  assistant json,
  note text,
  finish_reason text not null,
  model_id uuid,
  input_tokens integer not null,
  output_tokens integer not null,
  charged_credits numeric not null,
  model_ms integer not null,
  text_seq integer,
  created timestamptz not null default now(),
  primary key (run_id, turn)
);
create index agent_turns_session on agent_turns (session_id, run_id, turn);

create table tool_calls (
  id uuid primary key,
  run_id uuid not null references agent_runs (id) on delete cascade,
  session_id uuid not null,
  turn integer not null,
  position integer not null,
  provider_call_id text not null,
  tool_name text not null,
  tool_type text not null,
  target_id uuid,
  arguments json not null,
  edited_arguments json,
  side_effects boolean not null,
  quick boolean not null,
  status text not null,
  outcome text,
  result json,
  created timestamptz not null default now(),
  started timestamptz,
  completed timestamptz
);
create unique index tool_calls_position on tool_calls (run_id, turn, position);
create index tool_calls_session on tool_calls (session_id, run_id, turn, position);

create table approval_requests (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null,
  agent_id uuid not null,
  run_id uuid not null references agent_runs (id) on delete cascade,
  session_id uuid not null,
  tool_call_id uuid not null references tool_calls (id) on delete cascade,
  kind text not null,
  tool_name text not null,
  tool_type text not null,
  tool_schema json not null,
  arguments json not null,
  arguments_digest text not null,
  seal text not null,
  effect text not null,
  rule json not null,
  on_reject text not null,
  approvers text[] not null,
  approvals_needed integer not null,
  requested_by_type text not null,
  requested_by uuid not null,
  status text not null default 'pending',
  decision_note text,
  decided_by text,
  decided_at timestamptz,
  created timestamptz not null default now(),
  expires_at timestamptz
);
create index approval_requests_project on approval_requests (project_id, id desc);
create index approval_requests_agent on approval_requests (agent_id, id desc);
create index approval_requests_run on approval_requests (run_id, id);
create unique index approval_requests_pending on approval_requests (tool_call_id) where status = 'pending';

create table approval_decisions (
  id uuid primary key,
  approval_request_id uuid not null references approval_requests (id) on delete cascade,
  decision text not null check (decision in ('approve', 'reject')),
  subject text not null,
  api_key_id uuid,
  note text,
  arguments json,
  at timestamptz not null default now(),
  unique (approval_request_id, subject)
);

create table effects (
  tool_call_id uuid primary key references tool_calls (id) on delete cascade,
  run_id uuid not null references agent_runs (id) on delete cascade,
  tool_name text not null,
  request_digest text not null,
  status text not null check (status in ('intended', 'sent', 'done', 'failed', 'unknown')),
  detail text,
  created timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz
);
create index effects_run on effects (run_id);

create table run_events (
  run_id uuid not null references agent_runs (id) on delete cascade,
  seq integer not null,
  kind text not null,
  turn integer not null,
  payload json not null,
  created timestamptz not null default now(),
  primary key (run_id, seq)
);

create table idempotency_keys (
  caller text not null,
  method text not null,
  path text not null,
  key text not null,
  digest bytea not null,
  owner uuid not null,
  status integer,
  headers json,
  body text,
  run_id uuid,
  created timestamptz not null default now(),
  completed timestamptz,
  primary key (caller, method, path, key)
);
create index idempotency_keys_age on idempotency_keys (created);
`;
