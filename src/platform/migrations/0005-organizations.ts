import { type Kysely, sql } from 'kysely';

/** Members of every securable resource, invites, domains, avatars, the settings of projects, and partners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
delete from role_grants weaker using role_grants stronger
where weaker.resource_id = stronger.resource_id and weaker.subject_id = stronger.subject_id
  and weaker.role in ('owner', 'editor', 'viewer')
  and array_position(array['owner', 'editor', 'viewer'], weaker.role) > array_position(array['owner', 'editor', 'viewer'], stronger.role);
alter table role_grants add column project_id uuid;
create unique index role_grants_one_role on role_grants (resource_id, subject_id) where role in ('owner', 'editor', 'viewer');
create index role_grants_members on role_grants (resource_id, subject_id) include (subject_type, role);

alter table projects add column config json not null default '{}';

create table avatars (
  token text primary key,
  owner_type text not null,
  owner_id uuid not null unique,
  hash text not null,
  media_type text not null,
  created timestamptz not null default now()
);
create index avatars_hash on avatars (hash);

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
  remind_at timestamptz,
  reminded_at timestamptz,
  expires_at timestamptz not null,
  delivery_error text,
  accepted_at timestamptz,
  accepted_by uuid
);
create unique index invites_pending on invites (org_id, email_address) where status = 'pending';
create index invites_address on invites (email_address, org_id) where status = 'pending';
create index invites_organization on invites (org_id, id desc);
create index invites_status on invites (org_id, status, id desc);

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
  check_error text,
  verified_at timestamptz,
  unique (org_id, domain)
);
create unique index organization_domains_verified on organization_domains (domain) where status = 'verified';
create index organization_domains_organization on organization_domains (org_id, id desc);

create table partners (
  id uuid primary key,
  name text not null,
  description text not null,
  avatar_url text,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
`;
