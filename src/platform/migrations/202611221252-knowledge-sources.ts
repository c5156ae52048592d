import { type Kysely, sql } from 'kysely';

/**
 * Sources of documents and the runs that sync them. What is known of each thing at a source outlives its runs, which each keep
 * what became of what changed in them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table knowledge_sources (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  kind text not null,
  name text not null,
  config json not null,
  credential_id uuid,
  collection_ids uuid[] not null default '{}',
  strategy text not null,
  schedule text,
  paused boolean not null default false,
  is_scrape boolean not null default false,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create trigger knowledge_sources_version before update on knowledge_sources for each row execute function raise_version();
create index knowledge_sources_project on knowledge_sources (project_id, id) where deleted_at is null;
create unique index knowledge_sources_scrape on knowledge_sources (project_id) where is_scrape and deleted_at is null;

create table knowledge_source_states (
  source_id uuid primary key references knowledge_sources (id),
  next_sync timestamptz,
  drops_documents boolean not null default false
);
create index knowledge_source_states_due on knowledge_source_states (next_sync) where next_sync is not null;
create index knowledge_source_states_drops on knowledge_source_states (source_id) where drops_documents;

create table source_runs (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  source_id uuid not null references knowledge_sources (id),
  status text not null,
  plan json not null,
  listed boolean not null default false,
  list_position text,
  notes json not null default '[]',
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  unchanged integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  waiting_for json,
  is_error boolean not null default false,
  error json,
  trigger_type text not null,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  charged_credits numeric not null default 0,
  usage_estimated boolean not null default false,
  restarts integer not null default 0,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  started timestamptz,
  completed timestamptz
);
create index source_runs_source on source_runs (source_id, id desc);
create unique index source_runs_one_at_once on source_runs (source_id) where completed is null;
create index source_runs_open on source_runs (id) where completed is null;
create index source_runs_project_open on source_runs (project_id) where completed is null;

create function note_source_run_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, 'source_run', new.id, new.source_id, null, new.status, new.waiting_for);
  return null;
end $$;
create trigger source_runs_added after insert on source_runs for each row execute function note_source_run_change();
create trigger source_runs_changed after update of status, waiting_for on source_runs for each row
  when (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text) execute function note_source_run_change();

create table source_items (
  source_id uuid not null references knowledge_sources (id),
  ref text not null,
  n bigint not null generated always as identity,
  project_id uuid not null references projects (id),
  document_id uuid,
  etag text,
  last_modified text,
  sha256 bytea,
  run_id uuid not null,
  state text not null,
  depth integer not null default 0,
  hops integer not null default 0,
  lane text,
  family text,
  is_map boolean not null default false,
  leads_to text,
  listed_etag text,
  attempts integer not null default 0,
  not_before timestamptz,
  primary key (source_id, ref)
);
create index source_items_pending on source_items (source_id, depth, n) where state = 'pending';
create index source_items_run on source_items (run_id, family);
create index source_items_document on source_items (document_id) where document_id is not null;

create table source_run_items (
  id uuid primary key,
  run_id uuid not null references source_runs (id),
  ref text not null,
  outcome text not null,
  document_id uuid,
  problem json
);
create unique index source_run_items_ref on source_run_items (run_id, ref);
create index source_run_items_run on source_run_items (run_id, id desc);

create table source_sites (
  run_id uuid not null references source_runs (id),
  origin text not null,
  rules json not null,
  primary key (run_id, origin)
);

create table source_lanes (
  lane text primary key,
  free_at timestamptz not null
);
`;
