-- What the migrations make of an empty database. Written by `npm run schema`; no one runs it.

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;

CREATE FUNCTION public.count_words(words tsvector) RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$
  select coalesce(max(positions[cardinality(positions)]), 0)::integer from unnest(words)
$$;

CREATE FUNCTION public.credit_entries_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'entries of the ledger are never changed';
end $$;

CREATE FUNCTION public.fill_role_grant() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.member_id := coalesce(new.member_id, (select g.member_id from role_grants g
    where g.subject_id = new.subject_id and g.resource_id = new.resource_id limit 1), new_member_id());
  return new;
end $$;

CREATE FUNCTION public.new_member_id() RETURNS uuid
    LANGUAGE sql
    AS $$
  select (lpad(to_hex(micros / 1000), 12, '0') || '7' || lpad(to_hex(micros % 1000 * 4), 3, '0') || '8' || right(md5(random()::text), 15))::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) now
$$;

CREATE FUNCTION public.note_agent_eval_run_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, 'agent_eval_run', new.id, new.resource_id, null, new.status, new.waiting_for);
  return null;
end $$;

CREATE FUNCTION public.note_agent_eval_runs_visibility() RETURNS trigger
    LANGUAGE plpgsql
    AS $$begin
  select nullif(p.task_agent_run_visibility, 'all_viewers') into new.accepted_visibility from agents p where p.id = new.resource_id;
  return new;
end$$;

CREATE FUNCTION public.note_agent_run_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, status, waiting_for)
  values (new.project_id, 'agent_run', new.id, new.agent_id, new.status, new.waiting_for);
  return null;
end $$;

CREATE FUNCTION public.note_agent_runs_visibility() RETURNS trigger
    LANGUAGE plpgsql
    AS $$begin
  select nullif(p.task_agent_run_visibility, 'all_viewers') into new.accepted_visibility from agents p where p.id = new.agent_id;
  return new;
end$$;

CREATE FUNCTION public.note_approval_request_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status)
  values (new.project_id, 'approval_request', new.id, new.agent_id, new.run_id, new.status);
  return null;
end $$;

CREATE FUNCTION public.note_dependency_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status)
  values (new.project_id, 'provisioning', new.id, new.agent_id, new.agent_revision_id, new.status);
  return null;
end $$;

CREATE FUNCTION public.note_ended_run() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.note_ingestion_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, 'document', new.document_id, new.document_id, new.id, new.status, new.waiting_for);
  return null;
end $$;

CREATE FUNCTION public.note_source_run_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, 'source_run', new.id, new.source_id, null, new.status, new.waiting_for);
  return null;
end $$;

CREATE FUNCTION public.note_task_eval_run_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, 'task_eval_run', new.id, new.resource_id, null, new.status, new.waiting_for);
  return null;
end $$;

CREATE FUNCTION public.note_task_eval_runs_visibility() RETURNS trigger
    LANGUAGE plpgsql
    AS $$begin
  select nullif(p.task_run_visibility, 'all_viewers') into new.accepted_visibility from tasks p where p.id = new.resource_id;
  return new;
end$$;

CREATE FUNCTION public.note_task_run_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, status, waiting_for)
  values (new.project_id, 'task_run', new.id, new.task_id, new.status, new.waiting_for);
  return null;
end $$;

CREATE FUNCTION public.note_task_runs_visibility() RETURNS trigger
    LANGUAGE plpgsql
    AS $$begin
  select nullif(p.task_run_visibility, 'all_viewers') into new.accepted_visibility from tasks p where p.id = new.task_id;
  return new;
end$$;

CREATE FUNCTION public.raise_version() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin new.version = old.version + 1; return new; end $$;

CREATE FUNCTION public.report_merged(entries bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when octet_length(entries) <= 8192 then entries else (
    select string_agg(int4send((bin << 20) | least(n - 1048575 * piece, 1048575)::int), ''::bytea order by bin)
    from (
      select (get_byte(entries, p) << 4) | (get_byte(entries, p + 1) >> 4) as bin,
        sum(((get_byte(entries, p + 1) & 15) << 16) | (get_byte(entries, p + 2) << 8) | get_byte(entries, p + 3)) as n
      from generate_series(0, octet_length(entries) - 4, 4) p group by 1
    ) b, generate_series(0, (n - 1) / 1048575) piece
  ) end $$;

CREATE FUNCTION public.report_timing(ms double precision) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when ms is null then ''::bytea
    else int4send((least(2047, ceil(ln(greatest(ms, 1)) / ln(1.01::float8 / 0.99::float8)))::int << 20) | 1) end $$;

CREATE TABLE public.agent_dependencies (
    id uuid NOT NULL,
    agent_revision_id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    skill_id uuid NOT NULL,
    skill_revision_id uuid NOT NULL,
    "position" integer NOT NULL,
    dependency json NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    target_type text,
    target_id uuid,
    tool_id uuid,
    next_step json,
    checked timestamp with time zone
);

CREATE TABLE public.agent_eval_runs (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    candidate_revision_id uuid NOT NULL,
    eval_set_id uuid,
    judge_model_id uuid,
    scorers json NOT NULL,
    max_credits numeric,
    parallelism integer NOT NULL,
    candidate_credits numeric DEFAULT 0 NOT NULL,
    client_id uuid,
    case_count integer NOT NULL,
    pass_count integer DEFAULT 0 NOT NULL,
    fail_count integer DEFAULT 0 NOT NULL,
    error_count integer DEFAULT 0 NOT NULL,
    skip_count integer DEFAULT 0 NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    waiting_for json,
    is_error boolean DEFAULT false NOT NULL,
    error json,
    trigger_type text NOT NULL,
    input_tokens integer DEFAULT 0 NOT NULL,
    output_tokens integer DEFAULT 0 NOT NULL,
    cached_input_tokens integer DEFAULT 0 NOT NULL,
    cache_write_tokens integer DEFAULT 0 NOT NULL,
    reasoning_tokens integer DEFAULT 0 NOT NULL,
    charged_credits numeric DEFAULT 0 NOT NULL,
    usage_estimated boolean DEFAULT false NOT NULL,
    restarts integer DEFAULT 0 NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    started timestamp with time zone,
    completed timestamp with time zone,
    accepted_visibility text
);

CREATE TABLE public.agent_provisionings (
    agent_revision_id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    asked integer DEFAULT 1 NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    asked_by_type text NOT NULL,
    asked_by uuid NOT NULL,
    scopes text[]
);

CREATE TABLE public.agent_revisions (
    id uuid NOT NULL,
    agent_id uuid NOT NULL,
    created_by_type text,
    created_by uuid,
    instruction text NOT NULL,
    llm_model_id uuid NOT NULL,
    fallback_llm_model_id uuid,
    llm_config json NOT NULL,
    max_turns integer NOT NULL,
    max_credits numeric,
    memory_strategy text NOT NULL,
    memory_config json NOT NULL,
    task_tools json NOT NULL,
    skills json NOT NULL,
    integrations json NOT NULL,
    mcp_servers json NOT NULL,
    collections json NOT NULL,
    builtin_tools json NOT NULL,
    approval_policy json NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    mode text NOT NULL,
    agent_tools json DEFAULT '[]'::json NOT NULL,
    tool_choice text,
    guardrails json DEFAULT '{"input":[],"output":[]}'::json NOT NULL,
    max_wait text
);

CREATE TABLE public.agent_runs (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    agent_revision_id uuid NOT NULL,
    session_id uuid NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    waiting_for json,
    message text NOT NULL,
    output text,
    formatted_output json,
    is_error boolean DEFAULT false NOT NULL,
    error json,
    trigger_type text NOT NULL,
    input_tokens integer DEFAULT 0 NOT NULL,
    output_tokens integer DEFAULT 0 NOT NULL,
    charged_credits numeric DEFAULT 0 NOT NULL,
    phase_timings json DEFAULT '{}'::json NOT NULL,
    turns integer DEFAULT 0 NOT NULL,
    event_seq integer DEFAULT 0 NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    restarts integer DEFAULT 0 NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    started timestamp with time zone,
    completed timestamp with time zone,
    credit_allowance numeric DEFAULT 0 NOT NULL,
    resume_asked timestamp with time zone,
    client_id uuid,
    next_messages text[] DEFAULT '{}'::text[] NOT NULL,
    begun_turn integer DEFAULT 0 NOT NULL,
    usage_estimated boolean DEFAULT false NOT NULL,
    tool_call_id uuid,
    depth integer DEFAULT 0 NOT NULL,
    trigger_id uuid,
    cached_input_tokens integer DEFAULT 0 NOT NULL,
    cache_write_tokens integer DEFAULT 0 NOT NULL,
    reasoning_tokens integer DEFAULT 0 NOT NULL,
    warnings json DEFAULT '[]'::json NOT NULL,
    guardrail_hits jsonb,
    guarded json,
    pending_answer json,
    calling_agents uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    accepted_visibility text,
    finish_reason text,
    finish_detail text,
    sources json DEFAULT '[]'::json NOT NULL,
    task_run_id uuid,
    awaited_outages text[],
    traceparent text,
    forked_from_run_id uuid
);

CREATE TABLE public.agent_turns (
    run_id uuid NOT NULL,
    turn integer NOT NULL,
    session_id uuid NOT NULL,
    attempt integer NOT NULL,
    text text NOT NULL,
    assistant json,
    finish_reason text NOT NULL,
    model_id uuid,
    input_tokens integer NOT NULL,
    output_tokens integer NOT NULL,
    charged_credits numeric NOT NULL,
    model_ms integer NOT NULL,
    first_token_ms integer,
    text_seq integer,
    created timestamp with time zone DEFAULT now() NOT NULL,
    notes text[] DEFAULT '{}'::text[] NOT NULL,
    finish_detail text,
    usage_estimated boolean DEFAULT false NOT NULL
);

CREATE TABLE public.agents (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    task_agent_run_visibility text DEFAULT 'all_viewers'::text NOT NULL,
    active_revision_id uuid NOT NULL,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    release_gate json,
    of_task boolean DEFAULT false NOT NULL,
    exposed_to_agents boolean DEFAULT false NOT NULL
);

CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    hash bytea NOT NULL,
    scopes text[],
    created timestamp with time zone DEFAULT now() NOT NULL,
    last_used timestamp with time zone,
    revoked_at timestamp with time zone
);

CREATE TABLE public.approval_comments (
    id uuid NOT NULL,
    approval_request_id uuid NOT NULL,
    text text NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.approval_decisions (
    id uuid NOT NULL,
    approval_request_id uuid NOT NULL,
    decision text NOT NULL,
    subject text NOT NULL,
    api_key_id uuid,
    note text,
    arguments json,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT approval_decisions_decision_check CHECK ((decision = ANY (ARRAY['approve'::text, 'reject'::text])))
);

CREATE TABLE public.approval_requests (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    run_id uuid NOT NULL,
    session_id uuid NOT NULL,
    tool_call_id uuid,
    kind text NOT NULL,
    tool_name text NOT NULL,
    tool_type text NOT NULL,
    tool_schema json NOT NULL,
    arguments json NOT NULL,
    arguments_digest text NOT NULL,
    seal text NOT NULL,
    effect text NOT NULL,
    rule json NOT NULL,
    on_reject text NOT NULL,
    approvers text[] NOT NULL,
    approvals_needed integer NOT NULL,
    requested_by_type text NOT NULL,
    requested_by uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    decision_note text,
    decided_by text,
    decided_at timestamp with time zone,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    lapses_at timestamp with time zone,
    assigned_to uuid,
    comment_count integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.approval_snoozes (
    approval_request_id uuid NOT NULL,
    user_id uuid NOT NULL,
    until timestamp with time zone NOT NULL
);

CREATE TABLE public.audit_chains (
    id uuid NOT NULL,
    org_id uuid,
    project_id uuid,
    seq bigint NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL,
    checkpoint_seq bigint DEFAULT 0 NOT NULL,
    checkpoint_hash bytea DEFAULT decode(repeat('00'::text, 32), 'hex'::text) NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.audit_events (
    id uuid NOT NULL,
    chain_id uuid NOT NULL,
    seq bigint NOT NULL,
    org_id uuid,
    project_id uuid,
    actor_type text NOT NULL,
    actor_user_id uuid,
    api_key_id uuid,
    oauth_client_id uuid,
    event_type text NOT NULL,
    resource_type text NOT NULL,
    resource_id text,
    message text NOT NULL,
    labels json NOT NULL,
    payload json NOT NULL,
    request_id text,
    ip_address text,
    occurred_at timestamp with time zone NOT NULL,
    created timestamp with time zone NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL
);

CREATE TABLE public.audit_pending (
    id uuid NOT NULL,
    chain_id uuid NOT NULL,
    event jsonb NOT NULL
);

CREATE TABLE public.avatars (
    token text NOT NULL,
    owner_type text NOT NULL,
    owner_id uuid NOT NULL,
    media_type text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.awaited_changes (
    on_id uuid NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.chunk_vectors (
    space_id uuid NOT NULL,
    chunk_id uuid NOT NULL,
    document_id uuid NOT NULL,
    project_id uuid NOT NULL,
    embedding public.halfvec NOT NULL,
    edition integer DEFAULT 1 NOT NULL
)
PARTITION BY LIST (space_id);

CREATE TABLE public.chunks (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    document_id uuid NOT NULL,
    "position" integer NOT NULL,
    text text NOT NULL,
    page integer,
    page_starts jsonb DEFAULT '[]'::jsonb NOT NULL,
    heading_path text[] DEFAULT '{}'::text[] NOT NULL,
    token_count integer NOT NULL,
    words tsvector NOT NULL,
    word_count integer GENERATED ALWAYS AS (public.count_words(words)) STORED NOT NULL,
    edition integer DEFAULT 1 NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    edited_at timestamp with time zone,
    original_text text
);

CREATE TABLE public.collection_documents (
    collection_id uuid NOT NULL,
    document_id uuid NOT NULL,
    added timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.collection_states (
    collection_id uuid NOT NULL,
    space_id uuid NOT NULL,
    next_space_id uuid,
    summary text
);

CREATE TABLE public.collection_summaries (
    collection_id uuid NOT NULL,
    asked integer NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    error json
);

CREATE TABLE public.collections (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    title text NOT NULL,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.connection_auth_sessions (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    target_id uuid,
    state_hash bytea NOT NULL,
    sealed text NOT NULL,
    redirect_to text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.connection_credentials (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    sealed text NOT NULL,
    token_version integer DEFAULT 1 NOT NULL,
    obtained_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    lease_until timestamp with time zone,
    lost_at timestamp with time zone,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.connection_slugs (
    project_id uuid NOT NULL,
    slug text NOT NULL
);

CREATE TABLE public.credit_budgets (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    target_type text NOT NULL,
    target_id uuid NOT NULL,
    period text NOT NULL,
    amount numeric NOT NULL,
    extra numeric DEFAULT 0 NOT NULL,
    spent numeric DEFAULT 0 NOT NULL,
    reserved numeric DEFAULT 0 NOT NULL,
    period_start timestamp with time zone NOT NULL,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_budgets_amount_check CHECK ((amount >= (0)::numeric)),
    CONSTRAINT credit_budgets_period_check CHECK ((period = ANY (ARRAY['day'::text, 'month'::text])))
);

CREATE TABLE public.credit_entries (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    kind text NOT NULL,
    available numeric DEFAULT 0 NOT NULL,
    reserved numeric DEFAULT 0 NOT NULL,
    spent numeric DEFAULT 0 NOT NULL,
    granted numeric DEFAULT 0 NOT NULL,
    adjusted numeric DEFAULT 0 NOT NULL,
    cause_type text NOT NULL,
    cause_id uuid,
    call_id uuid,
    project_id uuid,
    reference text,
    note text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_entries_balanced CHECK ((((((available + reserved) + spent) + granted) + adjusted) = (0)::numeric))
);

CREATE TABLE public.credit_reservations (
    run_id uuid NOT NULL,
    org_id uuid NOT NULL,
    amount numeric NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    call_id uuid,
    input_tokens integer DEFAULT 0 NOT NULL,
    output_tokens integer DEFAULT 0 NOT NULL,
    cost numeric DEFAULT 0 NOT NULL,
    cause_type text,
    cause_id uuid,
    project_id uuid,
    targets uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    CONSTRAINT credit_reservations_amount_check CHECK ((amount >= (0)::numeric))
);

CREATE TABLE public.credit_top_ups (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    amount numeric NOT NULL,
    credits numeric NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    delivered_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt timestamp with time zone DEFAULT now() NOT NULL,
    error text,
    granted_at timestamp with time zone,
    CONSTRAINT credit_top_ups_amount_check CHECK ((amount > (0)::numeric))
);

CREATE TABLE public.document_contents (
    document_id uuid NOT NULL,
    project_id uuid NOT NULL,
    ingestion_id uuid NOT NULL,
    media_type text NOT NULL,
    size bigint NOT NULL,
    sha256 bytea NOT NULL,
    parser text,
    language text,
    index_language text,
    page_count integer,
    chunk_count integer DEFAULT 0 NOT NULL,
    word_count bigint DEFAULT 0 NOT NULL,
    warnings json DEFAULT '[]'::json NOT NULL,
    ready_at timestamp with time zone,
    edition integer DEFAULT 1 NOT NULL,
    read_as text DEFAULT ''::text NOT NULL,
    stated_metadata jsonb DEFAULT '{}'::jsonb NOT NULL
);

CREATE TABLE public.document_spaces (
    document_id uuid NOT NULL,
    space_id uuid NOT NULL,
    edition integer NOT NULL,
    filled boolean NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.document_version_chunks (
    document_version_id uuid NOT NULL,
    "position" integer NOT NULL,
    text text NOT NULL,
    page integer,
    heading_path text[] DEFAULT '{}'::text[] NOT NULL
);

CREATE TABLE public.document_versions (
    id uuid NOT NULL,
    document_id uuid NOT NULL,
    edition integer NOT NULL,
    media_type text NOT NULL,
    size bigint NOT NULL,
    sha256 bytea NOT NULL,
    page_count integer,
    chunk_count integer NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    published timestamp with time zone NOT NULL
);

CREATE TABLE public.documents (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    title text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    source text NOT NULL,
    source_id uuid,
    source_ref text,
    strategy text NOT NULL,
    group_id uuid NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    own_metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    source_metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    source_readers text[],
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.effects (
    tool_call_id uuid NOT NULL,
    run_id uuid NOT NULL,
    tool_name text NOT NULL,
    request_digest text NOT NULL,
    status text NOT NULL,
    detail json,
    created timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    settled_at timestamp with time zone,
    attempts integer DEFAULT 1 NOT NULL,
    CONSTRAINT effects_status_check CHECK ((status = ANY (ARRAY['intended'::text, 'sent'::text, 'done'::text, 'failed'::text, 'unknown'::text])))
);

CREATE TABLE public.embedding_backfills (
    collection_id uuid NOT NULL,
    error json,
    failed_at timestamp with time zone,
    input_tokens bigint DEFAULT 0 NOT NULL,
    charged_credits numeric DEFAULT 0 NOT NULL,
    switched_at timestamp with time zone
);

CREATE TABLE public.embedding_spaces (
    id uuid NOT NULL,
    model text NOT NULL,
    dimension integer NOT NULL,
    index_type text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.encryption_canary (
    key_id text NOT NULL,
    sealed text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.task_runs (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    task_id uuid NOT NULL,
    task_revision_id uuid NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    input json NOT NULL,
    response json,
    run_data json NOT NULL,
    is_error boolean DEFAULT false NOT NULL,
    error json,
    llm_retries integer DEFAULT 0 NOT NULL,
    use_fallback_model boolean DEFAULT false NOT NULL,
    used_fallback_model boolean DEFAULT false NOT NULL,
    input_tokens integer DEFAULT 0 NOT NULL,
    output_tokens integer DEFAULT 0 NOT NULL,
    charged_credits numeric DEFAULT 0 NOT NULL,
    waiting_for json,
    llm_call_timing double precision,
    reference text,
    context_id uuid,
    trigger_type text NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    tool_call_id uuid,
    restarts integer DEFAULT 0 NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    started timestamp with time zone,
    completed timestamp with time zone,
    usage_estimated boolean DEFAULT false NOT NULL,
    prepared json,
    trigger_id uuid,
    cached_input_tokens integer DEFAULT 0 NOT NULL,
    cache_write_tokens integer DEFAULT 0 NOT NULL,
    reasoning_tokens integer DEFAULT 0 NOT NULL,
    warnings json DEFAULT '[]'::json NOT NULL,
    reporting_group_id uuid,
    pending_end json,
    guardrail_hits jsonb,
    calling_agents uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    stream boolean DEFAULT false NOT NULL,
    accepted_visibility text,
    finish_reason text,
    finish_detail text,
    sources json DEFAULT '[]'::json NOT NULL,
    tool_run_id uuid,
    awaited_outages text[],
    depth integer DEFAULT 0 NOT NULL,
    traceparent text
);

CREATE VIEW public.ended_runs AS
 SELECT 'task_run'::text AS kind,
    r.id,
    r.project_id,
    r.task_id AS parent_id,
    r.task_revision_id AS revision_id,
    r.reporting_group_id,
    r.created_by_type,
    r.created_by,
    r.created AS at,
    r.completed AS ended,
    1 AS runs,
    ((r.status = 'completed'::text))::integer AS completed,
    ((r.status = 'failed'::text))::integer AS failed,
    ((r.status = 'cancelled'::text))::integer AS cancelled,
    (r.is_error)::integer AS errors,
    (r.input_tokens)::bigint AS input_tokens,
    (r.output_tokens)::bigint AS output_tokens,
    (r.cached_input_tokens)::bigint AS cached_input_tokens,
    (r.cache_write_tokens)::bigint AS cache_write_tokens,
    (r.reasoning_tokens)::bigint AS reasoning_tokens,
    r.charged_credits AS credits,
    ((
        CASE
            WHEN (r.status <> 'cancelled'::text) THEN (r.llm_call_timing * (1000)::double precision)
            ELSE NULL::double precision
        END IS NOT NULL))::integer AS timed,
    (COALESCE(round(
        CASE
            WHEN (r.status <> 'cancelled'::text) THEN (r.llm_call_timing * (1000)::double precision)
            ELSE NULL::double precision
        END), (0)::double precision))::bigint AS timed_ms,
    public.report_timing(
        CASE
            WHEN (r.status <> 'cancelled'::text) THEN (r.llm_call_timing * (1000)::double precision)
            ELSE NULL::double precision
        END) AS timings
   FROM public.task_runs r
  WHERE ((r.completed IS NOT NULL) AND (r.trigger_type <> 'eval'::text))
UNION ALL
 SELECT 'agent_run'::text AS kind,
    r.id,
    r.project_id,
    r.agent_id AS parent_id,
    r.agent_revision_id AS revision_id,
    NULL::uuid AS reporting_group_id,
    r.created_by_type,
    r.created_by,
    r.created AS at,
    r.completed AS ended,
    1 AS runs,
    ((r.status = 'completed'::text))::integer AS completed,
    ((r.status = 'failed'::text))::integer AS failed,
    ((r.status = 'cancelled'::text))::integer AS cancelled,
    (r.is_error)::integer AS errors,
    (r.input_tokens)::bigint AS input_tokens,
    (r.output_tokens)::bigint AS output_tokens,
    (r.cached_input_tokens)::bigint AS cached_input_tokens,
    (r.cache_write_tokens)::bigint AS cache_write_tokens,
    (r.reasoning_tokens)::bigint AS reasoning_tokens,
    r.charged_credits AS credits,
    ((
        CASE
            WHEN (r.status <> 'cancelled'::text) THEN ((EXTRACT(epoch FROM (r.completed - r.created)))::double precision * (1000)::double precision)
            ELSE NULL::double precision
        END IS NOT NULL))::integer AS timed,
    (COALESCE(round(
        CASE
            WHEN (r.status <> 'cancelled'::text) THEN ((EXTRACT(epoch FROM (r.completed - r.created)))::double precision * (1000)::double precision)
            ELSE NULL::double precision
        END), (0)::double precision))::bigint AS timed_ms,
    public.report_timing(
        CASE
            WHEN (r.status <> 'cancelled'::text) THEN ((EXTRACT(epoch FROM (r.completed - r.created)))::double precision * (1000)::double precision)
            ELSE NULL::double precision
        END) AS timings
   FROM public.agent_runs r
  WHERE ((r.completed IS NOT NULL) AND (r.trigger_type <> 'eval'::text) AND (r.task_run_id IS NULL));

CREATE TABLE public.eval_cases (
    id uuid NOT NULL,
    eval_set_id uuid NOT NULL,
    source text NOT NULL,
    name text,
    reference_run_id uuid,
    input json,
    expected json,
    expected_calls json,
    stubs json DEFAULT '[]'::json NOT NULL,
    approval_request_id uuid,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.eval_results (
    id uuid NOT NULL,
    eval_run_id uuid NOT NULL,
    "position" integer NOT NULL,
    case_id uuid,
    reference_run_id uuid,
    candidate_run_id uuid NOT NULL,
    input json,
    expected json,
    expected_calls json,
    stubs json DEFAULT '[]'::json NOT NULL,
    skip_reason json,
    verdict text,
    reasoning text,
    skipped boolean DEFAULT false NOT NULL,
    is_error boolean DEFAULT false NOT NULL,
    error_message text,
    scores json DEFAULT '[]'::json NOT NULL,
    started timestamp with time zone,
    completed timestamp with time zone
);

CREATE TABLE public.eval_sets (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    kind text NOT NULL,
    resource_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    scorers json DEFAULT '[]'::json NOT NULL,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.feedback (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    task_run_id uuid,
    agent_run_id uuid,
    name text NOT NULL,
    value jsonb,
    note text,
    source text NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT feedback_check CHECK ((num_nonnulls(task_run_id, agent_run_id) = 1)),
    CONSTRAINT feedback_check1 CHECK ((num_nonnulls(value, note) > 0))
);

CREATE TABLE public.file_sweep (
    single boolean DEFAULT true NOT NULL,
    after_key text DEFAULT ''::text NOT NULL,
    due timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT file_sweep_single_check CHECK (single)
);

CREATE TABLE public.files (
    id uuid NOT NULL,
    org_id uuid,
    project_id uuid,
    owner_type text NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    media_type text NOT NULL,
    size integer NOT NULL,
    sha256 bytea NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    blob_key text NOT NULL COLLATE pg_catalog."C",
    made boolean DEFAULT false NOT NULL
);

CREATE TABLE public.forward_attempts (
    delivery_id uuid NOT NULL,
    number integer NOT NULL,
    forwarder_id uuid NOT NULL,
    outcome text,
    status_code integer,
    reason jsonb,
    excerpt text,
    duration_ms integer,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.forward_deliveries (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    forwarder_id uuid NOT NULL,
    task_id uuid NOT NULL,
    run_id uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    tries_since timestamp with time zone DEFAULT now() NOT NULL,
    due_at timestamp with time zone DEFAULT now(),
    reached text[] DEFAULT '{}'::text[] NOT NULL,
    reason jsonb,
    created timestamp with time zone DEFAULT now() NOT NULL,
    delivered timestamp with time zone
);

CREATE TABLE public.idempotency_keys (
    caller text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    digest bytea NOT NULL,
    owner uuid NOT NULL,
    run_id uuid,
    answer json,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.ingestions (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    document_id uuid NOT NULL,
    status text NOT NULL,
    stage text,
    progress json,
    waiting_for json,
    is_error boolean DEFAULT false NOT NULL,
    error json,
    trigger_type text NOT NULL,
    input_tokens integer DEFAULT 0 NOT NULL,
    output_tokens integer DEFAULT 0 NOT NULL,
    charged_credits numeric DEFAULT 0 NOT NULL,
    usage_estimated boolean DEFAULT false NOT NULL,
    restarts integer DEFAULT 0 NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    started timestamp with time zone,
    completed timestamp with time zone,
    edition integer DEFAULT 1 NOT NULL,
    parsed json,
    chunked integer,
    failures integer DEFAULT 0 NOT NULL,
    paused_at timestamp with time zone,
    leads text,
    waits_for uuid,
    cached_input_tokens integer DEFAULT 0 NOT NULL,
    cache_write_tokens integer DEFAULT 0 NOT NULL,
    reasoning_tokens integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.integration_tools (
    integration_id uuid NOT NULL,
    "position" integer NOT NULL,
    tool_id text NOT NULL,
    name text NOT NULL,
    declared json NOT NULL
);

CREATE TABLE public.integrations (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    config json NOT NULL,
    status text NOT NULL,
    problem text,
    account text,
    scopes text[] DEFAULT '{}'::text[] NOT NULL,
    credential_id uuid,
    authorized_by uuid,
    authorized_at timestamp with time zone,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.invites (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    email_address text NOT NULL,
    roles text[] DEFAULT '{}'::text[] NOT NULL,
    project_roles json DEFAULT '{}'::json NOT NULL,
    code_hash bytea NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    reminded_at timestamp with time zone,
    next_step_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    delivery_error jsonb,
    accepted_at timestamp with time zone,
    accepted_by uuid,
    CONSTRAINT invites_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'cancelled'::text, 'expired'::text])))
);

CREATE TABLE public.knowledge_queries (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    collection_id uuid,
    document_id uuid,
    status text DEFAULT 'running'::text NOT NULL,
    request jsonb NOT NULL,
    progress jsonb,
    answer jsonb,
    error jsonb,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    completed timestamp with time zone,
    CONSTRAINT knowledge_queries_check CHECK ((num_nonnulls(collection_id, document_id, (request -> 'collections'::text)) = 1))
);

CREATE TABLE public.knowledge_source_states (
    source_id uuid NOT NULL,
    next_sync timestamp with time zone,
    drops_documents boolean DEFAULT false NOT NULL,
    last_complete_sync timestamp with time zone,
    withheld_digest text,
    withheld_documents integer,
    withheld_of_documents integer,
    withheld_run_id uuid,
    withheld_since timestamp with time zone,
    applies_removals boolean DEFAULT false NOT NULL
);

CREATE TABLE public.knowledge_sources (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    config json NOT NULL,
    credential_id uuid,
    collection_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    strategy text NOT NULL,
    schedule text,
    paused boolean DEFAULT false NOT NULL,
    is_scrape boolean DEFAULT false NOT NULL,
    removal_max_documents integer DEFAULT 10 NOT NULL,
    removal_max_percent integer DEFAULT 10 NOT NULL,
    removal_repeat_after text,
    fresh_within text,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.mailed_links (
    hash bytea NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    name text,
    expires_at timestamp with time zone NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT mailed_links_purpose_check CHECK ((purpose = ANY (ARRAY['sign_up'::text, 'reset_password'::text])))
);

CREATE TABLE public.maintenance_jobs (
    name text NOT NULL,
    next_due timestamp with time zone DEFAULT now() NOT NULL,
    last_done timestamp with time zone,
    last_error text
);

CREATE TABLE public.mcp_auth_grants (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    server_url text NOT NULL,
    credential_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.mcp_listings_shown (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    server_url text NOT NULL,
    digests json NOT NULL,
    shown timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.mcp_server_states (
    server_id uuid NOT NULL,
    auth_type text NOT NULL,
    auth_status text NOT NULL,
    credential_id uuid,
    client_credential_id uuid,
    problem jsonb,
    verdict json,
    listed_as_of timestamp with time zone,
    last_refreshed timestamp with time zone,
    client_id text,
    wanted_scope text
);

CREATE TABLE public.mcp_servers (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    description text NOT NULL,
    server_url text NOT NULL,
    transport text NOT NULL,
    enabled boolean NOT NULL,
    api_key_strategy text NOT NULL,
    api_key_header_name text,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.mcp_sessions (
    id uuid NOT NULL,
    run_id uuid NOT NULL,
    server_id uuid NOT NULL,
    sealed text NOT NULL,
    protocol_version text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    used timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.mcp_tools (
    id uuid NOT NULL,
    server_id uuid NOT NULL,
    project_id uuid NOT NULL,
    tool_name text NOT NULL,
    offered_name text NOT NULL,
    name text,
    description text,
    enabled boolean NOT NULL,
    read_only boolean DEFAULT false NOT NULL,
    exposed_to_agents boolean DEFAULT false NOT NULL,
    status text NOT NULL,
    pinned json,
    pinned_digest text,
    listed json,
    listed_digest text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.model_exclusions (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid,
    rule_type text NOT NULL,
    value text NOT NULL,
    reason text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT model_exclusions_rule_type_check CHECK ((rule_type = ANY (ARRAY['model_id'::text, 'provider'::text, 'vendor'::text])))
);

CREATE TABLE public.model_keys (
    variable text NOT NULL,
    sealed text NOT NULL,
    last_four text NOT NULL,
    set_by uuid,
    set_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.notifications (
    id uuid NOT NULL,
    kind text NOT NULL,
    channel text NOT NULL,
    key text NOT NULL,
    user_id uuid,
    org_id uuid,
    address text,
    language text,
    data json NOT NULL,
    state text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    last_error text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT notifications_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);

CREATE TABLE public.oauth_clients (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    profile text,
    secret_hash bytea,
    grant_types text[] NOT NULL,
    redirect_uris text[] DEFAULT '{}'::text[] NOT NULL,
    scopes text[],
    pkce_required boolean NOT NULL,
    token_endpoint_auth_method text NOT NULL,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    external_id text
);

CREATE TABLE public.oauth_records (
    key bytea NOT NULL,
    model text NOT NULL,
    payload json NOT NULL,
    client_id uuid,
    account_id uuid,
    grant_key bytea,
    uid text,
    scopes text[] DEFAULT '{}'::text[] NOT NULL,
    consumed_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.oauth_registrations (
    id uuid NOT NULL,
    name text NOT NULL,
    redirect_uris text[] NOT NULL,
    grant_types text[] NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.organization_accounts (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    credits numeric NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    reserved numeric DEFAULT 0 NOT NULL,
    alerted_at timestamp with time zone,
    overdraft numeric DEFAULT 0 NOT NULL,
    topup_asked_at timestamp with time zone,
    CONSTRAINT organization_accounts_overdraft_check CHECK ((overdraft >= (0)::numeric))
);

CREATE TABLE public.organization_domains (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    domain text NOT NULL,
    status text DEFAULT 'unverified'::text NOT NULL,
    verification_token text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    checked_at timestamp with time zone,
    next_check_at timestamp with time zone,
    check_error jsonb,
    verified_at timestamp with time zone,
    CONSTRAINT organization_domains_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text])))
);

CREATE TABLE public.organizations (
    id uuid NOT NULL,
    name text NOT NULL,
    contact_email text NOT NULL,
    avatar_url text,
    public_metadata json DEFAULT '{}'::json NOT NULL,
    low_credit_alerts boolean DEFAULT false NOT NULL,
    usage_based_pricing_enabled boolean DEFAULT false NOT NULL,
    plan text DEFAULT 'trial'::text NOT NULL,
    plan_status text DEFAULT 'active'::text NOT NULL,
    plan_interval text,
    trial_ends_at timestamp with time zone,
    auto_topup_config json DEFAULT '{}'::json NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    approval_floor json,
    publishing_enabled boolean DEFAULT true NOT NULL,
    sharing_enabled boolean DEFAULT true NOT NULL
);

CREATE TABLE public.partners (
    id uuid NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.project_changes (
    project_id uuid NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    n bigint NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    parent_id uuid,
    run_id uuid,
    status text NOT NULL,
    waiting_for json,
    at timestamp with time zone DEFAULT now() NOT NULL,
    resource text,
    permission text,
    owner_id uuid,
    run_kind text
);

ALTER TABLE public.project_changes ALTER COLUMN n ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.project_changes_n_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.projects (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    name text NOT NULL,
    avatar_url text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    config json DEFAULT '{}'::json NOT NULL,
    metadata_fields jsonb DEFAULT '[]'::jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    project_key text DEFAULT ('pk_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) NOT NULL
);

CREATE TABLE public.provider_outages (
    key text NOT NULL,
    provider text NOT NULL,
    base_url text,
    model text,
    failures integer NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    opened_at timestamp with time zone,
    reason text NOT NULL,
    message text NOT NULL,
    last_probe_at timestamp with time zone,
    next_probe_at timestamp with time zone NOT NULL,
    next_wake_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE UNLOGGED TABLE public.rate_limits (
    credential text NOT NULL,
    full_at timestamp with time zone NOT NULL
);

CREATE TABLE public.report_pending (
    id bigint NOT NULL,
    kind text NOT NULL,
    project_id uuid NOT NULL,
    parent_id uuid NOT NULL,
    revision_id uuid,
    reporting_group_id uuid,
    at timestamp with time zone NOT NULL,
    runs integer NOT NULL,
    completed integer NOT NULL,
    failed integer NOT NULL,
    cancelled integer NOT NULL,
    errors integer NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    cached_input_tokens bigint NOT NULL,
    cache_write_tokens bigint NOT NULL,
    reasoning_tokens bigint NOT NULL,
    credits numeric NOT NULL,
    timed integer NOT NULL,
    timed_ms bigint NOT NULL,
    timings bytea NOT NULL
);

ALTER TABLE public.report_pending ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.report_pending_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.report_quarters (
    kind text NOT NULL,
    scope_id uuid NOT NULL,
    project_id uuid NOT NULL,
    start timestamp with time zone NOT NULL,
    runs integer NOT NULL,
    completed integer NOT NULL,
    failed integer NOT NULL,
    cancelled integer NOT NULL,
    errors integer NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    cached_input_tokens bigint NOT NULL,
    cache_write_tokens bigint NOT NULL,
    reasoning_tokens bigint NOT NULL,
    credits numeric NOT NULL,
    timed integer NOT NULL,
    timed_ms bigint NOT NULL,
    timings bytea NOT NULL
);

CREATE TABLE public.report_revisions (
    kind text NOT NULL,
    parent_id uuid NOT NULL,
    project_id uuid NOT NULL,
    revision_id uuid,
    reporting_group_id uuid,
    start timestamp with time zone NOT NULL,
    runs integer NOT NULL,
    completed integer NOT NULL,
    failed integer NOT NULL,
    cancelled integer NOT NULL,
    errors integer NOT NULL,
    input_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    cached_input_tokens bigint NOT NULL,
    cache_write_tokens bigint NOT NULL,
    reasoning_tokens bigint NOT NULL,
    credits numeric NOT NULL,
    timed integer NOT NULL,
    timed_ms bigint NOT NULL,
    timings bytea NOT NULL
);

CREATE TABLE public.reporting_groups (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.role_grants (
    resource_id uuid NOT NULL,
    resource_type text NOT NULL,
    subject_id uuid NOT NULL,
    subject_type text NOT NULL,
    role text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    project_id uuid,
    member_id uuid NOT NULL,
    CONSTRAINT role_grants_subject_type_check CHECK ((subject_type = ANY (ARRAY['user'::text, 'organization'::text, 'project'::text])))
);

CREATE TABLE public.run_events (
    run_id uuid NOT NULL,
    seq integer NOT NULL,
    kind text NOT NULL,
    turn integer NOT NULL,
    payload json NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.run_responses (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_run_id uuid,
    task_run_id uuid,
    parent_id uuid NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    input_digest bytea NOT NULL,
    after_seq integer DEFAULT 0 NOT NULL,
    stored boolean NOT NULL,
    request json NOT NULL,
    input json,
    created timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT run_responses_check CHECK ((num_nonnulls(agent_run_id, task_run_id) = 1))
);

CREATE TABLE public.run_skills (
    run_id uuid NOT NULL,
    skill_id uuid NOT NULL,
    skill_revision_id uuid NOT NULL,
    "position" integer NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    activated timestamp with time zone,
    loaded_turn integer
);

CREATE TABLE public.run_waits (
    id uuid NOT NULL,
    run_id uuid NOT NULL,
    tool_call_id uuid,
    kind text NOT NULL,
    on_id uuid NOT NULL,
    detail json NOT NULL,
    gone text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    heard_at timestamp with time zone
);

CREATE TABLE public.server_secrets (
    name text NOT NULL,
    sealed text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.sessions (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    agent_revision_id uuid NOT NULL,
    title text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.shares (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    kind text NOT NULL,
    resource_id uuid NOT NULL,
    revision_id uuid,
    run_id uuid,
    short_id text NOT NULL,
    title text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    indexed boolean DEFAULT false NOT NULL,
    active boolean DEFAULT true NOT NULL,
    expires_at timestamp with time zone,
    views bigint DEFAULT 0 NOT NULL,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.sign_in_failures (
    key bytea NOT NULL,
    failures integer NOT NULL,
    blocked_until timestamp with time zone NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.sign_in_links (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.skill_revisions (
    id uuid NOT NULL,
    skill_id uuid NOT NULL,
    instructions text NOT NULL,
    front text,
    reference_docs json NOT NULL,
    skill_metadata json NOT NULL,
    capabilities json NOT NULL,
    annotation text,
    digest bytea NOT NULL,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.skills (
    id uuid NOT NULL,
    org_id uuid,
    project_id uuid,
    catalog text,
    slug text NOT NULL,
    display_name text NOT NULL,
    description text NOT NULL,
    license text,
    compatibility text,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    active_revision_id uuid NOT NULL,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT skills_place CHECK ((((org_id IS NULL) = (project_id IS NULL)) AND ((project_id IS NULL) <> (catalog IS NULL))))
);

CREATE TABLE public.source_group_members (
    source_id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL
);

CREATE TABLE public.source_items (
    source_id uuid NOT NULL,
    ref text NOT NULL,
    n bigint NOT NULL,
    project_id uuid NOT NULL,
    document_id uuid,
    etag text,
    last_modified text,
    sha256 bytea,
    template_sha256 bytea,
    previous_template_sha256 bytea,
    held_sha256 bytea,
    run_id uuid NOT NULL,
    state text NOT NULL,
    depth integer DEFAULT 0 NOT NULL,
    hops integer DEFAULT 0 NOT NULL,
    lane text,
    family text,
    is_map boolean DEFAULT false NOT NULL,
    leads_to text,
    listed_etag text,
    attempts integer DEFAULT 0 NOT NULL,
    not_before timestamp with time zone,
    removal text,
    removal_problem json,
    readers text[]
);

ALTER TABLE public.source_items ALTER COLUMN n ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.source_items_n_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.source_lanes (
    lane text NOT NULL,
    free_at timestamp with time zone NOT NULL
);

CREATE TABLE public.source_run_items (
    id uuid NOT NULL,
    run_id uuid NOT NULL,
    ref text NOT NULL,
    outcome text NOT NULL,
    document_id uuid,
    problem json
);

CREATE TABLE public.source_runs (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    source_id uuid NOT NULL,
    status text NOT NULL,
    plan json NOT NULL,
    listed boolean DEFAULT false NOT NULL,
    list_position text,
    notes json DEFAULT '[]'::json NOT NULL,
    added integer DEFAULT 0 NOT NULL,
    changed integer DEFAULT 0 NOT NULL,
    removed integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    skipped integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    withheld integer DEFAULT 0 NOT NULL,
    removals_evaluated boolean DEFAULT false NOT NULL,
    waiting_for json,
    is_error boolean DEFAULT false NOT NULL,
    error json,
    trigger_type text NOT NULL,
    input_tokens integer DEFAULT 0 NOT NULL,
    output_tokens integer DEFAULT 0 NOT NULL,
    charged_credits numeric DEFAULT 0 NOT NULL,
    usage_estimated boolean DEFAULT false NOT NULL,
    restarts integer DEFAULT 0 NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    started timestamp with time zone,
    completed timestamp with time zone,
    cached_input_tokens integer DEFAULT 0 NOT NULL,
    cache_write_tokens integer DEFAULT 0 NOT NULL,
    reasoning_tokens integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.source_sites (
    run_id uuid NOT NULL,
    origin text NOT NULL,
    rules json NOT NULL
);

CREATE TABLE public.tagged (
    tag_id uuid NOT NULL,
    entity_id uuid NOT NULL,
    seq bigint NOT NULL
);

ALTER TABLE public.tagged ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tagged_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.tags (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    parent_id uuid,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.task_access_tokens (
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    hash bytea NOT NULL,
    sealed text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.task_active_revisions (
    task_id uuid NOT NULL,
    task_revision_id uuid NOT NULL,
    weight numeric NOT NULL
);

CREATE TABLE public.task_eval_runs (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    candidate_revision_id uuid NOT NULL,
    eval_set_id uuid,
    judge_model_id uuid,
    scorers json NOT NULL,
    max_credits numeric,
    parallelism integer NOT NULL,
    candidate_credits numeric DEFAULT 0 NOT NULL,
    client_id uuid,
    case_count integer NOT NULL,
    pass_count integer DEFAULT 0 NOT NULL,
    fail_count integer DEFAULT 0 NOT NULL,
    error_count integer DEFAULT 0 NOT NULL,
    skip_count integer DEFAULT 0 NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    waiting_for json,
    is_error boolean DEFAULT false NOT NULL,
    error json,
    trigger_type text NOT NULL,
    input_tokens integer DEFAULT 0 NOT NULL,
    output_tokens integer DEFAULT 0 NOT NULL,
    cached_input_tokens integer DEFAULT 0 NOT NULL,
    cache_write_tokens integer DEFAULT 0 NOT NULL,
    reasoning_tokens integer DEFAULT 0 NOT NULL,
    charged_credits numeric DEFAULT 0 NOT NULL,
    usage_estimated boolean DEFAULT false NOT NULL,
    restarts integer DEFAULT 0 NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    started timestamp with time zone,
    completed timestamp with time zone,
    accepted_visibility text
);

CREATE TABLE public.task_forwarder_secrets (
    id uuid NOT NULL,
    forwarder_id uuid NOT NULL,
    sealed text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone
);

CREATE TABLE public.task_forwarder_states (
    forwarder_id uuid NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    reason jsonb,
    paused_at timestamp with time zone,
    failing_since timestamp with time zone,
    last_delivered timestamp with time zone
);

CREATE TABLE public.task_forwarders (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    config json NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.task_revisions (
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    created_by_type text,
    created_by uuid,
    annotation text,
    system_prompt text NOT NULL,
    user_prompt text NOT NULL,
    input_params text[] NOT NULL,
    llm_model_id uuid NOT NULL,
    llm_config json NOT NULL,
    fallback_llm_model_id uuid,
    fallback_llm_config json,
    output_format json,
    image_required boolean DEFAULT false NOT NULL,
    optimise_images boolean DEFAULT false NOT NULL,
    file_input_mode text DEFAULT 'none'::text NOT NULL,
    input_processors json NOT NULL,
    rag json,
    task_forwarder_id uuid,
    tool_choice text,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    output_modality text NOT NULL,
    test boolean DEFAULT false NOT NULL,
    guardrails json DEFAULT '{"input":[],"output":[]}'::json NOT NULL,
    integration_tool_ids json DEFAULT '[]'::json NOT NULL,
    task_mcp_tool_ids json DEFAULT '[]'::json NOT NULL,
    tool_sources json,
    max_wait text
);

CREATE TABLE public.task_run_texts (
    run_id uuid NOT NULL,
    try integer NOT NULL,
    piece integer NOT NULL,
    text text NOT NULL,
    withheld text
);

CREATE TABLE public.task_serving (
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    active_revisions json NOT NULL,
    restores uuid,
    since timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.tasks (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    enabled boolean NOT NULL,
    public boolean DEFAULT false NOT NULL,
    exposed_to_agents boolean DEFAULT false NOT NULL,
    task_run_visibility text DEFAULT 'all_viewers'::text NOT NULL,
    test boolean DEFAULT false NOT NULL,
    created_by uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    release_gate json
);

CREATE TABLE public.tool_calls (
    id uuid NOT NULL,
    run_id uuid NOT NULL,
    session_id uuid NOT NULL,
    turn integer NOT NULL,
    "position" integer NOT NULL,
    provider_call_id text NOT NULL,
    tool_name text NOT NULL,
    tool_type text NOT NULL,
    target_id uuid,
    arguments json NOT NULL,
    edited_arguments json,
    side_effects boolean NOT NULL,
    status text NOT NULL,
    outcome text,
    result json,
    created timestamp with time zone DEFAULT now() NOT NULL,
    started timestamp with time zone,
    completed timestamp with time zone,
    tool_digest text,
    tool_names text[] DEFAULT '{}'::text[] NOT NULL,
    child_run_id uuid,
    provider_wait json,
    awaited_outages text[]
);

CREATE TABLE public.trigger_endpoints (
    trigger_id uuid NOT NULL,
    endpoint text NOT NULL
);

CREATE TABLE public.trigger_events (
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    trigger_id uuid NOT NULL,
    status text NOT NULL,
    idempotency_key text,
    due timestamp with time zone,
    run_id uuid,
    duplicate_of uuid,
    error json,
    counted boolean DEFAULT true NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.trigger_keys (
    trigger_id uuid NOT NULL,
    key text NOT NULL,
    event_id uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE public.trigger_secrets (
    id uuid NOT NULL,
    trigger_id uuid NOT NULL,
    sealed text NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone
);

CREATE TABLE public.trigger_states (
    trigger_id uuid NOT NULL,
    next_run timestamp with time zone,
    counted_since timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.triggers (
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    status text NOT NULL,
    paused_because json,
    target_type text NOT NULL,
    target_id uuid NOT NULL,
    task_agent_revision_id uuid,
    config json NOT NULL,
    created_by_type text NOT NULL,
    created_by uuid NOT NULL,
    client_id uuid,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL
);

CREATE TABLE public.user_accounts (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    provider_id text NOT NULL,
    account_id text NOT NULL,
    password text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.user_sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    avatar_url text,
    job_role text,
    bio text,
    system_role text,
    created timestamp with time zone DEFAULT now() NOT NULL,
    modified timestamp with time zone DEFAULT now() NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    subscribed_to_newsletter boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    muted_mails text[] DEFAULT '{}'::text[] NOT NULL,
    inbox_views jsonb DEFAULT '[]'::jsonb NOT NULL,
    language text,
    CONSTRAINT users_system_role_check CHECK ((system_role = ANY (ARRAY['platform_administrator'::text, 'support'::text])))
);

ALTER TABLE ONLY public.agent_dependencies
    ADD CONSTRAINT agent_dependencies_agent_revision_id_skill_revision_id_posi_key UNIQUE (agent_revision_id, skill_revision_id, "position");

ALTER TABLE ONLY public.agent_dependencies
    ADD CONSTRAINT agent_dependencies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_eval_runs
    ADD CONSTRAINT agent_eval_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_provisionings
    ADD CONSTRAINT agent_provisionings_pkey PRIMARY KEY (agent_revision_id);

ALTER TABLE ONLY public.agent_revisions
    ADD CONSTRAINT agent_revisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_runs
    ADD CONSTRAINT agent_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_turns
    ADD CONSTRAINT agent_turns_pkey PRIMARY KEY (run_id, turn);

ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.approval_comments
    ADD CONSTRAINT approval_comments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.approval_decisions
    ADD CONSTRAINT approval_decisions_approval_request_id_subject_key UNIQUE (approval_request_id, subject);

ALTER TABLE ONLY public.approval_decisions
    ADD CONSTRAINT approval_decisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.approval_requests
    ADD CONSTRAINT approval_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.approval_snoozes
    ADD CONSTRAINT approval_snoozes_pkey PRIMARY KEY (approval_request_id, user_id);

ALTER TABLE ONLY public.audit_chains
    ADD CONSTRAINT audit_chains_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_chain_id_seq_key UNIQUE (chain_id, seq);

ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_pending
    ADD CONSTRAINT audit_pending_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.avatars
    ADD CONSTRAINT avatars_owner_id_key UNIQUE (owner_id);

ALTER TABLE ONLY public.avatars
    ADD CONSTRAINT avatars_pkey PRIMARY KEY (token);

ALTER TABLE ONLY public.awaited_changes
    ADD CONSTRAINT awaited_changes_pkey PRIMARY KEY (on_id);

ALTER TABLE ONLY public.chunk_vectors
    ADD CONSTRAINT chunk_vectors_pkey PRIMARY KEY (space_id, chunk_id);

ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.collection_documents
    ADD CONSTRAINT collection_documents_pkey PRIMARY KEY (collection_id, document_id);

ALTER TABLE ONLY public.collection_states
    ADD CONSTRAINT collection_states_pkey PRIMARY KEY (collection_id);

ALTER TABLE ONLY public.collection_summaries
    ADD CONSTRAINT collection_summaries_pkey PRIMARY KEY (collection_id);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.connection_auth_sessions
    ADD CONSTRAINT connection_auth_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.connection_auth_sessions
    ADD CONSTRAINT connection_auth_sessions_state_hash_key UNIQUE (state_hash);

ALTER TABLE ONLY public.connection_credentials
    ADD CONSTRAINT connection_credentials_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.connection_slugs
    ADD CONSTRAINT connection_slugs_pkey PRIMARY KEY (project_id, slug);

ALTER TABLE ONLY public.credit_budgets
    ADD CONSTRAINT credit_budgets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.credit_budgets
    ADD CONSTRAINT credit_budgets_target_id_period_key UNIQUE (target_id, period);

ALTER TABLE ONLY public.credit_entries
    ADD CONSTRAINT credit_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.credit_reservations
    ADD CONSTRAINT credit_reservations_pkey PRIMARY KEY (run_id);

ALTER TABLE ONLY public.credit_top_ups
    ADD CONSTRAINT credit_top_ups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.document_contents
    ADD CONSTRAINT document_contents_pkey PRIMARY KEY (document_id);

ALTER TABLE ONLY public.document_spaces
    ADD CONSTRAINT document_spaces_pkey PRIMARY KEY (document_id, space_id, edition);

ALTER TABLE ONLY public.document_version_chunks
    ADD CONSTRAINT document_version_chunks_pkey PRIMARY KEY (document_version_id, "position");

ALTER TABLE ONLY public.document_versions
    ADD CONSTRAINT document_versions_document_id_edition_key UNIQUE (document_id, edition);

ALTER TABLE ONLY public.document_versions
    ADD CONSTRAINT document_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.effects
    ADD CONSTRAINT effects_pkey PRIMARY KEY (tool_call_id);

ALTER TABLE ONLY public.embedding_backfills
    ADD CONSTRAINT embedding_backfills_pkey PRIMARY KEY (collection_id);

ALTER TABLE ONLY public.embedding_spaces
    ADD CONSTRAINT embedding_spaces_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.encryption_canary
    ADD CONSTRAINT encryption_canary_pkey PRIMARY KEY (key_id);

ALTER TABLE ONLY public.eval_cases
    ADD CONSTRAINT eval_cases_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.eval_results
    ADD CONSTRAINT eval_results_candidate_run_id_key UNIQUE (candidate_run_id);

ALTER TABLE ONLY public.eval_results
    ADD CONSTRAINT eval_results_eval_run_id_position_key UNIQUE (eval_run_id, "position");

ALTER TABLE ONLY public.eval_results
    ADD CONSTRAINT eval_results_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.eval_sets
    ADD CONSTRAINT eval_sets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.file_sweep
    ADD CONSTRAINT file_sweep_pkey PRIMARY KEY (single);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_blob_key_key UNIQUE (blob_key);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.forward_attempts
    ADD CONSTRAINT forward_attempts_pkey PRIMARY KEY (delivery_id, number);

ALTER TABLE ONLY public.forward_deliveries
    ADD CONSTRAINT forward_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller, method, path, key);

ALTER TABLE ONLY public.ingestions
    ADD CONSTRAINT ingestions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.integration_tools
    ADD CONSTRAINT integration_tools_pkey PRIMARY KEY (integration_id, tool_id);

ALTER TABLE ONLY public.integrations
    ADD CONSTRAINT integrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_code_hash_key UNIQUE (code_hash);

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.knowledge_queries
    ADD CONSTRAINT knowledge_queries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.knowledge_source_states
    ADD CONSTRAINT knowledge_source_states_pkey PRIMARY KEY (source_id);

ALTER TABLE ONLY public.knowledge_sources
    ADD CONSTRAINT knowledge_sources_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mailed_links
    ADD CONSTRAINT mailed_links_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.maintenance_jobs
    ADD CONSTRAINT maintenance_jobs_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.mcp_auth_grants
    ADD CONSTRAINT mcp_auth_grants_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mcp_listings_shown
    ADD CONSTRAINT mcp_listings_shown_pkey PRIMARY KEY (project_id, user_id, server_url);

ALTER TABLE ONLY public.mcp_server_states
    ADD CONSTRAINT mcp_server_states_pkey PRIMARY KEY (server_id);

ALTER TABLE ONLY public.mcp_servers
    ADD CONSTRAINT mcp_servers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mcp_sessions
    ADD CONSTRAINT mcp_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mcp_sessions
    ADD CONSTRAINT mcp_sessions_run_id_server_id_key UNIQUE (run_id, server_id);

ALTER TABLE ONLY public.mcp_tools
    ADD CONSTRAINT mcp_tools_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.model_exclusions
    ADD CONSTRAINT model_exclusions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.model_keys
    ADD CONSTRAINT model_keys_pkey PRIMARY KEY (variable);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_kind_channel_key_key UNIQUE (kind, channel, key);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.oauth_records
    ADD CONSTRAINT oauth_records_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.oauth_registrations
    ADD CONSTRAINT oauth_registrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.organization_accounts
    ADD CONSTRAINT organization_accounts_org_id_key UNIQUE (org_id);

ALTER TABLE ONLY public.organization_accounts
    ADD CONSTRAINT organization_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.organization_domains
    ADD CONSTRAINT organization_domains_org_id_domain_key UNIQUE (org_id, domain);

ALTER TABLE ONLY public.organization_domains
    ADD CONSTRAINT organization_domains_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.project_changes
    ADD CONSTRAINT project_changes_pkey PRIMARY KEY (project_id, xid, n);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_project_key_key UNIQUE (project_key);

ALTER TABLE ONLY public.provider_outages
    ADD CONSTRAINT provider_outages_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.rate_limits
    ADD CONSTRAINT rate_limits_pkey PRIMARY KEY (credential);

ALTER TABLE ONLY public.report_pending
    ADD CONSTRAINT report_pending_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.report_quarters
    ADD CONSTRAINT report_quarters_pkey PRIMARY KEY (scope_id, kind, start);

ALTER TABLE ONLY public.reporting_groups
    ADD CONSTRAINT reporting_groups_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.role_grants
    ADD CONSTRAINT role_grants_pkey PRIMARY KEY (subject_id, resource_id, role);

ALTER TABLE ONLY public.run_events
    ADD CONSTRAINT run_events_pkey PRIMARY KEY (run_id, seq);

ALTER TABLE ONLY public.run_responses
    ADD CONSTRAINT run_responses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.run_skills
    ADD CONSTRAINT run_skills_pkey PRIMARY KEY (run_id, skill_id);

ALTER TABLE ONLY public.run_waits
    ADD CONSTRAINT run_waits_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.server_secrets
    ADD CONSTRAINT server_secrets_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.shares
    ADD CONSTRAINT shares_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sign_in_failures
    ADD CONSTRAINT sign_in_failures_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.skill_revisions
    ADD CONSTRAINT skill_revisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.skills
    ADD CONSTRAINT skills_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.source_group_members
    ADD CONSTRAINT source_group_members_pkey PRIMARY KEY (source_id, name, email);

ALTER TABLE ONLY public.source_items
    ADD CONSTRAINT source_items_pkey PRIMARY KEY (source_id, ref);

ALTER TABLE ONLY public.source_lanes
    ADD CONSTRAINT source_lanes_pkey PRIMARY KEY (lane);

ALTER TABLE ONLY public.source_run_items
    ADD CONSTRAINT source_run_items_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.source_runs
    ADD CONSTRAINT source_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.source_sites
    ADD CONSTRAINT source_sites_pkey PRIMARY KEY (run_id, origin);

ALTER TABLE ONLY public.tagged
    ADD CONSTRAINT tagged_pkey PRIMARY KEY (entity_id, tag_id);

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.task_access_tokens
    ADD CONSTRAINT task_access_tokens_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.task_access_tokens
    ADD CONSTRAINT task_access_tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.task_access_tokens
    ADD CONSTRAINT task_access_tokens_task_id_key UNIQUE (task_id);

ALTER TABLE ONLY public.task_active_revisions
    ADD CONSTRAINT task_active_revisions_pkey PRIMARY KEY (task_id, task_revision_id);

ALTER TABLE ONLY public.task_eval_runs
    ADD CONSTRAINT task_eval_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.task_forwarder_secrets
    ADD CONSTRAINT task_forwarder_secrets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.task_forwarder_states
    ADD CONSTRAINT task_forwarder_states_pkey PRIMARY KEY (forwarder_id);

ALTER TABLE ONLY public.task_forwarders
    ADD CONSTRAINT task_forwarders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.task_revisions
    ADD CONSTRAINT task_revisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.task_run_texts
    ADD CONSTRAINT task_run_texts_pkey PRIMARY KEY (run_id, try, piece);

ALTER TABLE ONLY public.task_runs
    ADD CONSTRAINT task_runs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.task_serving
    ADD CONSTRAINT task_serving_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_calls_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.trigger_endpoints
    ADD CONSTRAINT trigger_endpoints_pkey PRIMARY KEY (trigger_id);

ALTER TABLE ONLY public.trigger_events
    ADD CONSTRAINT trigger_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.trigger_keys
    ADD CONSTRAINT trigger_keys_pkey PRIMARY KEY (trigger_id, key);

ALTER TABLE ONLY public.trigger_secrets
    ADD CONSTRAINT trigger_secrets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.trigger_states
    ADD CONSTRAINT trigger_states_pkey PRIMARY KEY (trigger_id);

ALTER TABLE ONLY public.triggers
    ADD CONSTRAINT triggers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_accounts
    ADD CONSTRAINT user_accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_accounts
    ADD CONSTRAINT user_accounts_provider_id_account_id_key UNIQUE (provider_id, account_id);

ALTER TABLE ONLY public.user_sessions
    ADD CONSTRAINT user_sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.user_sessions
    ADD CONSTRAINT user_sessions_token_key UNIQUE (token);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

CREATE INDEX agent_dependencies_project_open ON public.agent_dependencies USING btree (project_id) WHERE (status = ANY (ARRAY['pending'::text, 'needs_authorization'::text]));

CREATE INDEX agent_dependencies_target ON public.agent_dependencies USING btree (target_id) WHERE (target_id IS NOT NULL);

CREATE INDEX agent_dependencies_tool ON public.agent_dependencies USING btree (tool_id) WHERE (tool_id IS NOT NULL);

CREATE INDEX agent_eval_runs_open ON public.agent_eval_runs USING btree (id) WHERE (completed IS NULL);

CREATE INDEX agent_eval_runs_project_open ON public.agent_eval_runs USING btree (project_id) WHERE (completed IS NULL);

CREATE INDEX agent_eval_runs_resource ON public.agent_eval_runs USING btree (resource_id, id DESC);

CREATE INDEX agent_eval_runs_set ON public.agent_eval_runs USING btree (eval_set_id, id DESC) WHERE (eval_set_id IS NOT NULL);

CREATE INDEX agent_provisionings_open ON public.agent_provisionings USING btree (asked_at) WHERE (done < asked);

CREATE INDEX agent_revisions_agent ON public.agent_revisions USING btree (agent_id, id DESC);

CREATE INDEX agent_runs_agent ON public.agent_runs USING btree (agent_id, id DESC);

CREATE INDEX agent_runs_awaited_outages ON public.agent_runs USING btree (id) WHERE (awaited_outages IS NOT NULL);

CREATE INDEX agent_runs_by_visibility ON public.agent_runs USING btree (agent_id, accepted_visibility) WHERE (accepted_visibility IS NOT NULL);

CREATE INDEX agent_runs_forked_from ON public.agent_runs USING btree (forked_from_run_id, id DESC) WHERE (forked_from_run_id IS NOT NULL);

CREATE UNIQUE INDEX agent_runs_one_open ON public.agent_runs USING btree (session_id) WHERE (completed IS NULL);

CREATE INDEX agent_runs_open ON public.agent_runs USING btree (id) WHERE (completed IS NULL);

CREATE INDEX agent_runs_project ON public.agent_runs USING btree (project_id, id DESC);

CREATE INDEX agent_runs_project_open ON public.agent_runs USING btree (project_id) WHERE (completed IS NULL);

CREATE INDEX agent_runs_queued ON public.agent_runs USING btree (created) WHERE (status = 'queued'::text);

CREATE INDEX agent_runs_resume_asked ON public.agent_runs USING btree (resume_asked) WHERE (resume_asked IS NOT NULL);

CREATE INDEX agent_runs_session ON public.agent_runs USING btree (session_id, id DESC);

CREATE UNIQUE INDEX agent_runs_task_run ON public.agent_runs USING btree (task_run_id) WHERE (task_run_id IS NOT NULL);

CREATE UNIQUE INDEX agent_runs_tool_call ON public.agent_runs USING btree (tool_call_id) WHERE (tool_call_id IS NOT NULL);

CREATE INDEX agent_runs_trigger ON public.agent_runs USING btree (trigger_id, id DESC) WHERE (trigger_id IS NOT NULL);

CREATE INDEX agent_turns_session ON public.agent_turns USING btree (session_id, run_id, turn);

CREATE INDEX agents_project ON public.agents USING btree (project_id, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX api_keys_owner ON public.api_keys USING btree (project_id, user_id, id DESC);

CREATE INDEX approval_comments_request ON public.approval_comments USING btree (approval_request_id, id);

CREATE INDEX approval_requests_agent ON public.approval_requests USING btree (agent_id, id DESC);

CREATE UNIQUE INDEX approval_requests_pending ON public.approval_requests USING btree (tool_call_id) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX approval_requests_pending_budget ON public.approval_requests USING btree (run_id) WHERE ((status = 'pending'::text) AND (kind = 'budget'::text));

CREATE INDEX approval_requests_project ON public.approval_requests USING btree (project_id, id DESC);

CREATE INDEX approval_requests_project_pending ON public.approval_requests USING btree (project_id) WHERE (status = 'pending'::text);

CREATE INDEX approval_requests_run ON public.approval_requests USING btree (run_id, id);

CREATE INDEX audit_chains_organization ON public.audit_chains USING btree (org_id, id) WHERE (org_id IS NOT NULL);

CREATE INDEX audit_events_actor ON public.audit_events USING btree (org_id, actor_user_id, id) WHERE ((org_id IS NOT NULL) AND (actor_user_id IS NOT NULL));

CREATE INDEX audit_events_organization ON public.audit_events USING btree (org_id, id) WHERE (org_id IS NOT NULL);

CREATE INDEX audit_events_project ON public.audit_events USING btree (project_id, id) WHERE (project_id IS NOT NULL);

CREATE INDEX audit_events_resource ON public.audit_events USING btree (org_id, resource_id, id) WHERE ((org_id IS NOT NULL) AND (resource_id IS NOT NULL));

CREATE INDEX audit_events_type ON public.audit_events USING btree (org_id, event_type, id) WHERE (org_id IS NOT NULL);

CREATE INDEX audit_pending_chain ON public.audit_pending USING btree (chain_id, id);

CREATE INDEX awaited_changes_at ON public.awaited_changes USING btree (at);

CREATE INDEX chunk_vectors_document ON ONLY public.chunk_vectors USING btree (document_id);

CREATE INDEX chunks_disabled ON public.chunks USING btree (id) WHERE (NOT enabled);

CREATE UNIQUE INDEX chunks_position ON public.chunks USING btree (document_id, edition, "position");

CREATE INDEX chunks_words ON public.chunks USING gin (words);

CREATE INDEX collection_documents_document ON public.collection_documents USING btree (document_id);

CREATE INDEX collection_summaries_open ON public.collection_summaries USING btree (asked_at) WHERE (done < asked);

CREATE INDEX collections_project ON public.collections USING btree (project_id, id);

CREATE INDEX connection_auth_sessions_expires ON public.connection_auth_sessions USING btree (expires_at);

CREATE INDEX connection_auth_sessions_project ON public.connection_auth_sessions USING btree (project_id);

CREATE INDEX connection_credentials_project ON public.connection_credentials USING btree (project_id);

CREATE INDEX credit_budgets_project ON public.credit_budgets USING btree (project_id, id DESC);

CREATE INDEX credit_entries_cause ON public.credit_entries USING btree (cause_id);

CREATE INDEX credit_entries_org ON public.credit_entries USING btree (org_id, id DESC);

CREATE UNIQUE INDEX credit_entries_reference ON public.credit_entries USING btree (org_id, reference) WHERE (reference IS NOT NULL);

CREATE INDEX credit_reservations_cause ON public.credit_reservations USING btree (COALESCE(cause_id, run_id));

CREATE INDEX credit_reservations_org ON public.credit_reservations USING btree (org_id);

CREATE INDEX credit_top_ups_due ON public.credit_top_ups USING btree (next_attempt) WHERE ((delivered_at IS NULL) AND (granted_at IS NULL));

CREATE UNIQUE INDEX credit_top_ups_open ON public.credit_top_ups USING btree (org_id) WHERE (granted_at IS NULL);

CREATE INDEX document_contents_bytes ON public.document_contents USING btree (project_id, sha256);

CREATE INDEX document_spaces_space ON public.document_spaces USING btree (space_id);

CREATE INDEX documents_deleted ON public.documents USING btree (id) WHERE (deleted_at IS NOT NULL);

CREATE INDEX documents_group ON public.documents USING btree (group_id);

CREATE INDEX documents_metadata ON public.documents USING gin (metadata jsonb_path_ops) WHERE (deleted_at IS NULL);

CREATE INDEX documents_project ON public.documents USING btree (project_id, id) WHERE (deleted_at IS NULL);

CREATE INDEX documents_source ON public.documents USING btree (source_id) WHERE ((source_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX effects_run ON public.effects USING btree (run_id);

CREATE UNIQUE INDEX embedding_spaces_model ON public.embedding_spaces USING btree (model, dimension);

CREATE UNIQUE INDEX eval_cases_approval ON public.eval_cases USING btree (eval_set_id, approval_request_id) WHERE (approval_request_id IS NOT NULL);

CREATE UNIQUE INDEX eval_cases_run ON public.eval_cases USING btree (eval_set_id, reference_run_id) WHERE (source = 'run'::text);

CREATE INDEX eval_cases_set ON public.eval_cases USING btree (eval_set_id, id);

CREATE INDEX eval_results_open ON public.eval_results USING btree (eval_run_id, "position") WHERE (completed IS NULL);

CREATE INDEX eval_sets_resource ON public.eval_sets USING btree (resource_id, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX feedback_agent_run ON public.feedback USING btree (agent_run_id, id DESC) WHERE (agent_run_id IS NOT NULL);

CREATE UNIQUE INDEX feedback_agent_run_score ON public.feedback USING btree (agent_run_id, name, created_by_type, created_by) WHERE ((agent_run_id IS NOT NULL) AND (value IS NOT NULL));

CREATE INDEX feedback_name ON public.feedback USING btree (project_id, name, id DESC);

CREATE INDEX feedback_project ON public.feedback USING btree (project_id, id DESC);

CREATE INDEX feedback_task_run ON public.feedback USING btree (task_run_id, id DESC) WHERE (task_run_id IS NOT NULL);

CREATE UNIQUE INDEX feedback_task_run_score ON public.feedback USING btree (task_run_id, name, created_by_type, created_by) WHERE ((task_run_id IS NOT NULL) AND (value IS NOT NULL));

CREATE UNIQUE INDEX files_owner ON public.files USING btree (owner_id, name);

CREATE INDEX forward_attempts_open ON public.forward_attempts USING btree (forwarder_id, created) WHERE (outcome IS NULL);

CREATE INDEX forward_deliveries_due ON public.forward_deliveries USING btree (due_at) WHERE (status = 'pending'::text);

CREATE INDEX forward_deliveries_forwarder ON public.forward_deliveries USING btree (forwarder_id, id DESC);

CREATE INDEX forward_deliveries_pending ON public.forward_deliveries USING btree (forwarder_id, due_at) WHERE (status = 'pending'::text);

CREATE INDEX forward_deliveries_project ON public.forward_deliveries USING btree (project_id);

CREATE UNIQUE INDEX forward_deliveries_run ON public.forward_deliveries USING btree (run_id, forwarder_id);

CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created);

CREATE INDEX idempotency_keys_owner ON public.idempotency_keys USING btree (owner);

CREATE INDEX ingestions_document ON public.ingestions USING btree (document_id, id DESC);

CREATE UNIQUE INDEX ingestions_leads ON public.ingestions USING btree (leads);

CREATE UNIQUE INDEX ingestions_one_at_once ON public.ingestions USING btree (document_id) WHERE (completed IS NULL);

CREATE INDEX ingestions_open ON public.ingestions USING btree (id) WHERE (completed IS NULL);

CREATE INDEX ingestions_project_open ON public.ingestions USING btree (project_id) WHERE (completed IS NULL);

CREATE INDEX ingestions_read ON public.ingestions USING btree (completed) WHERE ((status = ANY (ARRAY['failed'::text, 'cancelled'::text])) AND (parsed IS NOT NULL) AND (chunked IS NULL));

CREATE INDEX ingestions_waits_for ON public.ingestions USING btree (waits_for) WHERE (waits_for IS NOT NULL);

CREATE INDEX integrations_account ON public.integrations USING btree (account) WHERE ((deleted_at IS NULL) AND (credential_id IS NOT NULL));

CREATE INDEX integrations_project ON public.integrations USING btree (project_id, id) WHERE (deleted_at IS NULL);

CREATE INDEX invites_address ON public.invites USING btree (email_address, org_id) WHERE (status = 'pending'::text);

CREATE INDEX invites_next_step ON public.invites USING btree (next_step_at) WHERE (status = 'pending'::text);

CREATE INDEX invites_organization ON public.invites USING btree (org_id, id DESC);

CREATE UNIQUE INDEX invites_pending ON public.invites USING btree (org_id, email_address) WHERE (status = 'pending'::text);

CREATE INDEX invites_status ON public.invites USING btree (org_id, status, id DESC);

CREATE INDEX knowledge_queries_collection ON public.knowledge_queries USING btree (collection_id);

CREATE INDEX knowledge_queries_created ON public.knowledge_queries USING btree (created);

CREATE INDEX knowledge_queries_document ON public.knowledge_queries USING btree (document_id);

CREATE INDEX knowledge_queries_project ON public.knowledge_queries USING btree (project_id);

CREATE INDEX knowledge_source_states_drops ON public.knowledge_source_states USING btree (source_id) WHERE drops_documents;

CREATE INDEX knowledge_source_states_due ON public.knowledge_source_states USING btree (next_sync) WHERE (next_sync IS NOT NULL);

CREATE INDEX knowledge_source_states_removals ON public.knowledge_source_states USING btree (source_id) WHERE applies_removals;

CREATE INDEX knowledge_sources_project ON public.knowledge_sources USING btree (project_id, id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX knowledge_sources_scrape ON public.knowledge_sources USING btree (project_id) WHERE (is_scrape AND (deleted_at IS NULL));

CREATE INDEX mailed_links_email ON public.mailed_links USING btree (email);

CREATE INDEX mailed_links_expiry ON public.mailed_links USING btree (expires_at);

CREATE INDEX mcp_auth_grants_expires ON public.mcp_auth_grants USING btree (expires_at);

CREATE INDEX mcp_servers_project ON public.mcp_servers USING btree (project_id, id) WHERE (deleted_at IS NULL);

CREATE INDEX mcp_sessions_server ON public.mcp_sessions USING btree (server_id);

CREATE INDEX mcp_sessions_used ON public.mcp_sessions USING btree (used);

CREATE UNIQUE INDEX mcp_tools_offered ON public.mcp_tools USING btree (server_id, offered_name);

CREATE INDEX mcp_tools_project ON public.mcp_tools USING btree (project_id, id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX mcp_tools_tool ON public.mcp_tools USING btree (server_id, tool_name);

CREATE UNIQUE INDEX model_exclusions_rule ON public.model_exclusions USING btree (org_id, COALESCE(project_id, org_id), rule_type, lower(value));

CREATE INDEX notifications_due ON public.notifications USING btree (due_at) WHERE (state = ANY (ARRAY['pending'::text, 'sending'::text]));

CREATE INDEX notifications_ended ON public.notifications USING btree (ended_at);

CREATE INDEX notifications_user ON public.notifications USING btree (user_id, kind, id DESC);

CREATE UNIQUE INDEX oauth_clients_external ON public.oauth_clients USING btree (project_id, external_id) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));

CREATE INDEX oauth_clients_project ON public.oauth_clients USING btree (project_id, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX oauth_records_account ON public.oauth_records USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX oauth_records_client ON public.oauth_records USING btree (client_id) WHERE (client_id IS NOT NULL);

CREATE INDEX oauth_records_expiry ON public.oauth_records USING btree (expires_at);

CREATE INDEX oauth_records_grant ON public.oauth_records USING btree (grant_key) WHERE (grant_key IS NOT NULL);

CREATE INDEX oauth_records_uid ON public.oauth_records USING btree (uid) WHERE (uid IS NOT NULL);

CREATE INDEX oauth_registrations_created ON public.oauth_registrations USING btree (created);

CREATE INDEX organization_domains_organization ON public.organization_domains USING btree (org_id, id DESC);

CREATE UNIQUE INDEX organization_domains_verified ON public.organization_domains USING btree (domain) WHERE (status = 'verified'::text);

CREATE UNIQUE INDEX organizations_name ON public.organizations USING btree (lower(name)) WHERE (deleted_at IS NULL);

CREATE INDEX project_changes_age ON public.project_changes USING btree (at);

CREATE INDEX projects_org ON public.projects USING btree (org_id, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX report_quarters_project ON public.report_quarters USING btree (project_id, kind, start);

CREATE UNIQUE INDEX report_revisions_parent ON public.report_revisions USING btree (parent_id, kind, start, revision_id, reporting_group_id) NULLS NOT DISTINCT;

CREATE UNIQUE INDEX reporting_groups_name ON public.reporting_groups USING btree (project_id, lower(name)) WHERE (deleted_at IS NULL);

CREATE INDEX reporting_groups_project ON public.reporting_groups USING btree (project_id, id DESC);

CREATE INDEX role_grants_members ON public.role_grants USING btree (resource_id, member_id DESC) INCLUDE (subject_id, subject_type, role);

CREATE UNIQUE INDEX role_grants_one_role ON public.role_grants USING btree (resource_id, subject_id) WHERE (role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text]));

CREATE INDEX role_grants_resource ON public.role_grants USING btree (resource_id, subject_type, member_id DESC) INCLUDE (subject_id, role);

CREATE INDEX run_responses_agent_run ON public.run_responses USING btree (agent_run_id) WHERE (agent_run_id IS NOT NULL);

CREATE INDEX run_responses_input ON public.run_responses USING btree (parent_id, created_by, input_digest, id DESC);

CREATE INDEX run_responses_task_run ON public.run_responses USING btree (task_run_id) WHERE (task_run_id IS NOT NULL);

CREATE INDEX run_waits_call ON public.run_waits USING btree (tool_call_id, id) WHERE (tool_call_id IS NOT NULL);

CREATE UNIQUE INDEX run_waits_one_a_call ON public.run_waits USING btree (tool_call_id) WHERE ((ended_at IS NULL) AND (tool_call_id IS NOT NULL));

CREATE UNIQUE INDEX run_waits_one_a_turn ON public.run_waits USING btree (run_id, on_id) WHERE ((ended_at IS NULL) AND (tool_call_id IS NULL));

CREATE INDEX run_waits_open ON public.run_waits USING btree (on_id) WHERE (ended_at IS NULL);

CREATE INDEX run_waits_run ON public.run_waits USING btree (run_id, id);

CREATE INDEX run_waits_unheard ON public.run_waits USING btree (ended_at) WHERE ((ended_at IS NOT NULL) AND (heard_at IS NULL));

CREATE INDEX sessions_agent ON public.sessions USING btree (agent_id, id DESC);

CREATE INDEX shares_project ON public.shares USING btree (project_id, kind, id DESC);

CREATE INDEX shares_resource ON public.shares USING btree (resource_id, id DESC);

CREATE UNIQUE INDEX shares_short_id ON public.shares USING btree (lower(short_id));

CREATE INDEX sign_in_failures_modified ON public.sign_in_failures USING btree (modified);

CREATE INDEX sign_in_links_expiry ON public.sign_in_links USING btree (expires_at);

CREATE INDEX sign_in_links_user ON public.sign_in_links USING btree (user_id);

CREATE INDEX skill_revisions_skill ON public.skill_revisions USING btree (skill_id, id);

CREATE UNIQUE INDEX skills_catalog ON public.skills USING btree (slug) WHERE ((deleted_at IS NULL) AND (catalog IS NOT NULL));

CREATE INDEX skills_project ON public.skills USING btree (project_id, id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX skills_slug ON public.skills USING btree (project_id, slug) WHERE ((deleted_at IS NULL) AND (project_id IS NOT NULL));

CREATE INDEX source_group_members_person ON public.source_group_members USING btree (project_id, email);

CREATE INDEX source_items_document ON public.source_items USING btree (document_id) WHERE (document_id IS NOT NULL);

CREATE INDEX source_items_held ON public.source_items USING btree (source_id, held_sha256) WHERE (held_sha256 IS NOT NULL);

CREATE INDEX source_items_pending ON public.source_items USING btree (source_id, depth, n) WHERE (state = 'pending'::text);

CREATE INDEX source_items_removal ON public.source_items USING btree (source_id, removal, ref) WHERE (removal IS NOT NULL);

CREATE INDEX source_items_run ON public.source_items USING btree (run_id, family);

CREATE UNIQUE INDEX source_run_items_ref ON public.source_run_items USING btree (run_id, ref);

CREATE INDEX source_run_items_run ON public.source_run_items USING btree (run_id, id DESC);

CREATE UNIQUE INDEX source_runs_one_at_once ON public.source_runs USING btree (source_id) WHERE (completed IS NULL);

CREATE INDEX source_runs_open ON public.source_runs USING btree (id) WHERE (completed IS NULL);

CREATE INDEX source_runs_project_open ON public.source_runs USING btree (project_id) WHERE (completed IS NULL);

CREATE INDEX source_runs_source ON public.source_runs USING btree (source_id, id DESC);

CREATE INDEX tagged_tag ON public.tagged USING btree (tag_id);

CREATE UNIQUE INDEX tags_name ON public.tags USING btree (project_id, kind, name);

CREATE INDEX tags_parent ON public.tags USING btree (parent_id) WHERE (parent_id IS NOT NULL);

CREATE INDEX task_eval_runs_open ON public.task_eval_runs USING btree (id) WHERE (completed IS NULL);

CREATE INDEX task_eval_runs_project_open ON public.task_eval_runs USING btree (project_id) WHERE (completed IS NULL);

CREATE INDEX task_eval_runs_resource ON public.task_eval_runs USING btree (resource_id, id DESC);

CREATE INDEX task_eval_runs_set ON public.task_eval_runs USING btree (eval_set_id, id DESC) WHERE (eval_set_id IS NOT NULL);

CREATE INDEX task_forwarder_secrets_forwarder ON public.task_forwarder_secrets USING btree (forwarder_id);

CREATE INDEX task_forwarders_project ON public.task_forwarders USING btree (project_id, id);

CREATE INDEX task_revisions_task ON public.task_revisions USING btree (task_id, id DESC);

CREATE INDEX task_runs_awaited_outages ON public.task_runs USING btree (id) WHERE (awaited_outages IS NOT NULL);

CREATE INDEX task_runs_by_visibility ON public.task_runs USING btree (task_id, accepted_visibility) WHERE (accepted_visibility IS NOT NULL);

CREATE INDEX task_runs_open ON public.task_runs USING btree (id) WHERE (completed IS NULL);

CREATE INDEX task_runs_project ON public.task_runs USING btree (project_id, id DESC);

CREATE INDEX task_runs_project_open ON public.task_runs USING btree (project_id) WHERE (completed IS NULL);

CREATE INDEX task_runs_queued ON public.task_runs USING btree (created) WHERE (status = 'queued'::text);

CREATE INDEX task_runs_reporting_group ON public.task_runs USING btree (reporting_group_id, id DESC) WHERE (reporting_group_id IS NOT NULL);

CREATE INDEX task_runs_task ON public.task_runs USING btree (task_id, id DESC);

CREATE UNIQUE INDEX task_runs_tool_call ON public.task_runs USING btree (tool_call_id) WHERE (tool_call_id IS NOT NULL);

CREATE INDEX task_runs_trigger ON public.task_runs USING btree (trigger_id, id DESC) WHERE (trigger_id IS NOT NULL);

CREATE INDEX task_serving_task ON public.task_serving USING btree (task_id, id DESC);

CREATE UNIQUE INDEX tasks_name ON public.tasks USING btree (project_id, lower(name)) WHERE (deleted_at IS NULL);

CREATE INDEX tasks_project ON public.tasks USING btree (project_id, id DESC) WHERE (deleted_at IS NULL);

CREATE INDEX tool_calls_awaited_outages ON public.tool_calls USING btree (id) WHERE (awaited_outages IS NOT NULL);

CREATE UNIQUE INDEX tool_calls_position ON public.tool_calls USING btree (run_id, turn, "position");

CREATE INDEX tool_calls_session ON public.tool_calls USING btree (session_id, run_id, turn, "position");

CREATE UNIQUE INDEX trigger_endpoints_endpoint ON public.trigger_endpoints USING btree (endpoint);

CREATE INDEX trigger_events_counted ON public.trigger_events USING btree (trigger_id, id DESC) WHERE counted;

CREATE UNIQUE INDEX trigger_events_due ON public.trigger_events USING btree (trigger_id, due) WHERE (due IS NOT NULL);

CREATE INDEX trigger_events_project ON public.trigger_events USING btree (project_id, id DESC);

CREATE INDEX trigger_events_trigger ON public.trigger_events USING btree (trigger_id, id DESC);

CREATE INDEX trigger_keys_expiry ON public.trigger_keys USING btree (expires_at);

CREATE INDEX trigger_secrets_trigger ON public.trigger_secrets USING btree (trigger_id);

CREATE INDEX trigger_states_due ON public.trigger_states USING btree (next_run) WHERE (next_run IS NOT NULL);

CREATE INDEX triggers_project ON public.triggers USING btree (project_id, id) WHERE (deleted_at IS NULL);

CREATE INDEX triggers_target ON public.triggers USING btree (target_id) WHERE (deleted_at IS NULL);

CREATE INDEX user_accounts_user ON public.user_accounts USING btree (user_id);

CREATE INDEX user_sessions_expiry ON public.user_sessions USING btree (expires_at);

CREATE INDEX user_sessions_user ON public.user_sessions USING btree (user_id);

CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));

CREATE TRIGGER agent_dependencies_added AFTER INSERT ON public.agent_dependencies FOR EACH ROW EXECUTE FUNCTION public.note_dependency_change();

CREATE TRIGGER agent_dependencies_changed AFTER UPDATE OF status ON public.agent_dependencies FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION public.note_dependency_change();

CREATE TRIGGER agent_eval_runs_added AFTER INSERT ON public.agent_eval_runs FOR EACH ROW EXECUTE FUNCTION public.note_agent_eval_run_change();

CREATE TRIGGER agent_eval_runs_changed AFTER UPDATE OF status, waiting_for ON public.agent_eval_runs FOR EACH ROW WHEN (((old.status <> new.status) OR ((old.waiting_for)::text IS DISTINCT FROM (new.waiting_for)::text))) EXECUTE FUNCTION public.note_agent_eval_run_change();

CREATE TRIGGER agent_eval_runs_visibility BEFORE INSERT ON public.agent_eval_runs FOR EACH ROW EXECUTE FUNCTION public.note_agent_eval_runs_visibility();

CREATE TRIGGER agent_runs_added AFTER INSERT ON public.agent_runs FOR EACH ROW WHEN ((new.task_run_id IS NULL)) EXECUTE FUNCTION public.note_agent_run_change();

CREATE TRIGGER agent_runs_changed AFTER UPDATE OF status, waiting_for ON public.agent_runs FOR EACH ROW WHEN (((new.task_run_id IS NULL) AND ((old.status <> new.status) OR ((old.waiting_for)::text IS DISTINCT FROM (new.waiting_for)::text)))) EXECUTE FUNCTION public.note_agent_run_change();

CREATE TRIGGER agent_runs_noted AFTER UPDATE OF completed, charged_credits, input_tokens, output_tokens, cached_input_tokens, cache_write_tokens, reasoning_tokens ON public.agent_runs FOR EACH ROW WHEN (((new.completed IS NOT NULL) AND ((old.completed IS NULL) OR ((((((old.charged_credits IS DISTINCT FROM new.charged_credits) OR (old.input_tokens IS DISTINCT FROM new.input_tokens)) OR (old.output_tokens IS DISTINCT FROM new.output_tokens)) OR (old.cached_input_tokens IS DISTINCT FROM new.cached_input_tokens)) OR (old.cache_write_tokens IS DISTINCT FROM new.cache_write_tokens)) OR (old.reasoning_tokens IS DISTINCT FROM new.reasoning_tokens))))) EXECUTE FUNCTION public.note_ended_run('agent_run');

CREATE TRIGGER agent_runs_noted_new AFTER INSERT ON public.agent_runs FOR EACH ROW WHEN ((new.completed IS NOT NULL)) EXECUTE FUNCTION public.note_ended_run('agent_run');

CREATE TRIGGER agent_runs_visibility BEFORE INSERT ON public.agent_runs FOR EACH ROW EXECUTE FUNCTION public.note_agent_runs_visibility();

CREATE TRIGGER agents_version BEFORE UPDATE ON public.agents FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER approval_requests_added AFTER INSERT ON public.approval_requests FOR EACH ROW EXECUTE FUNCTION public.note_approval_request_change();

CREATE TRIGGER approval_requests_changed AFTER UPDATE OF status, assigned_to, comment_count ON public.approval_requests FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.assigned_to IS DISTINCT FROM new.assigned_to)) OR (old.comment_count IS DISTINCT FROM new.comment_count))) EXECUTE FUNCTION public.note_approval_request_change();

CREATE TRIGGER collections_version BEFORE UPDATE ON public.collections FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER credit_entries_stay BEFORE DELETE OR UPDATE ON public.credit_entries FOR EACH ROW EXECUTE FUNCTION public.credit_entries_stay();

CREATE TRIGGER documents_version BEFORE UPDATE ON public.documents FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER eval_sets_version BEFORE UPDATE ON public.eval_sets FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER feedback_version BEFORE UPDATE ON public.feedback FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER ingestions_added AFTER INSERT ON public.ingestions FOR EACH ROW EXECUTE FUNCTION public.note_ingestion_change();

CREATE TRIGGER ingestions_changed AFTER UPDATE OF status, waiting_for ON public.ingestions FOR EACH ROW WHEN (((old.status <> new.status) OR ((old.waiting_for)::text IS DISTINCT FROM (new.waiting_for)::text))) EXECUTE FUNCTION public.note_ingestion_change();

CREATE TRIGGER integrations_version BEFORE UPDATE ON public.integrations FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER knowledge_sources_version BEFORE UPDATE ON public.knowledge_sources FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER mcp_servers_version BEFORE UPDATE ON public.mcp_servers FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER mcp_tools_version BEFORE UPDATE ON public.mcp_tools FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER oauth_clients_version BEFORE UPDATE ON public.oauth_clients FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER organizations_version BEFORE UPDATE ON public.organizations FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER partners_version BEFORE UPDATE ON public.partners FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER projects_version BEFORE UPDATE ON public.projects FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER reporting_groups_version BEFORE UPDATE ON public.reporting_groups FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER role_grants_filled BEFORE INSERT ON public.role_grants FOR EACH ROW EXECUTE FUNCTION public.fill_role_grant();

CREATE TRIGGER skills_version BEFORE UPDATE ON public.skills FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER source_runs_added AFTER INSERT ON public.source_runs FOR EACH ROW EXECUTE FUNCTION public.note_source_run_change();

CREATE TRIGGER source_runs_changed AFTER UPDATE OF status, waiting_for ON public.source_runs FOR EACH ROW WHEN (((old.status <> new.status) OR ((old.waiting_for)::text IS DISTINCT FROM (new.waiting_for)::text))) EXECUTE FUNCTION public.note_source_run_change();

CREATE TRIGGER task_eval_runs_added AFTER INSERT ON public.task_eval_runs FOR EACH ROW EXECUTE FUNCTION public.note_task_eval_run_change();

CREATE TRIGGER task_eval_runs_changed AFTER UPDATE OF status, waiting_for ON public.task_eval_runs FOR EACH ROW WHEN (((old.status <> new.status) OR ((old.waiting_for)::text IS DISTINCT FROM (new.waiting_for)::text))) EXECUTE FUNCTION public.note_task_eval_run_change();

CREATE TRIGGER task_eval_runs_visibility BEFORE INSERT ON public.task_eval_runs FOR EACH ROW EXECUTE FUNCTION public.note_task_eval_runs_visibility();

CREATE TRIGGER task_forwarders_version BEFORE UPDATE ON public.task_forwarders FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER task_runs_added AFTER INSERT ON public.task_runs FOR EACH ROW EXECUTE FUNCTION public.note_task_run_change();

CREATE TRIGGER task_runs_changed AFTER UPDATE OF status, waiting_for ON public.task_runs FOR EACH ROW WHEN (((old.status <> new.status) OR ((old.waiting_for)::text IS DISTINCT FROM (new.waiting_for)::text))) EXECUTE FUNCTION public.note_task_run_change();

CREATE TRIGGER task_runs_noted AFTER UPDATE OF completed, charged_credits, input_tokens, output_tokens, cached_input_tokens, cache_write_tokens, reasoning_tokens ON public.task_runs FOR EACH ROW WHEN (((new.completed IS NOT NULL) AND ((old.completed IS NULL) OR ((((((old.charged_credits IS DISTINCT FROM new.charged_credits) OR (old.input_tokens IS DISTINCT FROM new.input_tokens)) OR (old.output_tokens IS DISTINCT FROM new.output_tokens)) OR (old.cached_input_tokens IS DISTINCT FROM new.cached_input_tokens)) OR (old.cache_write_tokens IS DISTINCT FROM new.cache_write_tokens)) OR (old.reasoning_tokens IS DISTINCT FROM new.reasoning_tokens))))) EXECUTE FUNCTION public.note_ended_run('task_run');

CREATE TRIGGER task_runs_noted_new AFTER INSERT ON public.task_runs FOR EACH ROW WHEN ((new.completed IS NOT NULL)) EXECUTE FUNCTION public.note_ended_run('task_run');

CREATE TRIGGER task_runs_visibility BEFORE INSERT ON public.task_runs FOR EACH ROW EXECUTE FUNCTION public.note_task_runs_visibility();

CREATE TRIGGER tasks_version BEFORE UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER triggers_version BEFORE UPDATE ON public.triggers FOR EACH ROW EXECUTE FUNCTION public.raise_version();

CREATE TRIGGER users_version BEFORE UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION public.raise_version();

ALTER TABLE ONLY public.agent_dependencies
    ADD CONSTRAINT agent_dependencies_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.agent_dependencies
    ADD CONSTRAINT agent_dependencies_agent_revision_id_fkey FOREIGN KEY (agent_revision_id) REFERENCES public.agent_provisionings(agent_revision_id);

ALTER TABLE ONLY public.agent_dependencies
    ADD CONSTRAINT agent_dependencies_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.agent_dependencies
    ADD CONSTRAINT agent_dependencies_skill_id_fkey FOREIGN KEY (skill_id) REFERENCES public.skills(id);

ALTER TABLE ONLY public.agent_dependencies
    ADD CONSTRAINT agent_dependencies_skill_revision_id_fkey FOREIGN KEY (skill_revision_id) REFERENCES public.skill_revisions(id);

ALTER TABLE ONLY public.agent_eval_runs
    ADD CONSTRAINT agent_eval_runs_eval_set_id_fkey FOREIGN KEY (eval_set_id) REFERENCES public.eval_sets(id);

ALTER TABLE ONLY public.agent_eval_runs
    ADD CONSTRAINT agent_eval_runs_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.agent_eval_runs
    ADD CONSTRAINT agent_eval_runs_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.agent_eval_runs
    ADD CONSTRAINT agent_eval_runs_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.agent_provisionings
    ADD CONSTRAINT agent_provisionings_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.agent_provisionings
    ADD CONSTRAINT agent_provisionings_agent_revision_id_fkey FOREIGN KEY (agent_revision_id) REFERENCES public.agent_revisions(id);

ALTER TABLE ONLY public.agent_provisionings
    ADD CONSTRAINT agent_provisionings_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.agent_provisionings
    ADD CONSTRAINT agent_provisionings_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.agent_revisions
    ADD CONSTRAINT agent_revisions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.agent_runs
    ADD CONSTRAINT agent_runs_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.agent_runs
    ADD CONSTRAINT agent_runs_agent_revision_id_fkey FOREIGN KEY (agent_revision_id) REFERENCES public.agent_revisions(id);

ALTER TABLE ONLY public.agent_runs
    ADD CONSTRAINT agent_runs_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.agent_runs
    ADD CONSTRAINT agent_runs_task_run_id_fkey FOREIGN KEY (task_run_id) REFERENCES public.task_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.agent_turns
    ADD CONSTRAINT agent_turns_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.agent_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.approval_comments
    ADD CONSTRAINT approval_comments_approval_request_id_fkey FOREIGN KEY (approval_request_id) REFERENCES public.approval_requests(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.approval_decisions
    ADD CONSTRAINT approval_decisions_approval_request_id_fkey FOREIGN KEY (approval_request_id) REFERENCES public.approval_requests(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.approval_requests
    ADD CONSTRAINT approval_requests_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.approval_requests
    ADD CONSTRAINT approval_requests_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.agent_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.approval_requests
    ADD CONSTRAINT approval_requests_tool_call_id_fkey FOREIGN KEY (tool_call_id) REFERENCES public.tool_calls(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.approval_snoozes
    ADD CONSTRAINT approval_snoozes_approval_request_id_fkey FOREIGN KEY (approval_request_id) REFERENCES public.approval_requests(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.approval_snoozes
    ADD CONSTRAINT approval_snoozes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id);

ALTER TABLE ONLY public.chunks
    ADD CONSTRAINT chunks_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.collection_documents
    ADD CONSTRAINT collection_documents_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id);

ALTER TABLE ONLY public.collection_documents
    ADD CONSTRAINT collection_documents_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id);

ALTER TABLE ONLY public.collection_states
    ADD CONSTRAINT collection_states_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id);

ALTER TABLE ONLY public.collection_states
    ADD CONSTRAINT collection_states_next_space_id_fkey FOREIGN KEY (next_space_id) REFERENCES public.embedding_spaces(id);

ALTER TABLE ONLY public.collection_states
    ADD CONSTRAINT collection_states_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.embedding_spaces(id);

ALTER TABLE ONLY public.collection_summaries
    ADD CONSTRAINT collection_summaries_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.collections
    ADD CONSTRAINT collections_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.connection_auth_sessions
    ADD CONSTRAINT connection_auth_sessions_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.connection_auth_sessions
    ADD CONSTRAINT connection_auth_sessions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.connection_auth_sessions
    ADD CONSTRAINT connection_auth_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.connection_credentials
    ADD CONSTRAINT connection_credentials_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.connection_credentials
    ADD CONSTRAINT connection_credentials_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.connection_slugs
    ADD CONSTRAINT connection_slugs_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.credit_budgets
    ADD CONSTRAINT credit_budgets_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.credit_budgets
    ADD CONSTRAINT credit_budgets_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.credit_top_ups
    ADD CONSTRAINT credit_top_ups_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.document_contents
    ADD CONSTRAINT document_contents_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id);

ALTER TABLE ONLY public.document_contents
    ADD CONSTRAINT document_contents_ingestion FOREIGN KEY (ingestion_id) REFERENCES public.ingestions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.document_contents
    ADD CONSTRAINT document_contents_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.document_spaces
    ADD CONSTRAINT document_spaces_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id);

ALTER TABLE ONLY public.document_spaces
    ADD CONSTRAINT document_spaces_space_id_fkey FOREIGN KEY (space_id) REFERENCES public.embedding_spaces(id);

ALTER TABLE ONLY public.document_version_chunks
    ADD CONSTRAINT document_version_chunks_document_version_id_fkey FOREIGN KEY (document_version_id) REFERENCES public.document_versions(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.document_versions
    ADD CONSTRAINT document_versions_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.effects
    ADD CONSTRAINT effects_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.agent_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.effects
    ADD CONSTRAINT effects_tool_call_id_fkey FOREIGN KEY (tool_call_id) REFERENCES public.tool_calls(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.embedding_backfills
    ADD CONSTRAINT embedding_backfills_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id);

ALTER TABLE ONLY public.eval_cases
    ADD CONSTRAINT eval_cases_eval_set_id_fkey FOREIGN KEY (eval_set_id) REFERENCES public.eval_sets(id);

ALTER TABLE ONLY public.eval_sets
    ADD CONSTRAINT eval_sets_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.eval_sets
    ADD CONSTRAINT eval_sets_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_agent_run_id_fkey FOREIGN KEY (agent_run_id) REFERENCES public.agent_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_task_run_id_fkey FOREIGN KEY (task_run_id) REFERENCES public.task_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.forward_attempts
    ADD CONSTRAINT forward_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.forward_deliveries(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ingestions
    ADD CONSTRAINT ingestions_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id);

ALTER TABLE ONLY public.ingestions
    ADD CONSTRAINT ingestions_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.ingestions
    ADD CONSTRAINT ingestions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.integration_tools
    ADD CONSTRAINT integration_tools_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES public.integrations(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.integrations
    ADD CONSTRAINT integrations_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.integrations
    ADD CONSTRAINT integrations_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.knowledge_queries
    ADD CONSTRAINT knowledge_queries_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES public.collections(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.knowledge_queries
    ADD CONSTRAINT knowledge_queries_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.knowledge_source_states
    ADD CONSTRAINT knowledge_source_states_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.knowledge_sources(id);

ALTER TABLE ONLY public.knowledge_sources
    ADD CONSTRAINT knowledge_sources_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.knowledge_sources
    ADD CONSTRAINT knowledge_sources_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.mcp_auth_grants
    ADD CONSTRAINT mcp_auth_grants_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.mcp_auth_grants
    ADD CONSTRAINT mcp_auth_grants_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.mcp_auth_grants
    ADD CONSTRAINT mcp_auth_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.mcp_listings_shown
    ADD CONSTRAINT mcp_listings_shown_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.mcp_listings_shown
    ADD CONSTRAINT mcp_listings_shown_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.mcp_server_states
    ADD CONSTRAINT mcp_server_states_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.mcp_servers(id);

ALTER TABLE ONLY public.mcp_servers
    ADD CONSTRAINT mcp_servers_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.mcp_servers
    ADD CONSTRAINT mcp_servers_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.mcp_sessions
    ADD CONSTRAINT mcp_sessions_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.agent_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.mcp_sessions
    ADD CONSTRAINT mcp_sessions_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.mcp_servers(id);

ALTER TABLE ONLY public.mcp_tools
    ADD CONSTRAINT mcp_tools_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.mcp_tools
    ADD CONSTRAINT mcp_tools_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.mcp_servers(id);

ALTER TABLE ONLY public.model_exclusions
    ADD CONSTRAINT model_exclusions_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.model_exclusions
    ADD CONSTRAINT model_exclusions_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.model_keys
    ADD CONSTRAINT model_keys_set_by_fkey FOREIGN KEY (set_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.oauth_records
    ADD CONSTRAINT oauth_records_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.oauth_clients(id);

ALTER TABLE ONLY public.organization_accounts
    ADD CONSTRAINT organization_accounts_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.organization_domains
    ADD CONSTRAINT organization_domains_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.reporting_groups
    ADD CONSTRAINT reporting_groups_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.reporting_groups
    ADD CONSTRAINT reporting_groups_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.run_events
    ADD CONSTRAINT run_events_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.agent_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.run_responses
    ADD CONSTRAINT run_responses_agent_run_id_fkey FOREIGN KEY (agent_run_id) REFERENCES public.agent_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.run_responses
    ADD CONSTRAINT run_responses_task_run_id_fkey FOREIGN KEY (task_run_id) REFERENCES public.task_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.run_skills
    ADD CONSTRAINT run_skills_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.agent_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.run_skills
    ADD CONSTRAINT run_skills_skill_id_fkey FOREIGN KEY (skill_id) REFERENCES public.skills(id);

ALTER TABLE ONLY public.run_skills
    ADD CONSTRAINT run_skills_skill_revision_id_fkey FOREIGN KEY (skill_revision_id) REFERENCES public.skill_revisions(id);

ALTER TABLE ONLY public.run_waits
    ADD CONSTRAINT run_waits_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.agent_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.run_waits
    ADD CONSTRAINT run_waits_tool_call_id_fkey FOREIGN KEY (tool_call_id) REFERENCES public.tool_calls(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES public.agents(id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_agent_revision_id_fkey FOREIGN KEY (agent_revision_id) REFERENCES public.agent_revisions(id);

ALTER TABLE ONLY public.shares
    ADD CONSTRAINT shares_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.shares
    ADD CONSTRAINT shares_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.skill_revisions
    ADD CONSTRAINT skill_revisions_skill_id_fkey FOREIGN KEY (skill_id) REFERENCES public.skills(id);

ALTER TABLE ONLY public.skills
    ADD CONSTRAINT skills_active_revision FOREIGN KEY (active_revision_id) REFERENCES public.skill_revisions(id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY public.skills
    ADD CONSTRAINT skills_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.skills
    ADD CONSTRAINT skills_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.source_group_members
    ADD CONSTRAINT source_group_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.source_group_members
    ADD CONSTRAINT source_group_members_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.knowledge_sources(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.source_items
    ADD CONSTRAINT source_items_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.source_items
    ADD CONSTRAINT source_items_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.knowledge_sources(id);

ALTER TABLE ONLY public.source_run_items
    ADD CONSTRAINT source_run_items_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.source_runs(id);

ALTER TABLE ONLY public.source_runs
    ADD CONSTRAINT source_runs_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.source_runs
    ADD CONSTRAINT source_runs_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.source_runs
    ADD CONSTRAINT source_runs_source_id_fkey FOREIGN KEY (source_id) REFERENCES public.knowledge_sources(id);

ALTER TABLE ONLY public.source_sites
    ADD CONSTRAINT source_sites_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.source_runs(id);

ALTER TABLE ONLY public.tagged
    ADD CONSTRAINT tagged_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES public.tags(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.tags(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.task_access_tokens
    ADD CONSTRAINT task_access_tokens_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id);

ALTER TABLE ONLY public.task_active_revisions
    ADD CONSTRAINT task_active_revisions_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id);

ALTER TABLE ONLY public.task_active_revisions
    ADD CONSTRAINT task_active_revisions_task_revision_id_fkey FOREIGN KEY (task_revision_id) REFERENCES public.task_revisions(id);

ALTER TABLE ONLY public.task_eval_runs
    ADD CONSTRAINT task_eval_runs_eval_set_id_fkey FOREIGN KEY (eval_set_id) REFERENCES public.eval_sets(id);

ALTER TABLE ONLY public.task_eval_runs
    ADD CONSTRAINT task_eval_runs_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.task_eval_runs
    ADD CONSTRAINT task_eval_runs_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.task_eval_runs
    ADD CONSTRAINT task_eval_runs_resource_id_fkey FOREIGN KEY (resource_id) REFERENCES public.tasks(id);

ALTER TABLE ONLY public.task_forwarder_secrets
    ADD CONSTRAINT task_forwarder_secrets_forwarder_id_fkey FOREIGN KEY (forwarder_id) REFERENCES public.task_forwarders(id);

ALTER TABLE ONLY public.task_forwarder_states
    ADD CONSTRAINT task_forwarder_states_forwarder_id_fkey FOREIGN KEY (forwarder_id) REFERENCES public.task_forwarders(id);

ALTER TABLE ONLY public.task_forwarders
    ADD CONSTRAINT task_forwarders_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.task_forwarders
    ADD CONSTRAINT task_forwarders_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.task_revisions
    ADD CONSTRAINT task_revisions_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id);

ALTER TABLE ONLY public.task_run_texts
    ADD CONSTRAINT task_run_texts_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.task_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task_runs
    ADD CONSTRAINT task_runs_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id);

ALTER TABLE ONLY public.task_runs
    ADD CONSTRAINT task_runs_task_revision_id_fkey FOREIGN KEY (task_revision_id) REFERENCES public.task_revisions(id);

ALTER TABLE ONLY public.task_serving
    ADD CONSTRAINT task_serving_restores_fkey FOREIGN KEY (restores) REFERENCES public.task_serving(id);

ALTER TABLE ONLY public.task_serving
    ADD CONSTRAINT task_serving_task_id_fkey FOREIGN KEY (task_id) REFERENCES public.tasks(id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_calls_run_id_fkey FOREIGN KEY (run_id) REFERENCES public.agent_runs(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.trigger_endpoints
    ADD CONSTRAINT trigger_endpoints_trigger_id_fkey FOREIGN KEY (trigger_id) REFERENCES public.triggers(id);

ALTER TABLE ONLY public.trigger_events
    ADD CONSTRAINT trigger_events_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.trigger_events
    ADD CONSTRAINT trigger_events_trigger_id_fkey FOREIGN KEY (trigger_id) REFERENCES public.triggers(id);

ALTER TABLE ONLY public.trigger_keys
    ADD CONSTRAINT trigger_keys_trigger_id_fkey FOREIGN KEY (trigger_id) REFERENCES public.triggers(id);

ALTER TABLE ONLY public.trigger_secrets
    ADD CONSTRAINT trigger_secrets_trigger_id_fkey FOREIGN KEY (trigger_id) REFERENCES public.triggers(id);

ALTER TABLE ONLY public.trigger_states
    ADD CONSTRAINT trigger_states_trigger_id_fkey FOREIGN KEY (trigger_id) REFERENCES public.triggers(id);

ALTER TABLE ONLY public.triggers
    ADD CONSTRAINT triggers_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);

ALTER TABLE ONLY public.triggers
    ADD CONSTRAINT triggers_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.user_accounts
    ADD CONSTRAINT user_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.user_sessions
    ADD CONSTRAINT user_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
