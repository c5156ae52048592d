import { type Kysely, sql } from 'kysely';

/**
 * What an ingestion needs to go on where it stopped, and editions of a document's chunks: those of bytes that replace
 * others are made beside the ones that serve.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table ingestions
  add column edition integer not null default 1,
  add column parsed json,
  add column chunked integer,
  add column failures integer not null default 0,
  add column paused_at timestamptz,
  add column leads text,
  add column waits_for uuid;
create unique index ingestions_leads on ingestions (leads);
create index ingestions_waits_for on ingestions (waits_for) where waits_for is not null;

alter table document_contents
  add column edition integer not null default 1,
  add column read_as text not null default '';

alter table chunks add column edition integer not null default 1;
drop index chunks_position;
create unique index chunks_position on chunks (document_id, edition, position);
`;
