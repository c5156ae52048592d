import { type Kysely, sql } from 'kysely';

/** Queries that a model answers, until they are deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table knowledge_queries (
    id uuid primary key,
    org_id uuid not null,
    project_id uuid not null,
    collection_id uuid references collections (id) on delete cascade,
    document_id uuid references documents (id) on delete cascade,
    status text not null default 'running',
    request jsonb not null,
    answer jsonb,
    error jsonb,
    created_by_type text not null,
    created_by uuid not null,
    created timestamptz not null default now(),
    completed timestamptz,
    check (num_nonnulls(collection_id, document_id) = 1))`.execute(db);
  await sql`create index knowledge_queries_created on knowledge_queries (created)`.execute(db);
  await sql`create index knowledge_queries_project on knowledge_queries (project_id)`.execute(db);
  await sql`create index knowledge_queries_collection on knowledge_queries (collection_id)`.execute(db);
  await sql`create index knowledge_queries_document on knowledge_queries (document_id)`.execute(db);
}
