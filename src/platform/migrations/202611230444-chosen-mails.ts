import { type Kysely, sql } from 'kysely';

/** Which mails a person does not want, and when they were last told of approvals that wait for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(STATEMENTS).execute(db);
}

const STATEMENTS = `
alter table users add column muted_mails text[] not null default '{}';

create table approval_mails (
  user_id uuid primary key references users (id) on delete cascade,
  told_until timestamptz not null,
  sent_at timestamptz not null
);
`;
