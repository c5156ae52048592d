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
  // One connection, so that it executes all statements.
  db = openDatabase(postgresUrl, 1, () => undefined, { prepare: true });
});
afterAll(async () => {
  await db.destroy();
  await other.query('drop table prepared_thing');
  await other.end();
});

const selectThings = (executor: Db, id = 1) => sql`select * from prepared_thing where id = ${id}`.execute(executor);
const repeatOften = async (work: () => Promise<unknown>) => {
  for (let count = 0; count < 10; count += 1) await work();
};
/** Returns the prepared statements of a text on the connection. */
async function countPrepared(part: string): Promise<number> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.filter(({ statement }) => statement.includes(part)).length;
}

describe('a statement', () => {
  it('is prepared once it was run often, and not before', async () => {
    await selectThings(db);
    expect(await countPrepared('prepared_thing')).toBe(0);
    await repeatOften(() => selectThings(db));
    expect(await countPrepared('prepared_thing')).toBe(1);
    expect((await selectThings(db, 2)).rows).toEqual([]);
  });

  it('is not prepared if its text differs each time', async () => {
    let count = 0;
    await repeatOften(() => sql`select ${sql.raw(`${count++}`)} as never_again, ${1}::int as n`.execute(db));
    expect(await countPrepared('never_again')).toBe(0);
  });

  it('in a transaction fails as retryable when its table was changed, and then works', async () => {
    await repeatOften(() => selectThings(db));
    await other.query('alter table prepared_thing add column later text');
    const failure = await db
      .transaction()
      .execute((trx) => selectThings(trx))
      .catch((error: unknown) => error);
    expect(findDatabaseFailure(failure)).toMatchObject({ cause: 'schema_changed' });
    const again = await db.transaction().execute((trx) => selectThings(trx));
    expect(again.rows).toEqual([{ id: 1, later: null }]);
  });
});

describe('a connection', () => {
  it.each([
    ['table is changed', async () => void (await other.query('alter table prepared_thing add column newest text'))],
    ['statements are deallocated', async () => void (await sql`deallocate all`.execute(db))],
  ])('recovers when its %s', async (_what, happens) => {
    await db.destroy();
    db = openDatabase(inject('servers').postgresUrl, 1, () => undefined, { prepare: true });
    await repeatOften(() => selectThings(db));
    expect(await countPrepared('prepared_thing')).toBe(1);
    await happens();
    await repeatOften(async () => expect((await selectThings(db)).rows).toMatchObject([{ id: 1 }]));
  });
});
