import { type Kysely, sql } from 'kysely';

/** Skills of projects and of the catalogue, with their revisions. Files that are no text are files of a revision. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table skills (
  id uuid primary key,
  org_id uuid references organizations (id),
  project_id uuid references projects (id),
  catalogue text,
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
  constraint skills_place check ((org_id is null) = (project_id is null) and (project_id is null) <> (catalogue is null))
);
create trigger skills_version before update on skills for each row execute function raise_version();
create unique index skills_slug on skills (project_id, slug) where deleted_at is null and project_id is not null;
create unique index skills_catalogue on skills (slug) where deleted_at is null and catalogue is not null;
create index skills_project on skills (project_id, id) where deleted_at is null;

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
alter table skills add constraint skills_active_revision foreign key (active_revision_id) references skill_revisions (id) deferrable initially deferred;
`;
