import { type Kysely, sql } from 'kysely';

/** Integrations of projects, and the tools of those that were read from a document. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
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
create trigger integrations_version before update on integrations for each row execute function raise_version();
create index integrations_project on integrations (project_id, id) where deleted_at is null;
create index integrations_account on integrations (account) where deleted_at is null and credential_id is not null;

create table integration_tools (
  integration_id uuid not null references integrations (id) on delete cascade,
  position integer not null,
  tool_id text not null,
  name text not null,
  declared json not null,
  primary key (integration_id, tool_id)
);
`;
