import { type Kysely, sql } from 'kysely';

/** A number for each record that people edit, which every change of its row raises, by whatever release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function raise_version() returns trigger language plpgsql as $$
    begin new.version = old.version + 1; return new; end $$`.execute(db);
  for (const table of ['users', 'organizations', 'partners', 'projects', 'oauth_clients', 'tasks', 'agents']) {
    await sql`alter table ${sql.table(table)} add column version integer not null default 1`.execute(db);
    await sql`create trigger ${sql.ref(`${table}_version`)} before update on ${sql.table(table)}
      for each row execute function raise_version()`.execute(db);
  }
}
