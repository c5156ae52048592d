import { type Kysely, sql } from 'kysely';

/** Signing in, and the OAuth server. The release before reads none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table users add column email_verified boolean not null default false;
alter table users add column subscribed_to_newsletter boolean not null default false;
-- Whoever is here already was made by the installation's operator.
update users set email_verified = true;

create table user_accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
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
create index user_sessions_user on user_sessions (user_id);
create index user_sessions_expiry on user_sessions (expires_at);

create table user_verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create index user_verifications_identifier on user_verifications (identifier);
create index user_verifications_expiry on user_verifications (expires_at);

create table sign_in_failures (
  key bytea primary key,
  failures integer not null,
  blocked_until timestamptz not null,
  modified timestamptz not null default now()
);
create index sign_in_failures_modified on sign_in_failures (modified);

create table server_secrets (
  name text primary key,
  sealed text not null,
  created timestamptz not null default now()
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
  deleted_at timestamptz
);
create index oauth_clients_project on oauth_clients (project_id, id desc) where deleted_at is null;

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
create index oauth_records_grant on oauth_records (grant_key) where grant_key is not null;
create index oauth_records_client on oauth_records (client_id) where client_id is not null;
create index oauth_records_uid on oauth_records (uid) where uid is not null;
create index oauth_records_expiry on oauth_records (expires_at);
`;
