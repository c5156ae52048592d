import { type Kysely, sql } from 'kysely';

/** Secrets of connections, consents under way, and what runs wait for that is no decision. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
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
create index connection_auth_sessions_project on connection_auth_sessions (project_id);
create index connection_auth_sessions_expires on connection_auth_sessions (expires_at);

create table run_waits (
  id uuid primary key,
  run_id uuid not null references agent_runs (id) on delete cascade,
  tool_call_id uuid references tool_calls (id) on delete cascade,
  kind text not null,
  on_id uuid not null,
  detail text not null,
  gone text,
  created timestamptz not null default now(),
  ended_at timestamptz,
  heard_at timestamptz
);
create index run_waits_run on run_waits (run_id, id);
create index run_waits_call on run_waits (tool_call_id, id) where tool_call_id is not null;
create unique index run_waits_one_a_call on run_waits (tool_call_id) where ended_at is null and tool_call_id is not null;
create unique index run_waits_one_a_turn on run_waits (run_id, on_id) where ended_at is null and tool_call_id is null;
create index run_waits_open on run_waits (on_id) where ended_at is null;
create index run_waits_unheard on run_waits (ended_at) where ended_at is not null and heard_at is null;

create table awaited_changes (
  on_id uuid primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);
create index awaited_changes_at on awaited_changes (at);
`;
