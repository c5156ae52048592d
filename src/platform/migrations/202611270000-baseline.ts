import { type Kysely, sql } from 'kysely';

/**
 * Schema of release 0.1.0. Frozen after the release: later changes are new migrations. Requires the extension `vector`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
-- Functions of columns and views

-- Stop words count, because they have positions too.
create function count_words(words tsvector) returns integer language sql immutable as $$
  select coalesce(max(positions[cardinality(positions)]), 0)::integer from unnest(words)
$$;

create function new_member_id() returns uuid language sql as $$
  select (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4), 3, '0') || '8' || right(md5(random()::text), 15))::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) now
$$;

create function report_merged(entries bytea) returns bytea language sql immutable as $$
  select case when octet_length(entries) <= 8192 then entries else (
    select string_agg(int4send((bin << 20) | least(n - 1048575 * piece, 1048575)::int), ''::bytea order by bin)
    from (
      select (get_byte(entries, p) << 4) | (get_byte(entries, p + 1) >> 4) as bin,
        sum(((get_byte(entries, p + 1) & 15) << 16) | (get_byte(entries, p + 2) << 8) | get_byte(entries, p + 3)) as n
      from generate_series(0, octet_length(entries) - 4, 4) p group by 1
    ) b, generate_series(0, (n - 1) / 1048575) piece
  ) end $$;

create function report_timing(ms float8) returns bytea language sql immutable as $$
  select case when ms is null then ''::bytea
    else int4send((least(2047, ceil(ln(greatest(ms, 1)) / ln(1.01::float8 / 0.99::float8)))::int << 20) | 1) end $$;

-- Tables, each with its indexes

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
  deleted_at timestamptz,
  version integer not null default 1,
  approval_floor json,
  publishing_enabled boolean not null default true,
  sharing_enabled boolean not null default true
);
create unique index organizations_name on organizations (lower(name)) where deleted_at is null;

create table projects (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  name text not null,
  avatar_url text,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  config json not null default '{}',
  metadata_fields jsonb not null default '[]',
  version integer not null default 1,
  project_key text not null default ('pk_' || replace((gen_random_uuid())::text, '-', '')) unique
);
create index projects_org on projects (org_id, id desc) where deleted_at is null;

create table agents (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null references projects (id),
  name text not null,
  description text not null default '',
  task_agent_run_visibility text not null default 'all_viewers',
  active_revision_id uuid not null,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  release_gate json,
  of_task boolean not null default false,
  exposed_to_agents boolean not null default false
);
create index agents_project on agents (project_id, id desc) where deleted_at is null;

create table agent_revisions (
  id uuid primary key,
  agent_id uuid not null references agents (id),
  created_by_type text,
  created_by uuid,
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
  created timestamptz not null default now(),
  mode text not null,
  agent_tools json not null default '[]',
  tool_choice text,
  guardrails json not null default '{"input":[],"output":[]}',
  max_wait text
);
create index agent_revisions_agent on agent_revisions (agent_id, id desc);

create table agent_provisionings (
  agent_revision_id uuid primary key references agent_revisions (id),
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  agent_id uuid not null references agents (id),
  asked integer not null default 1,
  asked_at timestamptz not null default now(),
  done integer not null default 0,
  asked_by_type text not null,
  asked_by uuid not null,
  scopes text[]
);
create index agent_provisionings_open on agent_provisionings (asked_at) where done < asked;

create table skills (
  id uuid primary key,
  org_id uuid references organizations (id),
  project_id uuid references projects (id),
  catalog text,
  slug text not null,
  display_name text not null,
  description text not null,
  license text,
  compatibility text,
  tags text[] not null default '{}',
  active_revision_id uuid not null,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  constraint skills_place check (((org_id is null) = (project_id is null)) and ((project_id is null) <> (catalog is null)))
);
create index skills_project on skills (project_id, id) where deleted_at is null;
create unique index skills_catalog on skills (slug) where deleted_at is null and catalog is not null;
create unique index skills_slug on skills (project_id, slug) where deleted_at is null and project_id is not null;

create table skill_revisions (
  id uuid primary key,
  skill_id uuid not null references skills (id),
  instructions text not null,
  front text,
  reference_docs json not null,
  skill_metadata json not null,
  capabilities json not null,
  annotation text,
  digest bytea not null,
  created_by uuid,
  created timestamptz not null default now()
);
create index skill_revisions_skill on skill_revisions (skill_id, id);

create table agent_dependencies (
  id uuid primary key,
  agent_revision_id uuid not null references agent_provisionings (agent_revision_id),
  project_id uuid not null references projects (id),
  agent_id uuid not null references agents (id),
  skill_id uuid not null references skills (id),
  skill_revision_id uuid not null references skill_revisions (id),
  position integer not null,
  dependency json not null,
  status text not null default 'pending',
  target_type text,
  target_id uuid,
  tool_id uuid,
  next_step json,
  checked timestamptz,
  unique (agent_revision_id, skill_revision_id, position)
);
create index agent_dependencies_project_open on agent_dependencies (project_id) where status in ('pending', 'needs_authorization');
create index agent_dependencies_target on agent_dependencies (target_id) where target_id is not null;
create index agent_dependencies_tool on agent_dependencies (tool_id) where tool_id is not null;

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
create index eval_sets_resource on eval_sets (resource_id, id desc) where deleted_at is null;

create table agent_eval_runs (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  resource_id uuid not null references agents (id),
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
  completed timestamptz,
  accepted_visibility text
);
create index agent_eval_runs_open on agent_eval_runs (id) where completed is null;
create index agent_eval_runs_project_open on agent_eval_runs (project_id) where completed is null;
create index agent_eval_runs_resource on agent_eval_runs (resource_id, id desc);
create index agent_eval_runs_set on agent_eval_runs (eval_set_id, id desc) where eval_set_id is not null;

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

create table tasks (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null references projects (id),
  name text not null,
  description text not null default '',
  enabled boolean not null,
  public boolean not null default false,
  exposed_to_agents boolean not null default false,
  task_run_visibility text not null default 'all_viewers',
  test boolean not null default false,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  release_gate json
);
create index tasks_project on tasks (project_id, id desc) where deleted_at is null;
create unique index tasks_name on tasks (project_id, lower(name)) where deleted_at is null;

create table task_revisions (
  id uuid primary key,
  task_id uuid not null references tasks (id),
  created_by_type text,
  created_by uuid,
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
  created timestamptz not null default now(),
  output_modality text not null,
  test boolean not null default false,
  guardrails json not null default '{"input":[],"output":[]}',
  integration_tool_ids json not null default '[]',
  task_mcp_tool_ids json not null default '[]',
  tool_sources json,
  max_wait text
);
create index task_revisions_task on task_revisions (task_id, id desc);

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
  llm_call_timing float8,
  reference text,
  context_id uuid,
  trigger_type text not null,
  created_by_type text not null,
  created_by uuid not null,
  tool_call_id uuid,
  restarts integer not null default 0,
  created timestamptz not null default now(),
  started timestamptz,
  completed timestamptz,
  usage_estimated boolean not null default false,
  prepared json,
  trigger_id uuid,
  cached_input_tokens integer not null default 0,
  cache_write_tokens integer not null default 0,
  reasoning_tokens integer not null default 0,
  warnings json not null default '[]',
  reporting_group_id uuid,
  pending_end json,
  guardrail_hits jsonb,
  calling_agents uuid[] not null default '{}',
  stream boolean not null default false,
  accepted_visibility text,
  finish_reason text,
  finish_detail text,
  sources json not null default '[]',
  tool_run_id uuid,
  awaited_outages text[],
  depth integer not null default 0,
  traceparent text
);
create index task_runs_awaited_outages on task_runs (id) where awaited_outages is not null;
create index task_runs_by_visibility on task_runs (task_id, accepted_visibility) where accepted_visibility is not null;
create index task_runs_open on task_runs (id) where completed is null;
create index task_runs_project on task_runs (project_id, id desc);
create index task_runs_project_open on task_runs (project_id) where completed is null;
create index task_runs_queued on task_runs (created) where status = 'queued';
create index task_runs_reporting_group on task_runs (reporting_group_id, id desc) where reporting_group_id is not null;
create index task_runs_task on task_runs (task_id, id desc);
create index task_runs_trigger on task_runs (trigger_id, id desc) where trigger_id is not null;
create unique index task_runs_tool_call on task_runs (tool_call_id) where tool_call_id is not null;

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
  restarts integer not null default 0,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  started timestamptz,
  completed timestamptz,
  credit_allowance numeric not null default 0,
  resume_asked timestamptz,
  client_id uuid,
  next_messages text[] not null default '{}',
  begun_turn integer not null default 0,
  usage_estimated boolean not null default false,
  tool_call_id uuid,
  depth integer not null default 0,
  trigger_id uuid,
  cached_input_tokens integer not null default 0,
  cache_write_tokens integer not null default 0,
  reasoning_tokens integer not null default 0,
  warnings json not null default '[]',
  guardrail_hits jsonb,
  guarded json,
  pending_answer json,
  calling_agents uuid[] not null default '{}',
  accepted_visibility text,
  finish_reason text,
  finish_detail text,
  sources json not null default '[]',
  task_run_id uuid references task_runs (id) on delete cascade,
  awaited_outages text[],
  traceparent text,
  forked_from_run_id uuid
);
create index agent_runs_agent on agent_runs (agent_id, id desc);
create index agent_runs_awaited_outages on agent_runs (id) where awaited_outages is not null;
create index agent_runs_by_visibility on agent_runs (agent_id, accepted_visibility) where accepted_visibility is not null;
create index agent_runs_forked_from on agent_runs (forked_from_run_id, id desc) where forked_from_run_id is not null;
create index agent_runs_open on agent_runs (id) where completed is null;
create index agent_runs_project on agent_runs (project_id, id desc);
create index agent_runs_project_open on agent_runs (project_id) where completed is null;
create index agent_runs_queued on agent_runs (created) where status = 'queued';
create index agent_runs_resume_asked on agent_runs (resume_asked) where resume_asked is not null;
create index agent_runs_session on agent_runs (session_id, id desc);
create index agent_runs_trigger on agent_runs (trigger_id, id desc) where trigger_id is not null;
create unique index agent_runs_one_open on agent_runs (session_id) where completed is null;
create unique index agent_runs_task_run on agent_runs (task_run_id) where task_run_id is not null;
create unique index agent_runs_tool_call on agent_runs (tool_call_id) where tool_call_id is not null;

create table run_responses (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null,
  agent_run_id uuid references agent_runs (id) on delete cascade,
  task_run_id uuid references task_runs (id) on delete cascade,
  parent_id uuid not null,
  created_by_type text not null,
  created_by uuid not null,
  input_digest bytea not null,
  after_seq integer not null default 0,
  stored boolean not null,
  request json not null,
  input json,
  created timestamptz not null default now(),
  check (num_nonnulls(agent_run_id, task_run_id) = 1)
);
create index run_responses_agent_run on run_responses (agent_run_id) where agent_run_id is not null;
create index run_responses_task_run on run_responses (task_run_id) where task_run_id is not null;
create index run_responses_input on run_responses (parent_id, created_by, input_digest, id desc);

create table agent_turns (
  run_id uuid not null references agent_runs (id) on delete cascade,
  turn integer not null,
  session_id uuid not null,
  attempt integer not null,
  text text not null,
  assistant json,
  finish_reason text not null,
  model_id uuid,
  input_tokens integer not null,
  output_tokens integer not null,
  charged_credits numeric not null,
  model_ms integer not null,
  first_token_ms integer,
  text_seq integer,
  created timestamptz not null default now(),
  notes text[] not null default '{}',
  finish_detail text,
  usage_estimated boolean not null default false,
  primary key (run_id, turn)
);
create index agent_turns_session on agent_turns (session_id, run_id, turn);

create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  avatar_url text,
  job_role text,
  bio text,
  system_role text check (system_role in ('platform_administrator', 'support')),
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  email_verified boolean not null default false,
  subscribed_to_newsletter boolean not null default false,
  version integer not null default 1,
  muted_mails text[] not null default '{}',
  inbox_views jsonb not null default '[]',
  language text
);
create unique index users_email on users (lower(email));

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
  status text not null,
  outcome text,
  result json,
  created timestamptz not null default now(),
  started timestamptz,
  completed timestamptz,
  tool_digest text,
  tool_names text[] not null default '{}',
  child_run_id uuid,
  provider_wait json,
  awaited_outages text[]
);
create index tool_calls_awaited_outages on tool_calls (id) where awaited_outages is not null;
create index tool_calls_session on tool_calls (session_id, run_id, turn, position);
create unique index tool_calls_position on tool_calls (run_id, turn, position);

create table approval_requests (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null,
  agent_id uuid not null,
  run_id uuid not null references agent_runs (id) on delete cascade,
  session_id uuid not null,
  tool_call_id uuid references tool_calls (id) on delete cascade,
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
  expires_at timestamptz,
  lapses_at timestamptz,
  assigned_to uuid references users (id) on delete set null,
  comment_count integer not null default 0
);
create index approval_requests_agent on approval_requests (agent_id, id desc);
create index approval_requests_project on approval_requests (project_id, id desc);
create index approval_requests_project_pending on approval_requests (project_id) where status = 'pending';
create index approval_requests_run on approval_requests (run_id, id);
create unique index approval_requests_pending on approval_requests (tool_call_id) where status = 'pending';
create unique index approval_requests_pending_budget on approval_requests (run_id) where status = 'pending' and kind = 'budget';

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
create table approval_comments (
  id uuid primary key,
  approval_request_id uuid not null references approval_requests (id) on delete cascade,
  text text not null,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now()
);
create index approval_comments_request on approval_comments (approval_request_id, id);
create table approval_snoozes (
  approval_request_id uuid not null references approval_requests (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  until timestamptz not null,
  primary key (approval_request_id, user_id)
);

create table audit_chains (
  id uuid primary key,
  org_id uuid,
  project_id uuid,
  seq bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  checkpoint_seq bigint not null default 0,
  checkpoint_hash bytea not null default decode(repeat('00', 32), 'hex'),
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create index audit_chains_organization on audit_chains (org_id, id) where org_id is not null;

create table audit_events (
  id uuid primary key,
  chain_id uuid not null,
  seq bigint not null,
  org_id uuid,
  project_id uuid,
  actor_type text not null,
  actor_user_id uuid,
  api_key_id uuid,
  oauth_client_id uuid,
  event_type text not null,
  resource_type text not null,
  resource_id text,
  message text not null,
  labels json not null,
  payload json not null,
  request_id text,
  ip_address text,
  occurred_at timestamptz not null,
  created timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  unique (chain_id, seq)
);
create index audit_events_actor on audit_events (org_id, actor_user_id, id) where org_id is not null and actor_user_id is not null;
create index audit_events_organization on audit_events (org_id, id) where org_id is not null;
create index audit_events_project on audit_events (project_id, id) where project_id is not null;
create index audit_events_resource on audit_events (org_id, resource_id, id) where org_id is not null and resource_id is not null;
create index audit_events_type on audit_events (org_id, event_type, id) where org_id is not null;

create table audit_pending (
  id uuid primary key,
  chain_id uuid not null,
  event jsonb not null
);
create index audit_pending_chain on audit_pending (chain_id, id);

create table avatars (
  token text primary key,
  owner_type text not null,
  owner_id uuid not null unique,
  media_type text not null,
  created timestamptz not null default now()
);

create table awaited_changes (
  on_id uuid primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);
create index awaited_changes_at on awaited_changes (at);

create table maintenance_jobs (
  name text primary key,
  next_due timestamptz not null default now(),
  last_done timestamptz,
  last_error text
);

create table chunk_vectors (
  space_id uuid not null,
  chunk_id uuid not null,
  document_id uuid not null,
  project_id uuid not null,
  embedding halfvec not null,
  edition integer not null default 1,
  primary key (space_id, chunk_id)
) partition by list (space_id);
create index chunk_vectors_document on chunk_vectors (document_id);

create table documents (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  title text not null,
  description text not null default '',
  source text not null,
  source_id uuid,
  source_ref text,
  strategy text not null,
  group_id uuid not null,
  metadata jsonb not null default '{}',
  own_metadata jsonb not null default '{}',
  source_metadata jsonb not null default '{}',
  source_readers text[],
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create index documents_metadata on documents using gin (metadata jsonb_path_ops) where deleted_at is null;
create index documents_deleted on documents (id) where deleted_at is not null;
create index documents_group on documents (group_id);
create index documents_project on documents (project_id, id) where deleted_at is null;
create index documents_source on documents (source_id) where source_id is not null and deleted_at is null;

create table chunks (
  id uuid primary key,
  project_id uuid not null references projects (id),
  document_id uuid not null references documents (id),
  position integer not null,
  text text not null,
  page integer,
  page_starts jsonb not null default '[]',
  heading_path text[] not null default '{}',
  token_count integer not null,
  words tsvector not null,
  word_count integer not null generated always as (count_words(words)) stored,
  edition integer not null default 1,
  enabled boolean not null default true,
  edited_at timestamptz,
  original_text text
);
create index chunks_disabled on chunks (id) where not enabled;
create index chunks_words on chunks using gin (words);
create unique index chunks_position on chunks (document_id, edition, position);

create table collections (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  title text not null,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  version integer not null default 1
);
create index collections_project on collections (project_id, id);

create table collection_documents (
  collection_id uuid not null references collections (id),
  document_id uuid not null references documents (id),
  added timestamptz not null default now(),
  primary key (collection_id, document_id)
);
create index collection_documents_document on collection_documents (document_id);

create table embedding_backfills (
  collection_id uuid primary key references collections (id),
  error json,
  failed_at timestamptz,
  input_tokens bigint not null default 0,
  charged_credits numeric not null default 0,
  switched_at timestamptz
);

create table embedding_spaces (
  id uuid primary key,
  model text not null,
  dimension integer not null,
  index_type text not null,
  created timestamptz not null default now()
);
create unique index embedding_spaces_model on embedding_spaces (model, dimension);

create table collection_states (
  collection_id uuid primary key references collections (id),
  space_id uuid not null references embedding_spaces (id),
  next_space_id uuid references embedding_spaces (id),
  summary text
);

create table collection_summaries (
  collection_id uuid primary key references collections (id),
  asked integer not null,
  asked_at timestamptz not null default now(),
  done integer not null default 0,
  error json
);
create index collection_summaries_open on collection_summaries (asked_at) where done < asked;

create table connection_auth_sessions (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  user_id uuid not null references users (id),
  kind text not null,
  target_id uuid,
  state_hash bytea not null unique,
  sealed text not null,
  redirect_to text,
  created timestamptz not null default now(),
  expires_at timestamptz not null
);
create index connection_auth_sessions_expires on connection_auth_sessions (expires_at);
create index connection_auth_sessions_project on connection_auth_sessions (project_id);

create table connection_credentials (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  sealed text not null,
  token_version integer not null default 1,
  obtained_at timestamptz not null default now(),
  expires_at timestamptz,
  lease_until timestamptz,
  lost_at timestamptz,
  created timestamptz not null default now()
);
create index connection_credentials_project on connection_credentials (project_id);

create table connection_slugs (
  project_id uuid not null references projects (id),
  slug text not null,
  primary key (project_id, slug)
);

create table credit_budgets (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  target_type text not null,
  target_id uuid not null,
  period text not null check (period in ('day', 'month')),
  amount numeric not null check (amount >= 0),
  extra numeric not null default 0,
  spent numeric not null default 0,
  reserved numeric not null default 0,
  period_start timestamptz not null,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  unique (target_id, period)
);
create index credit_budgets_project on credit_budgets (project_id, id desc);

create table credit_entries (
  id uuid primary key,
  org_id uuid not null,
  kind text not null,
  available numeric not null default 0,
  reserved numeric not null default 0,
  spent numeric not null default 0,
  granted numeric not null default 0,
  adjusted numeric not null default 0,
  cause_type text not null,
  cause_id uuid,
  call_id uuid,
  project_id uuid,
  reference text,
  note text,
  created timestamptz not null default now(),
  constraint credit_entries_balanced check (((((available + reserved) + spent) + granted) + adjusted) = 0)
);
create index credit_entries_cause on credit_entries (cause_id);
create index credit_entries_org on credit_entries (org_id, id desc);
create unique index credit_entries_reference on credit_entries (org_id, reference) where reference is not null;

create table credit_reservations (
  run_id uuid primary key,
  org_id uuid not null,
  amount numeric not null check (amount >= 0),
  created timestamptz not null default now(),
  call_id uuid,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost numeric not null default 0,
  cause_type text,
  cause_id uuid,
  project_id uuid,
  targets uuid[] not null default '{}'
);
create index credit_reservations_cause on credit_reservations (coalesce(cause_id, run_id));
create index credit_reservations_org on credit_reservations (org_id);

create table credit_top_ups (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  amount numeric not null check (amount > 0),
  credits numeric not null,
  created timestamptz not null default now(),
  delivered_at timestamptz,
  attempts integer not null default 0,
  next_attempt timestamptz not null default now(),
  error text,
  granted_at timestamptz
);
create index credit_top_ups_due on credit_top_ups (next_attempt) where delivered_at is null and granted_at is null;
create unique index credit_top_ups_open on credit_top_ups (org_id) where granted_at is null;

create table document_contents (
  document_id uuid primary key references documents (id),
  project_id uuid not null references projects (id),
  ingestion_id uuid not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  parser text,
  language text,
  index_language text,
  page_count integer,
  chunk_count integer not null default 0,
  word_count bigint not null default 0,
  warnings json not null default '[]',
  ready_at timestamptz,
  edition integer not null default 1,
  read_as text not null default '',
  stated_metadata jsonb not null default '{}'
);
create index document_contents_bytes on document_contents (project_id, sha256);

create table document_versions (
  id uuid primary key,
  document_id uuid not null references documents (id) on delete cascade,
  edition integer not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  page_count integer,
  chunk_count integer not null,
  created_by_type text not null,
  created_by uuid not null,
  published timestamptz not null,
  unique (document_id, edition)
);

create table document_version_chunks (
  document_version_id uuid not null references document_versions (id) on delete cascade,
  position integer not null,
  text text not null,
  page integer,
  heading_path text[] not null default '{}',
  primary key (document_version_id, position)
);

create table document_spaces (
  document_id uuid not null references documents (id),
  space_id uuid not null references embedding_spaces (id),
  edition integer not null,
  filled boolean not null,
  modified timestamptz not null default now(),
  primary key (document_id, space_id, edition)
);
create index document_spaces_space on document_spaces (space_id);

create table effects (
  tool_call_id uuid primary key references tool_calls (id) on delete cascade,
  run_id uuid not null references agent_runs (id) on delete cascade,
  tool_name text not null,
  request_digest text not null,
  status text not null check (status in ('intended', 'sent', 'done', 'failed', 'unknown')),
  detail json,
  created timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz,
  attempts integer not null default 1
);
create index effects_run on effects (run_id);

create table encryption_canary (
  key_id text primary key,
  sealed text not null,
  created timestamptz not null default now()
);

create table eval_cases (
  id uuid primary key,
  eval_set_id uuid not null references eval_sets (id),
  source text not null,
  name text,
  reference_run_id uuid,
  input json,
  expected json,
  expected_calls json,
  stubs json not null default '[]',
  approval_request_id uuid,
  created timestamptz not null default now()
);
create index eval_cases_set on eval_cases (eval_set_id, id);
create unique index eval_cases_approval on eval_cases (eval_set_id, approval_request_id) where approval_request_id is not null;
create unique index eval_cases_run on eval_cases (eval_set_id, reference_run_id) where source = 'run';

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
  skip_reason json,
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
create index feedback_agent_run on feedback (agent_run_id, id desc) where agent_run_id is not null;
create index feedback_name on feedback (project_id, name, id desc);
create index feedback_project on feedback (project_id, id desc);
create index feedback_task_run on feedback (task_run_id, id desc) where task_run_id is not null;
create unique index feedback_agent_run_score on feedback (agent_run_id, name, created_by_type, created_by)
  where agent_run_id is not null and value is not null;
create unique index feedback_task_run_score on feedback (task_run_id, name, created_by_type, created_by)
  where task_run_id is not null and value is not null;

create table file_sweep (
  single boolean default true primary key check (single),
  after_key text not null default '',
  due timestamptz not null default now()
);

create table files (
  id uuid primary key,
  org_id uuid,
  project_id uuid,
  owner_type text not null,
  owner_id uuid not null,
  name text not null,
  media_type text not null,
  size integer not null,
  sha256 bytea not null,
  created timestamptz not null default now(),
  blob_key text collate "C" not null unique,
  made boolean not null default false
);
create unique index files_owner on files (owner_id, name);

create table forward_deliveries (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null,
  forwarder_id uuid not null,
  task_id uuid not null,
  run_id uuid not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  tries integer not null default 0,
  tries_since timestamptz not null default now(),
  due_at timestamptz default now(),
  reached text[] not null default '{}',
  reason jsonb,
  created timestamptz not null default now(),
  delivered timestamptz
);
create index forward_deliveries_due on forward_deliveries (due_at) where status = 'pending';
create index forward_deliveries_forwarder on forward_deliveries (forwarder_id, id desc);
create index forward_deliveries_pending on forward_deliveries (forwarder_id, due_at) where status = 'pending';
create index forward_deliveries_project on forward_deliveries (project_id);
create unique index forward_deliveries_run on forward_deliveries (run_id, forwarder_id);

create table forward_attempts (
  delivery_id uuid not null references forward_deliveries (id) on delete cascade,
  number integer not null,
  forwarder_id uuid not null,
  outcome text,
  status_code integer,
  reason jsonb,
  excerpt text,
  duration_ms integer,
  created timestamptz not null default now(),
  primary key (delivery_id, number)
);
create index forward_attempts_open on forward_attempts (forwarder_id, created) where outcome is null;

create table idempotency_keys (
  caller text not null,
  method text not null,
  path text not null,
  key text not null,
  digest bytea not null,
  owner uuid not null,
  run_id uuid,
  answer json,
  created timestamptz not null default now(),
  primary key (caller, method, path, key)
);
create index idempotency_keys_age on idempotency_keys (created);
create index idempotency_keys_owner on idempotency_keys (owner);

create table ingestions (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  document_id uuid not null references documents (id),
  status text not null,
  stage text,
  progress json,
  waiting_for json,
  is_error boolean not null default false,
  error json,
  trigger_type text not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  charged_credits numeric not null default 0,
  usage_estimated boolean not null default false,
  restarts integer not null default 0,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  started timestamptz,
  completed timestamptz,
  edition integer not null default 1,
  parsed json,
  chunked integer,
  failures integer not null default 0,
  paused_at timestamptz,
  leads text,
  waits_for uuid,
  cached_input_tokens integer not null default 0,
  cache_write_tokens integer not null default 0,
  reasoning_tokens integer not null default 0
);
create index ingestions_document on ingestions (document_id, id desc);
create index ingestions_open on ingestions (id) where completed is null;
create index ingestions_project_open on ingestions (project_id) where completed is null;
create index ingestions_read on ingestions (completed) where status in ('failed', 'cancelled') and parsed is not null and chunked is null;
create index ingestions_waits_for on ingestions (waits_for) where waits_for is not null;
create unique index ingestions_leads on ingestions (leads);
create unique index ingestions_one_at_once on ingestions (document_id) where completed is null;

create table integrations (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  type text not null,
  name text not null,
  slug text not null,
  config json not null,
  status text not null,
  problem text,
  account text,
  scopes text[] not null default '{}',
  credential_id uuid,
  authorized_by uuid,
  authorized_at timestamptz,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create index integrations_account on integrations (account) where deleted_at is null and credential_id is not null;
create index integrations_project on integrations (project_id, id) where deleted_at is null;

create table integration_tools (
  integration_id uuid not null references integrations (id) on delete cascade,
  position integer not null,
  tool_id text not null,
  name text not null,
  declared json not null,
  primary key (integration_id, tool_id)
);

create table invites (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  email_address text not null,
  roles text[] not null default '{}',
  project_roles json not null default '{}',
  code_hash bytea not null unique,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'cancelled', 'expired')),
  created_by uuid not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  sent_at timestamptz,
  reminded_at timestamptz,
  next_step_at timestamptz not null default now(),
  expires_at timestamptz not null,
  delivery_error jsonb,
  accepted_at timestamptz,
  accepted_by uuid
);
create index invites_address on invites (email_address, org_id) where status = 'pending';
create index invites_next_step on invites (next_step_at) where status = 'pending';
create index invites_organization on invites (org_id, id desc);
create index invites_status on invites (org_id, status, id desc);
create unique index invites_pending on invites (org_id, email_address) where status = 'pending';

create table knowledge_queries (
  id uuid primary key,
  org_id uuid not null,
  project_id uuid not null,
  collection_id uuid references collections (id) on delete cascade,
  document_id uuid references documents (id) on delete cascade,
  status text not null default 'running',
  request jsonb not null,
  progress jsonb,
  answer jsonb,
  error jsonb,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  completed timestamptz,
  check (num_nonnulls(collection_id, document_id, request -> 'collections') = 1)
);
create index knowledge_queries_collection on knowledge_queries (collection_id);
create index knowledge_queries_created on knowledge_queries (created);
create index knowledge_queries_document on knowledge_queries (document_id);
create index knowledge_queries_project on knowledge_queries (project_id);

create table knowledge_sources (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  kind text not null,
  name text not null,
  config json not null,
  credential_id uuid,
  collection_ids uuid[] not null default '{}',
  strategy text not null,
  schedule text,
  paused boolean not null default false,
  is_scrape boolean not null default false,
  removal_max_documents integer not null default 10,
  removal_max_percent integer not null default 10,
  removal_repeat_after text,
  fresh_within text,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create index knowledge_sources_project on knowledge_sources (project_id, id) where deleted_at is null;
create unique index knowledge_sources_scrape on knowledge_sources (project_id) where is_scrape and deleted_at is null;

create table knowledge_source_states (
  source_id uuid primary key references knowledge_sources (id),
  next_sync timestamptz,
  drops_documents boolean not null default false,
  last_complete_sync timestamptz,
  withheld_digest text,
  withheld_documents integer,
  withheld_of_documents integer,
  withheld_run_id uuid,
  withheld_since timestamptz,
  applies_removals boolean not null default false
);
create index knowledge_source_states_drops on knowledge_source_states (source_id) where drops_documents;
create index knowledge_source_states_removals on knowledge_source_states (source_id) where applies_removals;
create index knowledge_source_states_due on knowledge_source_states (next_sync) where next_sync is not null;

create table mailed_links (
  hash bytea primary key,
  purpose text not null check (purpose in ('sign_up', 'reset_password')),
  email text not null,
  name text,
  expires_at timestamptz not null,
  created timestamptz not null default now()
);
create index mailed_links_email on mailed_links (email);
create index mailed_links_expiry on mailed_links (expires_at);

create table mcp_auth_grants (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  user_id uuid not null references users (id),
  server_url text not null,
  credential_id uuid not null,
  expires_at timestamptz not null
);
create index mcp_auth_grants_expires on mcp_auth_grants (expires_at);

create table mcp_listings_shown (
  project_id uuid not null references projects (id),
  user_id uuid not null references users (id),
  server_url text not null,
  digests json not null,
  shown timestamptz not null default now(),
  primary key (project_id, user_id, server_url)
);

create table mcp_servers (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  name text not null,
  slug text not null,
  description text not null,
  server_url text not null,
  transport text not null,
  enabled boolean not null,
  api_key_strategy text not null,
  api_key_header_name text,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create index mcp_servers_project on mcp_servers (project_id, id) where deleted_at is null;

create table mcp_server_states (
  server_id uuid primary key references mcp_servers (id),
  auth_type text not null,
  auth_status text not null,
  credential_id uuid,
  client_credential_id uuid,
  problem jsonb,
  verdict json,
  listed_as_of timestamptz,
  last_refreshed timestamptz,
  client_id text,
  wanted_scope text
);

create table mcp_sessions (
  id uuid primary key,
  run_id uuid not null references agent_runs (id) on delete cascade,
  server_id uuid not null references mcp_servers (id),
  sealed text not null,
  protocol_version text not null,
  created timestamptz not null default now(),
  used timestamptz not null default now(),
  unique (run_id, server_id)
);
create index mcp_sessions_server on mcp_sessions (server_id);
create index mcp_sessions_used on mcp_sessions (used);

create table mcp_tools (
  id uuid primary key,
  server_id uuid not null references mcp_servers (id),
  project_id uuid not null references projects (id),
  tool_name text not null,
  offered_name text not null,
  name text,
  description text,
  enabled boolean not null,
  read_only boolean not null default false,
  exposed_to_agents boolean not null default false,
  status text not null,
  pinned json,
  pinned_digest text,
  listed json,
  listed_digest text,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create index mcp_tools_project on mcp_tools (project_id, id) where deleted_at is null;
create unique index mcp_tools_offered on mcp_tools (server_id, offered_name);
create unique index mcp_tools_tool on mcp_tools (server_id, tool_name);

create table notifications (
  id uuid primary key,
  kind text not null,
  channel text not null,
  key text not null,
  user_id uuid references users (id) on delete cascade,
  org_id uuid references organizations (id),
  address text,
  language text,
  data json not null,
  state text not null default 'pending' check (state in ('pending', 'sending', 'sent', 'failed', 'skipped')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  last_error text,
  created timestamptz not null default now(),
  ended_at timestamptz,
  unique (kind, channel, key)
);
create index notifications_due on notifications (due_at) where state in ('pending', 'sending');
create index notifications_ended on notifications (ended_at);
create index notifications_user on notifications (user_id, kind, id desc);

create table model_exclusions (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid references projects (id),
  rule_type text not null check (rule_type in ('model_id', 'provider', 'vendor')),
  value text not null,
  reason text,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create unique index model_exclusions_rule on model_exclusions (org_id, coalesce(project_id, org_id), rule_type, lower(value));

create table model_keys (
  variable text primary key,
  sealed text not null,
  last_four text not null,
  set_by uuid references users (id) on delete set null,
  set_at timestamptz not null default now()
);

create table oauth_clients (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  name text not null,
  profile text,
  secret_hash bytea,
  grant_types text[] not null,
  redirect_uris text[] not null default '{}',
  scopes text[],
  pkce_required boolean not null,
  token_endpoint_auth_method text not null,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  external_id text
);
create index oauth_clients_project on oauth_clients (project_id, id desc) where deleted_at is null;
create unique index oauth_clients_external on oauth_clients (project_id, external_id) where deleted_at is null and external_id is not null;

create table oauth_registrations (
  id uuid primary key,
  name text not null,
  redirect_uris text[] not null,
  grant_types text[] not null,
  created timestamptz not null default now()
);
create index oauth_registrations_created on oauth_registrations (created);

create table oauth_records (
  key bytea primary key,
  model text not null,
  payload json not null,
  client_id uuid references oauth_clients (id),
  account_id uuid,
  grant_key bytea,
  uid text,
  scopes text[] not null default '{}',
  consumed_at timestamptz,
  expires_at timestamptz not null,
  created timestamptz not null default now()
);
create index oauth_records_account on oauth_records (account_id) where account_id is not null;
create index oauth_records_client on oauth_records (client_id) where client_id is not null;
create index oauth_records_expiry on oauth_records (expires_at);
create index oauth_records_grant on oauth_records (grant_key) where grant_key is not null;
create index oauth_records_uid on oauth_records (uid) where uid is not null;

create table organization_accounts (
  id uuid primary key,
  org_id uuid not null unique references organizations (id),
  credits numeric not null,
  modified timestamptz not null default now(),
  reserved numeric not null default 0,
  alerted_at timestamptz,
  overdraft numeric not null default 0 check (overdraft >= 0),
  topup_asked_at timestamptz
);

create table organization_domains (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  domain text not null,
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  verification_token text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  checked_at timestamptz,
  next_check_at timestamptz,
  check_error jsonb,
  verified_at timestamptz,
  unique (org_id, domain)
);
create index organization_domains_organization on organization_domains (org_id, id desc);
create unique index organization_domains_verified on organization_domains (domain) where status = 'verified';

create table partners (
  id uuid primary key,
  name text not null,
  description text not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  version integer not null default 1
);

create table project_changes (
  project_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  n bigint generated always as identity,
  kind text not null,
  subject_id uuid not null,
  parent_id uuid,
  run_id uuid,
  status text not null,
  waiting_for json,
  at timestamptz not null default now(),
  resource text,
  permission text,
  owner_id uuid,
  run_kind text,
  primary key (project_id, xid, n)
);
create index project_changes_age on project_changes (at);

create table provider_outages (
  key text primary key,
  provider text not null,
  base_url text,
  model text,
  failures integer not null,
  since timestamptz not null default now(),
  opened_at timestamptz,
  reason text not null,
  message text not null,
  last_probe_at timestamptz,
  next_probe_at timestamptz not null,
  next_wake_at timestamptz not null default now()
);

create unlogged table rate_limits (
  credential text primary key,
  full_at timestamptz not null
);

create table report_pending (
  id bigint generated always as identity primary key,
  kind text not null,
  project_id uuid not null,
  parent_id uuid not null,
  revision_id uuid,
  reporting_group_id uuid,
  at timestamptz not null,
  runs integer not null,
  completed integer not null,
  failed integer not null,
  cancelled integer not null,
  errors integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cached_input_tokens bigint not null,
  cache_write_tokens bigint not null,
  reasoning_tokens bigint not null,
  credits numeric not null,
  timed integer not null,
  timed_ms bigint not null,
  timings bytea not null
);

create table report_quarters (
  kind text not null,
  scope_id uuid not null,
  project_id uuid not null,
  start timestamptz not null,
  runs integer not null,
  completed integer not null,
  failed integer not null,
  cancelled integer not null,
  errors integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cached_input_tokens bigint not null,
  cache_write_tokens bigint not null,
  reasoning_tokens bigint not null,
  credits numeric not null,
  timed integer not null,
  timed_ms bigint not null,
  timings bytea not null,
  primary key (scope_id, kind, start)
);
create index report_quarters_project on report_quarters (project_id, kind, start);

create table report_revisions (
  kind text not null,
  parent_id uuid not null,
  project_id uuid not null,
  revision_id uuid,
  reporting_group_id uuid,
  start timestamptz not null,
  runs integer not null,
  completed integer not null,
  failed integer not null,
  cancelled integer not null,
  errors integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cached_input_tokens bigint not null,
  cache_write_tokens bigint not null,
  reasoning_tokens bigint not null,
  credits numeric not null,
  timed integer not null,
  timed_ms bigint not null,
  timings bytea not null
);
create unique index report_revisions_parent on report_revisions (parent_id, kind, start, revision_id, reporting_group_id) nulls not distinct;

create table reporting_groups (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  name text not null,
  description text not null default '',
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create index reporting_groups_project on reporting_groups (project_id, id desc);
create unique index reporting_groups_name on reporting_groups (project_id, lower(name)) where deleted_at is null;

create table role_grants (
  resource_id uuid not null,
  resource_type text not null,
  subject_id uuid not null,
  subject_type text not null check (subject_type in ('user', 'organization', 'project')),
  role text not null,
  created timestamptz not null default now(),
  project_id uuid,
  member_id uuid not null,
  primary key (subject_id, resource_id, role)
);
create index role_grants_members on role_grants (resource_id, member_id desc) include (subject_id, subject_type, role);
create index role_grants_resource on role_grants (resource_id, subject_type, member_id desc) include (subject_id, role);
create unique index role_grants_one_role on role_grants (resource_id, subject_id) where role in ('owner', 'editor', 'viewer');

create table run_events (
  run_id uuid not null references agent_runs (id) on delete cascade,
  seq integer not null,
  kind text not null,
  turn integer not null,
  payload json not null,
  created timestamptz not null default now(),
  primary key (run_id, seq)
);

create table run_skills (
  run_id uuid not null references agent_runs (id) on delete cascade,
  skill_id uuid not null references skills (id),
  skill_revision_id uuid not null references skill_revisions (id),
  position integer not null,
  name text not null,
  description text not null,
  activated timestamptz,
  loaded_turn integer,
  primary key (run_id, skill_id)
);

create table run_waits (
  id uuid primary key,
  run_id uuid not null references agent_runs (id) on delete cascade,
  tool_call_id uuid references tool_calls (id) on delete cascade,
  kind text not null,
  on_id uuid not null,
  detail json not null,
  gone text,
  created timestamptz not null default now(),
  ended_at timestamptz,
  heard_at timestamptz
);
create index run_waits_call on run_waits (tool_call_id, id) where tool_call_id is not null;
create index run_waits_open on run_waits (on_id) where ended_at is null;
create index run_waits_run on run_waits (run_id, id);
create index run_waits_unheard on run_waits (ended_at) where ended_at is not null and heard_at is null;
create unique index run_waits_one_a_call on run_waits (tool_call_id) where ended_at is null and tool_call_id is not null;
create unique index run_waits_one_a_turn on run_waits (run_id, on_id) where ended_at is null and tool_call_id is null;

create table server_secrets (
  name text primary key,
  sealed text not null,
  created timestamptz not null default now()
);

create table shares (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  kind text not null,
  resource_id uuid not null,
  revision_id uuid,
  run_id uuid,
  short_id text not null,
  title text not null,
  description text not null default '',
  indexed boolean not null default false,
  active boolean not null default true,
  expires_at timestamptz,
  views bigint not null default 0,
  created_by uuid,
  created timestamptz not null default now()
);
create index shares_project on shares (project_id, kind, id desc);
create index shares_resource on shares (resource_id, id desc);
create unique index shares_short_id on shares (lower(short_id));

create table sign_in_failures (
  key bytea primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  modified timestamptz not null default now()
);
create index sign_in_failures_modified on sign_in_failures (modified);

create table sign_in_links (
  hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  created timestamptz not null default now()
);
create index sign_in_links_expiry on sign_in_links (expires_at);
create index sign_in_links_user on sign_in_links (user_id);

create table source_items (
  source_id uuid not null references knowledge_sources (id),
  ref text not null,
  n bigint generated always as identity,
  project_id uuid not null references projects (id),
  document_id uuid,
  etag text,
  last_modified text,
  sha256 bytea,
  template_sha256 bytea,
  previous_template_sha256 bytea,
  held_sha256 bytea,
  run_id uuid not null,
  state text not null,
  depth integer not null default 0,
  hops integer not null default 0,
  lane text,
  family text,
  is_map boolean not null default false,
  leads_to text,
  listed_etag text,
  attempts integer not null default 0,
  not_before timestamptz,
  removal text,
  removal_problem json,
  readers text[],
  primary key (source_id, ref)
);
create index source_items_document on source_items (document_id) where document_id is not null;
create index source_items_held on source_items (source_id, held_sha256) where held_sha256 is not null;
create index source_items_removal on source_items (source_id, removal, ref) where removal is not null;
create index source_items_pending on source_items (source_id, depth, n) where state = 'pending';
create index source_items_run on source_items (run_id, family);

create table source_group_members (
  source_id uuid not null references knowledge_sources (id) on delete cascade,
  project_id uuid not null references projects (id),
  name text not null,
  email text not null,
  primary key (source_id, name, email)
);
create index source_group_members_person on source_group_members (project_id, email);

create table source_lanes (
  lane text primary key,
  free_at timestamptz not null
);

create table source_runs (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  source_id uuid not null references knowledge_sources (id),
  status text not null,
  plan json not null,
  listed boolean not null default false,
  list_position text,
  notes json not null default '[]',
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  withheld integer not null default 0,
  removals_evaluated boolean not null default false,
  waiting_for json,
  is_error boolean not null default false,
  error json,
  trigger_type text not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  charged_credits numeric not null default 0,
  usage_estimated boolean not null default false,
  restarts integer not null default 0,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  started timestamptz,
  completed timestamptz,
  cached_input_tokens integer not null default 0,
  cache_write_tokens integer not null default 0,
  reasoning_tokens integer not null default 0
);
create index source_runs_open on source_runs (id) where completed is null;
create index source_runs_project_open on source_runs (project_id) where completed is null;
create index source_runs_source on source_runs (source_id, id desc);
create unique index source_runs_one_at_once on source_runs (source_id) where completed is null;

create table source_run_items (
  id uuid primary key,
  run_id uuid not null references source_runs (id),
  ref text not null,
  outcome text not null,
  document_id uuid,
  problem json
);
create index source_run_items_run on source_run_items (run_id, id desc);
create unique index source_run_items_ref on source_run_items (run_id, ref);

create table source_sites (
  run_id uuid not null references source_runs (id),
  origin text not null,
  rules json not null,
  primary key (run_id, origin)
);

create table tags (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  kind text not null,
  name text not null,
  description text not null default '',
  parent_id uuid references tags (id) on delete set null,
  created timestamptz not null default now()
);
create index tags_parent on tags (parent_id) where parent_id is not null;
create unique index tags_name on tags (project_id, kind, name);

create table tagged (
  tag_id uuid not null references tags (id) on delete cascade,
  entity_id uuid not null,
  seq bigint generated always as identity,
  primary key (entity_id, tag_id)
);
create index tagged_tag on tagged (tag_id);

create table task_access_tokens (
  id uuid primary key,
  task_id uuid not null unique references tasks (id),
  hash bytea not null unique,
  sealed text not null,
  created timestamptz not null default now()
);

create table task_active_revisions (
  task_id uuid not null references tasks (id),
  task_revision_id uuid not null references task_revisions (id),
  weight numeric not null,
  primary key (task_id, task_revision_id)
);

create table task_eval_runs (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  resource_id uuid not null references tasks (id),
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
  completed timestamptz,
  accepted_visibility text
);
create index task_eval_runs_open on task_eval_runs (id) where completed is null;
create index task_eval_runs_project_open on task_eval_runs (project_id) where completed is null;
create index task_eval_runs_resource on task_eval_runs (resource_id, id desc);
create index task_eval_runs_set on task_eval_runs (eval_set_id, id desc) where eval_set_id is not null;

create table task_forwarders (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  type text not null,
  name text not null,
  config json not null,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create index task_forwarders_project on task_forwarders (project_id, id);

create table task_forwarder_secrets (
  id uuid primary key,
  forwarder_id uuid not null references task_forwarders (id),
  sealed text not null,
  created timestamptz not null default now(),
  expires_at timestamptz
);
create index task_forwarder_secrets_forwarder on task_forwarder_secrets (forwarder_id);

create table task_forwarder_states (
  forwarder_id uuid primary key references task_forwarders (id),
  status text not null default 'active',
  reason jsonb,
  paused_at timestamptz,
  failing_since timestamptz,
  last_delivered timestamptz
);

create table task_run_texts (
  run_id uuid not null references task_runs (id) on delete cascade,
  try integer not null,
  piece integer not null,
  text text not null,
  withheld text,
  primary key (run_id, try, piece)
);

create table task_serving (
  id uuid primary key,
  task_id uuid not null references tasks (id),
  active_revisions json not null,
  restores uuid references task_serving (id),
  since timestamptz not null default now()
);
create index task_serving_task on task_serving (task_id, id desc);

create table triggers (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  type text not null,
  name text not null,
  description text not null default '',
  status text not null,
  paused_because json,
  target_type text not null,
  target_id uuid not null,
  task_agent_revision_id uuid,
  config json not null,
  created_by_type text not null,
  created_by uuid not null,
  client_id uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create index triggers_project on triggers (project_id, id) where deleted_at is null;
create index triggers_target on triggers (target_id) where deleted_at is null;

create table trigger_endpoints (
  trigger_id uuid primary key references triggers (id),
  endpoint text not null
);
create unique index trigger_endpoints_endpoint on trigger_endpoints (endpoint);

create table trigger_events (
  id uuid primary key,
  project_id uuid not null references projects (id),
  trigger_id uuid not null references triggers (id),
  status text not null,
  idempotency_key text,
  due timestamptz,
  run_id uuid,
  duplicate_of uuid,
  error json,
  counted boolean not null default true,
  created timestamptz not null default now()
);
create index trigger_events_counted on trigger_events (trigger_id, id desc) where counted;
create index trigger_events_project on trigger_events (project_id, id desc);
create index trigger_events_trigger on trigger_events (trigger_id, id desc);
create unique index trigger_events_due on trigger_events (trigger_id, due) where due is not null;

create table trigger_keys (
  trigger_id uuid not null references triggers (id),
  key text not null,
  event_id uuid not null,
  expires_at timestamptz not null,
  primary key (trigger_id, key)
);
create index trigger_keys_expiry on trigger_keys (expires_at);

create table trigger_secrets (
  id uuid primary key,
  trigger_id uuid not null references triggers (id),
  sealed text not null,
  created timestamptz not null default now(),
  expires_at timestamptz
);
create index trigger_secrets_trigger on trigger_secrets (trigger_id);

create table trigger_states (
  trigger_id uuid primary key references triggers (id),
  next_run timestamptz,
  counted_since timestamptz not null default now()
);
create index trigger_states_due on trigger_states (next_run) where next_run is not null;

create table user_accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index user_accounts_user on user_accounts (user_id);

create table user_sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create index user_sessions_expiry on user_sessions (expires_at);
create index user_sessions_user on user_sessions (user_id);

-- References that go both ways

alter table skills add constraint skills_active_revision
  foreign key (active_revision_id) references skill_revisions (id) deferrable initially deferred;
alter table document_contents add constraint document_contents_ingestion
  foreign key (ingestion_id) references ingestions (id) deferrable initially deferred;

-- Views

create view ended_runs as
select 'task_run'::text as kind, r.id, r.project_id, r.task_id as parent_id, r.task_revision_id as revision_id,
  r.reporting_group_id as reporting_group_id, r.created_by_type, r.created_by, r.created as at, r.completed as ended,
  1 as runs, (r.status = 'completed')::int as completed, (r.status = 'failed')::int as failed,
  (r.status = 'cancelled')::int as cancelled, r.is_error::int as errors,
  r.input_tokens::bigint as input_tokens, r.output_tokens::bigint as output_tokens,
  r.cached_input_tokens::bigint as cached_input_tokens, r.cache_write_tokens::bigint as cache_write_tokens,
  r.reasoning_tokens::bigint as reasoning_tokens, r.charged_credits as credits,
  (case when r.status <> 'cancelled' then r.llm_call_timing * 1000 end is not null)::int as timed,
  coalesce(round(case when r.status <> 'cancelled' then r.llm_call_timing * 1000 end), 0)::bigint as timed_ms,
  report_timing(case when r.status <> 'cancelled' then r.llm_call_timing * 1000 end) as timings
from task_runs r where r.completed is not null and r.trigger_type <> 'eval'
union all
select 'agent_run'::text as kind, r.id, r.project_id, r.agent_id as parent_id, r.agent_revision_id as revision_id,
  null::uuid as reporting_group_id, r.created_by_type, r.created_by, r.created as at, r.completed as ended,
  1 as runs, (r.status = 'completed')::int as completed, (r.status = 'failed')::int as failed,
  (r.status = 'cancelled')::int as cancelled, r.is_error::int as errors,
  r.input_tokens::bigint as input_tokens, r.output_tokens::bigint as output_tokens,
  r.cached_input_tokens::bigint as cached_input_tokens, r.cache_write_tokens::bigint as cache_write_tokens,
  r.reasoning_tokens::bigint as reasoning_tokens, r.charged_credits as credits,
  (case when r.status <> 'cancelled' then extract(epoch from r.completed - r.created)::float8 * 1000 end is not null)::int as timed,
  coalesce(round(case when r.status <> 'cancelled' then extract(epoch from r.completed - r.created)::float8 * 1000 end), 0)::bigint as timed_ms,
  report_timing(case when r.status <> 'cancelled' then extract(epoch from r.completed - r.created)::float8 * 1000 end) as timings
from agent_runs r where r.completed is not null and r.trigger_type <> 'eval' and r.task_run_id is null;

-- Triggers

create function credit_entries_stay() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the ledger are never changed';
end $$;

create function fill_role_grant() returns trigger language plpgsql as $$
begin
  new.member_id := coalesce(new.member_id, (select g.member_id from role_grants g
    where g.subject_id = new.subject_id and g.resource_id = new.resource_id limit 1), new_member_id());
  return new;
end $$;

create function note_agent_eval_run_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, 'agent_eval_run', new.id, new.resource_id, null, new.status, new.waiting_for);
  return null;
end $$;

create function note_agent_eval_runs_visibility() returns trigger language plpgsql as $$begin
  select nullif(p.task_agent_run_visibility, 'all_viewers') into new.accepted_visibility from agents p where p.id = new.resource_id;
  return new;
end$$;

create function note_agent_run_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, status, waiting_for)
  values (new.project_id, 'agent_run', new.id, new.agent_id, new.status, new.waiting_for);
  return null;
end $$;

create function note_agent_runs_visibility() returns trigger language plpgsql as $$begin
  select nullif(p.task_agent_run_visibility, 'all_viewers') into new.accepted_visibility from agents p where p.id = new.agent_id;
  return new;
end$$;

create function note_approval_request_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status)
  values (new.project_id, 'approval_request', new.id, new.agent_id, new.run_id, new.status);
  return null;
end $$;

create function note_dependency_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status)
  values (new.project_id, 'provisioning', new.id, new.agent_id, new.agent_revision_id, new.status);
  return null;
end $$;

create function note_ended_run() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.completed is null then
    insert into report_pending (kind, project_id, parent_id, revision_id, reporting_group_id, at, runs, completed, failed, cancelled, errors,
  input_tokens, output_tokens, cached_input_tokens, cache_write_tokens, reasoning_tokens, credits, timed, timed_ms, timings)
    select kind, project_id, parent_id, revision_id, reporting_group_id, at, runs, completed, failed, cancelled, errors,
  input_tokens, output_tokens, cached_input_tokens, cache_write_tokens, reasoning_tokens, credits, timed, timed_ms, timings from ended_runs where kind = tg_argv[0] and id = new.id;
  else
    insert into report_pending (kind, project_id, parent_id, revision_id, reporting_group_id, at, runs, completed, failed, cancelled, errors,
  input_tokens, output_tokens, cached_input_tokens, cache_write_tokens, reasoning_tokens, credits, timed, timed_ms, timings)
    select kind, project_id, parent_id, revision_id, reporting_group_id, at, 0, 0, 0, 0, 0,
      new.input_tokens - old.input_tokens, new.output_tokens - old.output_tokens,
      new.cached_input_tokens - old.cached_input_tokens, new.cache_write_tokens - old.cache_write_tokens,
      new.reasoning_tokens - old.reasoning_tokens, new.charged_credits - old.charged_credits, 0, 0, ''
    from ended_runs where kind = tg_argv[0] and id = new.id;
  end if;
  return null;
end $$;

create function note_ingestion_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, 'document', new.document_id, new.document_id, new.id, new.status, new.waiting_for);
  return null;
end $$;

create function note_source_run_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, 'source_run', new.id, new.source_id, null, new.status, new.waiting_for);
  return null;
end $$;

create function note_task_eval_run_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, 'task_eval_run', new.id, new.resource_id, null, new.status, new.waiting_for);
  return null;
end $$;

create function note_task_eval_runs_visibility() returns trigger language plpgsql as $$begin
  select nullif(p.task_run_visibility, 'all_viewers') into new.accepted_visibility from tasks p where p.id = new.resource_id;
  return new;
end$$;

create function note_task_run_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, status, waiting_for)
  values (new.project_id, 'task_run', new.id, new.task_id, new.status, new.waiting_for);
  return null;
end $$;

create function note_task_runs_visibility() returns trigger language plpgsql as $$begin
  select nullif(p.task_run_visibility, 'all_viewers') into new.accepted_visibility from tasks p where p.id = new.task_id;
  return new;
end$$;

create function raise_version() returns trigger language plpgsql as $$
    begin new.version = old.version + 1; return new; end $$;

create trigger agent_dependencies_added after insert on agent_dependencies
  for each row execute function note_dependency_change();
create trigger agent_dependencies_changed after update of status on agent_dependencies
  for each row when (old.status <> new.status) execute function note_dependency_change();
create trigger agent_eval_runs_added after insert on agent_eval_runs
  for each row execute function note_agent_eval_run_change();
create trigger agent_eval_runs_changed after update of status, waiting_for on agent_eval_runs
  for each row when (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text)
  execute function note_agent_eval_run_change();
create trigger agent_eval_runs_visibility before insert on agent_eval_runs
  for each row execute function note_agent_eval_runs_visibility();
create trigger agent_runs_added after insert on agent_runs
  for each row when (new.task_run_id is null) execute function note_agent_run_change();
create trigger agent_runs_changed after update of status, waiting_for on agent_runs
  for each row when (new.task_run_id is null and (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text))
  execute function note_agent_run_change();
create trigger agent_runs_noted
  after update of completed, charged_credits, input_tokens, output_tokens, cached_input_tokens, cache_write_tokens, reasoning_tokens
  on agent_runs for each row when (new.completed is not null and (old.completed is null
    or (old.charged_credits, old.input_tokens, old.output_tokens, old.cached_input_tokens, old.cache_write_tokens, old.reasoning_tokens)
      is distinct from (new.charged_credits, new.input_tokens, new.output_tokens, new.cached_input_tokens, new.cache_write_tokens, new.reasoning_tokens)))
  execute function note_ended_run('agent_run');
create trigger agent_runs_noted_new after insert on agent_runs
  for each row when (new.completed is not null) execute function note_ended_run('agent_run');
create trigger agent_runs_visibility before insert on agent_runs
  for each row execute function note_agent_runs_visibility();
create trigger agents_version before update on agents for each row execute function raise_version();
create trigger approval_requests_added after insert on approval_requests
  for each row execute function note_approval_request_change();
create trigger approval_requests_changed after update of status, assigned_to, comment_count on approval_requests
  for each row when ((old.status, old.assigned_to, old.comment_count)
    is distinct from (new.status, new.assigned_to, new.comment_count)) execute function note_approval_request_change();
create trigger collections_version before update on collections for each row execute function raise_version();
create trigger credit_entries_stay before delete or update on credit_entries
  for each row execute function credit_entries_stay();
create trigger documents_version before update on documents for each row execute function raise_version();
create trigger task_runs_added after insert on task_runs for each row execute function note_task_run_change();
create trigger task_runs_changed after update of status, waiting_for on task_runs
  for each row when (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text)
  execute function note_task_run_change();
create trigger task_runs_noted
  after update of completed, charged_credits, input_tokens, output_tokens, cached_input_tokens, cache_write_tokens, reasoning_tokens
  on task_runs for each row when (new.completed is not null and (old.completed is null
    or (old.charged_credits, old.input_tokens, old.output_tokens, old.cached_input_tokens, old.cache_write_tokens, old.reasoning_tokens)
      is distinct from (new.charged_credits, new.input_tokens, new.output_tokens, new.cached_input_tokens, new.cache_write_tokens, new.reasoning_tokens)))
  execute function note_ended_run('task_run');
create trigger task_runs_noted_new after insert on task_runs
  for each row when (new.completed is not null) execute function note_ended_run('task_run');
create trigger task_runs_visibility before insert on task_runs
  for each row execute function note_task_runs_visibility();
create trigger eval_sets_version before update on eval_sets for each row execute function raise_version();
create trigger feedback_version before update on feedback for each row execute function raise_version();
create trigger ingestions_added after insert on ingestions for each row execute function note_ingestion_change();
create trigger ingestions_changed after update of status, waiting_for on ingestions
  for each row when (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text)
  execute function note_ingestion_change();
create trigger integrations_version before update on integrations for each row execute function raise_version();
create trigger knowledge_sources_version before update on knowledge_sources
  for each row execute function raise_version();
create trigger mcp_servers_version before update on mcp_servers for each row execute function raise_version();
create trigger mcp_tools_version before update on mcp_tools for each row execute function raise_version();
create trigger oauth_clients_version before update on oauth_clients for each row execute function raise_version();
create trigger organizations_version before update on organizations for each row execute function raise_version();
create trigger partners_version before update on partners for each row execute function raise_version();
create trigger projects_version before update on projects for each row execute function raise_version();
create trigger reporting_groups_version before update on reporting_groups for each row execute function raise_version();
create trigger role_grants_filled before insert on role_grants for each row execute function fill_role_grant();
create trigger skills_version before update on skills for each row execute function raise_version();
create trigger source_runs_added after insert on source_runs for each row execute function note_source_run_change();
create trigger source_runs_changed after update of status, waiting_for on source_runs
  for each row when (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text)
  execute function note_source_run_change();
create trigger task_eval_runs_added after insert on task_eval_runs
  for each row execute function note_task_eval_run_change();
create trigger task_eval_runs_changed after update of status, waiting_for on task_eval_runs
  for each row when (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text)
  execute function note_task_eval_run_change();
create trigger task_eval_runs_visibility before insert on task_eval_runs
  for each row execute function note_task_eval_runs_visibility();
create trigger task_forwarders_version before update on task_forwarders for each row execute function raise_version();
create trigger tasks_version before update on tasks for each row execute function raise_version();
create trigger triggers_version before update on triggers for each row execute function raise_version();
create trigger users_version before update on users for each row execute function raise_version();

-- Rows

insert into file_sweep default values;
`;
