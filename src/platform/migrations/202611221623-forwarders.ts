import { type Kysely, sql } from 'kysely';

/** Where ends of task runs are forwarded to, and what became of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
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
create trigger task_forwarders_version before update on task_forwarders for each row execute function raise_version();
create index task_forwarders_project on task_forwarders (project_id, id);

create table task_forwarder_states (
  forwarder_id uuid primary key references task_forwarders (id),
  status text not null default 'active',
  reason text,
  paused_at timestamptz,
  untold boolean not null default false,
  failing_since timestamptz,
  last_delivered timestamptz
);
create index task_forwarder_states_untold on task_forwarder_states (forwarder_id) where untold;

create table task_forwarder_secrets (
  id uuid primary key,
  forwarder_id uuid not null references task_forwarders (id),
  sealed text not null,
  created timestamptz not null default now(),
  expires_at timestamptz
);
create index task_forwarder_secrets_forwarder on task_forwarder_secrets (forwarder_id);

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
  reason text,
  created timestamptz not null default now(),
  delivered timestamptz
);
create unique index forward_deliveries_run on forward_deliveries (run_id, forwarder_id);
create index forward_deliveries_forwarder on forward_deliveries (forwarder_id, id desc);
create index forward_deliveries_pending on forward_deliveries (forwarder_id, due_at) where status = 'pending';
create index forward_deliveries_due on forward_deliveries (due_at) where status = 'pending';
create index forward_deliveries_project on forward_deliveries (project_id);

create table forward_attempts (
  delivery_id uuid not null references forward_deliveries (id) on delete cascade,
  number integer not null,
  forwarder_id uuid not null,
  outcome text,
  status_code integer,
  reason text,
  excerpt text,
  duration_ms integer,
  created timestamptz not null default now(),
  primary key (delivery_id, number)
);
create index forward_attempts_open on forward_attempts (forwarder_id, created) where outcome is null;
`;
