import { type Kysely, sql } from 'kysely';

/** Summaries of collections that were asked for, and what came of the newest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table collection_summaries (
  collection_id uuid primary key references collections (id),
  asked integer not null,
  asked_at timestamptz not null default now(),
  done integer not null default 0,
  error json
);
create index collection_summaries_open on collection_summaries (asked_at) where done < asked;
`;
