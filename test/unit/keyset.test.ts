import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createSignedCursors } from '../../src/platform/db/cursors.ts';
import { type Page, paginate, type Sort } from '../../src/platform/db/pagination.ts';

interface Things {
  id: string;
  made: Date;
  score: number | null;
  price: string | null;
  name: string;
}

const CURSORS = createSignedCursors([Buffer.alloc(32, 1)], 'things');
const ID = { column: 't.id', type: 'uuid', order: 'desc' } as const;
const SORTS: Record<string, Sort> = {
  'the newest': [{ column: 't.made', type: 'timestamptz', order: 'desc' }, ID],
  'the oldest, by id from below': [
    { column: 't.made', type: 'timestamptz', order: 'asc' },
    { column: 't.id', type: 'uuid', order: 'asc' },
  ],
  'the best, unrated last': [{ column: 't.score', type: 'float8', order: 'desc', nullable: true }, ID],
  'the worst, unrated last': [{ column: 't.score', type: 'float8', order: 'asc', nullable: true }, ID],
  'the cheapest of each name': [
    { column: 't.name', type: 'text', order: 'asc' },
    { column: 't.price', type: 'numeric', order: 'asc', nullable: true },
    { column: 't.score', type: 'float8', order: 'desc', nullable: true },
    ID,
  ],
};

let db: Kysely<{ things: Things }>;

beforeAll(() => {
  // One connection, so that every statement sees the temporary table.
  const pool = new pg.Pool({ connectionString: inject('servers').postgresUrl, max: 1, idleTimeoutMillis: 0 });
  db = new Kysely({ dialect: new PostgresDialect({ pool }) });
});
afterAll(() => db.destroy());

beforeEach(async () => {
  await sql`drop table if exists things`.execute(db);
  await sql`create temporary table things (id uuid primary key default gen_random_uuid(), made timestamptz not null,
    score float8, price numeric, name text not null)`.execute(db);
  await insertRows(60);
});

/** Many are equal in a column, or differ beyond the precision of a JavaScript Date or number. */
const insertRows = (count: number) =>
  sql`insert into things (made, score, price, name)
    select timestamptz '2026-01-01' + (n % 7) * interval '1 microsecond',
      (array[null, null, 0.3, 0.30000000000000004, 1e300, -1.5, 'infinity'])[1 + n % 7]::float8,
      (array[null, 9007199254740993.000000001, 9007199254740993.000000002, 1])[1 + n % 4]::numeric,
      (array['a', 'B', 'ä', ''])[1 + n % 4]
    from generate_series(1, ${count}::int) n`.execute(db);

const selectRows = () => db.selectFrom('things as t').selectAll();

async function page(sort: Sort, cursor: string | undefined, limit: number): Promise<Page<Things>> {
  return paginate(selectRows(), sort, { cursor, limit, codec: CURSORS });
}

/** Returns ids in pages of a size, and calls `between` after each. */
async function readPages(
  sort: Sort,
  limit: number,
  between: (shown: string[]) => Promise<unknown> = async () => undefined,
) {
  const shown: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { results, pagination } = await page(sort, cursor, limit);
    shown.push(...results.map(({ id }) => id));
    if (pagination.next_cursor === null) return shown;
    cursor = pagination.next_cursor;
    await between(shown);
  }
}

describe.each(Object.entries(SORTS))('a list of %s', (_name, sort) => {
  it('has each row once, in order, in pages of any size', async () => {
    const { results } = await page(sort, undefined, 100);
    const whole = results.map(({ id }) => id);
    expect(whole).toHaveLength(60);
    for (const limit of [1, 7, 20, 59, 60]) expect(await readPages(sort, limit), `pages of ${limit}`).toEqual(whole);
  });

  it('repeats no row and misses no remaining one while rows are added and removed', async () => {
    const stay = (await selectRows().execute()).slice(0, 40).map(({ id }) => id);
    const shown = await readPages(sort, 5, async (so) => {
      // The last row of a page can be deleted: its position remains valid.
      await sql`delete from things where id <> all(${stay}::uuid[]) and (id = any(${so.slice(-1)}::uuid[]) or random() < 0.3)`.execute(
        db,
      );
      if (so.length < 60) await insertRows(3);
    });
    expect(new Set(shown).size).toBe(shown.length);
    const expected = (await page(sort, undefined, 1000)).results.map(({ id }) => id).filter((id) => stay.includes(id));
    expect(shown.filter((id) => stay.includes(id))).toEqual(expected);
  });
});

it('a row of a page has the selected columns without those of the sort order', async () => {
  const { results } = await page(SORTS['the newest'] ?? [], undefined, 1);
  expect(Object.keys(results[0] ?? {}).toSorted()).toEqual(['id', 'made', 'name', 'price', 'score']);
});

it('a cursor that the list did not return is rejected', async () => {
  await expect(page([ID], 'x', 1)).rejects.toMatchObject({ status: 400, reason: 'MALFORMED_CURSOR' });
});
