import { type Kysely, sql } from 'kysely';

/** Groups that task runs are told apart by. Runs of a deleted group keep it, so that it stays as a row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table reporting_groups (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  name text not null,
  description text not null default '',
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index reporting_groups_name on reporting_groups (project_id, lower(name)) where deleted_at is null;
create index reporting_groups_project on reporting_groups (project_id, id desc);
create trigger reporting_groups_version before update on reporting_groups for each row execute function raise_version();
alter table task_runs add column reporting_group_id uuid;
create index task_runs_reporting_group on task_runs (reporting_group_id, id desc) where reporting_group_id is not null;
`;
