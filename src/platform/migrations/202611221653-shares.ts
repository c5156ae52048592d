import { type Kysely, sql } from 'kysely';

/** Links by which anybody may see a task or an agent. The word of a link is never given to another one, not even in another case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
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
create unique index shares_short_id on shares (lower(short_id));
create index shares_resource on shares (resource_id, id desc);
create index shares_project on shares (project_id, kind, id desc);
`;
