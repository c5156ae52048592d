import { type Kysely, sql } from 'kysely';

/** Rules of organizations and projects that keep models from being asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table model_exclusions (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid references projects (id),
  rule_type text not null check (rule_type in ('model_id', 'provider', 'vendor')),
  value text not null,
  reason text,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create unique index model_exclusions_rule on model_exclusions (org_id, coalesce(project_id, org_id), rule_type, lower(value));
`;
