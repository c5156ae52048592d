import { type Kysely, sql } from 'kysely';

/** Which documents have their vectors in which space, and how the filling of a collection's space stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
create table document_spaces (
  document_id uuid not null references documents (id),
  space_id uuid not null references embedding_spaces (id),
  edition integer not null,
  filled boolean not null,
  modified timestamptz not null default now(),
  primary key (document_id, space_id, edition)
);
create index document_spaces_space on document_spaces (space_id);

create table collection_fillings (
  collection_id uuid primary key references collections (id),
  error json,
  failed_at timestamptz,
  input_tokens bigint not null default 0,
  charged_credits numeric not null default 0
);
`;
