import { type Kysely, sql } from 'kysely';

/**
 * What starts runs without a person: triggers as people edit them, what stands with each besides, and the event of every
 * time that one was to start something. A key of a delivery and a time of a schedule each count once for their trigger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
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
create trigger triggers_version before update on triggers for each row execute function raise_version();
create index triggers_project on triggers (project_id, id) where deleted_at is null;
create index triggers_target on triggers (target_id) where deleted_at is null;

create table trigger_states (
  trigger_id uuid primary key references triggers (id),
  next_run timestamptz,
  counted_since timestamptz not null default now()
);
create index trigger_states_due on trigger_states (next_run) where next_run is not null;

create table trigger_endpoints (
  trigger_id uuid primary key references triggers (id),
  endpoint text not null
);
create unique index trigger_endpoints_endpoint on trigger_endpoints (endpoint);

create table trigger_secrets (
  id uuid primary key,
  trigger_id uuid not null references triggers (id),
  sealed text not null,
  created timestamptz not null default now(),
  expires_at timestamptz
);
create index trigger_secrets_trigger on trigger_secrets (trigger_id);

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
create index trigger_events_trigger on trigger_events (trigger_id, id desc);
create index trigger_events_counted on trigger_events (trigger_id, id desc) where counted;
create index trigger_events_project on trigger_events (project_id, id desc);
create unique index trigger_events_due on trigger_events (trigger_id, due) where due is not null;

create table trigger_keys (
  trigger_id uuid not null references triggers (id),
  key text not null,
  event_id uuid not null,
  expires_at timestamptz not null,
  primary key (trigger_id, key)
);
create index trigger_keys_expiry on trigger_keys (expires_at);

alter table task_runs add column trigger_id uuid;
create index task_runs_trigger on task_runs (trigger_id, id desc) where trigger_id is not null;
alter table agent_runs add column trigger_id uuid;
create index agent_runs_trigger on agent_runs (trigger_id, id desc) where trigger_id is not null;
`;
