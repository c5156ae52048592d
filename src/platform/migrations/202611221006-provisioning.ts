import { type Kysely, sql } from 'kysely';

/** What the skills of agents' revisions need, and how it stands; followers of a project hear of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table agent_provisionings (
  agent_revision_id uuid primary key references agent_revisions (id),
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  agent_id uuid not null references agents (id),
  asked integer not null default 1,
  asked_at timestamptz not null default now(),
  done integer not null default 0,
  asked_by_type text not null,
  asked_by uuid not null,
  scopes text[]
);
create index agent_provisionings_open on agent_provisionings (asked_at) where done < asked;

create table agent_dependencies (
  id uuid primary key,
  agent_revision_id uuid not null references agent_provisionings (agent_revision_id),
  project_id uuid not null references projects (id),
  agent_id uuid not null references agents (id),
  skill_id uuid not null references skills (id),
  skill_revision_id uuid not null references skill_revisions (id),
  position integer not null,
  dependency json not null,
  status text not null default 'pending',
  target_type text,
  target_id uuid,
  tool_id uuid,
  next_step text,
  checked timestamptz,
  unique (agent_revision_id, skill_revision_id, position)
);
create index agent_dependencies_target on agent_dependencies (target_id) where target_id is not null;
create index agent_dependencies_tool on agent_dependencies (tool_id) where tool_id is not null;
create index agent_dependencies_project_open on agent_dependencies (project_id) where status in ('pending', 'needs_authorization');

create function note_dependency_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status)
  values (new.project_id, 'provisioning', new.id, new.agent_id, new.agent_revision_id, new.status);
  return null;
end $$;
create trigger agent_dependencies_added after insert on agent_dependencies
  for each row execute function note_dependency_change();
create trigger agent_dependencies_changed after update of status on agent_dependencies for each row
  when (old.status <> new.status) execute function note_dependency_change();
`;
