import { type Kysely, sql } from 'kysely';

/** The log that a project's followers read, and what rate limits share between API processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

/**
 * Triggers write the log, so that no statement which changes a state can forget it; those that only write events or
 * usage do not fire them. Counts read the partial indexes, which hold unfinished rows alone.
 */
const STATEMENTS = `
create table project_changes (
  project_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  n bigint generated always as identity,
  kind text not null,
  subject_id uuid not null,
  parent_id uuid,
  run_id uuid,
  status text not null,
  waiting_for json,
  at timestamptz not null default now(),
  primary key (project_id, xid, n)
);
create index project_changes_age on project_changes (at);

create function note_agent_run_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, status, waiting_for)
  values (new.project_id, 'agent_run', new.id, new.agent_id, new.status, new.waiting_for);
  return null;
end $$;
create trigger agent_runs_added after insert on agent_runs
  for each row execute function note_agent_run_change();
create trigger agent_runs_changed after update of status, waiting_for on agent_runs for each row
  when (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text)
  execute function note_agent_run_change();

create function note_task_run_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, status, waiting_for)
  values (new.project_id, 'task_run', new.id, new.task_id, new.status, new.waiting_for);
  return null;
end $$;
create trigger task_runs_added after insert on task_runs
  for each row execute function note_task_run_change();
create trigger task_runs_changed after update of status, waiting_for on task_runs for each row
  when (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text)
  execute function note_task_run_change();

create function note_approval_request_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status)
  values (new.project_id, 'approval_request', new.id, new.agent_id, new.run_id, new.status);
  return null;
end $$;
create trigger approval_requests_added after insert on approval_requests
  for each row execute function note_approval_request_change();
create trigger approval_requests_changed after update of status on approval_requests for each row
  when (old.status <> new.status) execute function note_approval_request_change();

create index agent_runs_project_open on agent_runs (project_id) where completed is null;
create index task_runs_project_open on task_runs (project_id) where completed is null;
create index approval_requests_project_pending on approval_requests (project_id) where status = 'pending';

create unlogged table rate_limits (
  credential text primary key,
  full_at timestamptz not null
);
`;
