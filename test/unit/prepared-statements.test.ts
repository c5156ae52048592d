import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Db, openDatabase } from '../../src/platform/db/client.ts';
import { findDatabaseFailure } from '../../src/platform/db/failures.ts';

let other: pg.Client;
let db: Db;

beforeAll(async () => {
  const { postgresUrl } = inject('servers');
  other = new pg.Client({ connectionString: postgresUrl });
  await other.connect();
  await other.query('create table prepared_thing (id int primary key)');
  await other.query('insert into prepared_thing values (1)');
  // One connection, so that all statements meet on it.
  db = openDatabase(postgresUrl, 1, () => undefined, { prepare: true });
});
afterAll(async () => {
  await db.destroy();
  await other.query('drop table prepared_thing');
  await other.end();
});

const things = (executor: Db, id = 1) => sql`select * from prepared_thing where id = ${id}`.execute(executor);
const often = async (work: () => Promise<unknown>) => {
  for (let count = 0; count < 10; count += 1) await work();
};
/** What the connection keeps prepared of a text. */
async function kept(part: string): Promise<number> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.filter(({ statement }) => statement.includes(part)).length;
}

describe('a statement', () => {
  it('is prepared once it was run often, and not before', async () => {
    await things(db);
    expect(await kept('prepared_thing')).toBe(0);
    await often(() => things(db));
    expect(await kept('prepared_thing')).toBe(1);
    expect((await things(db, 2)).rows).toEqual([]);
  });

  it('is not prepared where its text is made anew each time', async () => {
    let count = 0;
    await often(() => sql`select ${sql.raw(`${count++}`)} as never_again, ${1}::int as n`.execute(db));
    expect(await kept('never_again')).toBe(0);
  });

  it('within a transaction fails as something to repeat when its table was changed meanwhile, and then works', async () => {
    await often(() => things(db));
    await other.query('alter table prepared_thing add column later text');
    const failure = await db
      .transaction()
      .execute((trx) => things(trx))
      .catch((error: unknown) => error);
    expect(findDatabaseFailure(failure)).toMatchObject({ cause: 'schema_changed' });
    const again = await db.transaction().execute((trx) => things(trx));
    expect(again.rows).toEqual([{ id: 1, later: null }]);
  });
});

describe('a connection', () => {
  it.each([
    ['table is changed', async () => void (await other.query('alter table prepared_thing add column newest text'))],
    ['statements are taken away', async () => void (await sql`deallocate all`.execute(db))],
  ])('goes on when its %s', async (_what, happens) => {
    await db.destroy();
    db = openDatabase(inject('servers').postgresUrl, 1, () => undefined, { prepare: true });
    await often(() => things(db));
    expect(await kept('prepared_thing')).toBe(1);
    await happens();
    await often(async () => expect((await things(db)).rows).toMatchObject([{ id: 1 }]));
  });
});
