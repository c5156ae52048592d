import { type Kysely, sql } from 'kysely';

/**
 * Knowledge: collections, documents, what became of their bytes, and the vectors of their passages. What people edit stands
 * apart from what processing finds out, so that it raises no version under their hands.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table embedding_spaces (
  id uuid primary key,
  model text not null,
  dimension integer not null,
  created timestamptz not null default now()
);
create unique index embedding_spaces_model on embedding_spaces (model, dimension);

create table collections (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  title text not null,
  created_by uuid,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  version integer not null default 1
);
create trigger collections_version before update on collections for each row execute function raise_version();
create index collections_project on collections (project_id, id);

create table collection_states (
  collection_id uuid primary key references collections (id),
  space_id uuid not null references embedding_spaces (id),
  next_space_id uuid references embedding_spaces (id),
  summary text
);

create table documents (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  title text not null,
  description text not null default '',
  source text not null,
  source_id uuid,
  source_ref text,
  strategy text not null,
  group_id uuid not null,
  created_by_type text not null,
  created_by uuid not null,
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create trigger documents_version before update on documents for each row execute function raise_version();
create index documents_project on documents (project_id, id) where deleted_at is null;
create index documents_group on documents (group_id);
create index documents_source on documents (source_id) where source_id is not null and deleted_at is null;

create table document_contents (
  document_id uuid primary key references documents (id),
  project_id uuid not null references projects (id),
  ingestion_id uuid not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  parser text,
  language text,
  page_count integer,
  chunk_count integer not null default 0,
  warnings json not null default '[]',
  ready_at timestamptz
);
create index document_contents_bytes on document_contents (project_id, sha256);

create table collection_documents (
  collection_id uuid not null references collections (id),
  document_id uuid not null references documents (id),
  added timestamptz not null default now(),
  primary key (collection_id, document_id)
);
create index collection_documents_document on collection_documents (document_id);

create table ingestions (
  id uuid primary key,
  org_id uuid not null references organizations (id),
  project_id uuid not null references projects (id),
  document_id uuid not null references documents (id),
  status text not null,
  stage text,
  progress json,
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
alter table document_contents add constraint document_contents_ingestion foreign key (ingestion_id) references ingestions (id) deferrable initially deferred;
create index ingestions_document on ingestions (document_id, id desc);
create unique index ingestions_one_at_once on ingestions (document_id) where completed is null;
create index ingestions_open on ingestions (id) where completed is null;
create index ingestions_project_open on ingestions (project_id) where completed is null;

create function note_ingestion_change() returns trigger language plpgsql as $$
begin
  insert into project_changes (project_id, kind, subject_id, parent_id, run_id, status, waiting_for)
  values (new.project_id, 'document', new.document_id, new.document_id, new.id, new.status, new.waiting_for);
  return null;
end $$;
create trigger ingestions_added after insert on ingestions for each row execute function note_ingestion_change();
create trigger ingestions_changed after update of status, waiting_for on ingestions for each row
  when (old.status <> new.status or old.waiting_for::text is distinct from new.waiting_for::text) execute function note_ingestion_change();

create table chunks (
  id uuid primary key,
  project_id uuid not null references projects (id),
  document_id uuid not null references documents (id),
  position integer not null,
  text text not null,
  page integer,
  heading_path text[] not null default '{}',
  token_count integer not null,
  words tsvector not null
);
create unique index chunks_position on chunks (document_id, position);
create index chunks_words on chunks using gin (words);

create table chunk_vectors (
  space_id uuid not null,
  chunk_id uuid not null,
  document_id uuid not null,
  project_id uuid not null,
  embedding halfvec not null,
  primary key (space_id, chunk_id)
) partition by list (space_id);
create index chunk_vectors_document on chunk_vectors (document_id);
`;
