import { type Kysely, sql } from 'kysely';

/**
 * Bytes of files move to the blob store. What is stored stays where it is until it is moved by a command, and the release
 * before goes on storing bytes in their row, which this one reads.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table files
  alter column content drop not null,
  alter column org_id drop not null,
  alter column project_id drop not null,
  add column blob_key text collate "C" unique,
  add constraint files_bytes check ((content is null) <> (blob_key is null));
create index files_with_content on files (id) where content is not null;

create table file_sweep (
  single boolean primary key default true check (single),
  after_key text not null default '',
  due timestamptz not null default now()
);
insert into file_sweep default values;
`;
