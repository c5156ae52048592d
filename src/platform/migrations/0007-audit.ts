import { type Kysely, sql } from 'kysely';

/** The audit trail: events, and the head of each chain that they stand in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

/** No foreign keys: the record outlives what it tells of. Every list is read along one of the indexes, newest first. */
const STATEMENTS = `
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
create index audit_events_project on audit_events (project_id, id) where project_id is not null;
create index audit_events_organization on audit_events (org_id, id) where org_id is not null;
create index audit_events_type on audit_events (org_id, event_type, id) where org_id is not null;
create index audit_events_actor on audit_events (org_id, actor_user_id, id) where org_id is not null and actor_user_id is not null;
create index audit_events_resource on audit_events (org_id, resource_id, id) where org_id is not null and resource_id is not null;
`;
