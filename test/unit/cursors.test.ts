import { randomBytes } from 'node:crypto';
import Type, { type TObject } from 'typebox';
import { describe, expect, it } from 'vitest';
import {
  createCursors,
  getPageRequest,
  LIMIT_QUERY,
  PAGE_QUERY,
  SHORT_PAGE_QUERY,
} from '../../api/plugins/pagination.ts';
import { createSignedCursors, ID_CURSORS } from '../../src/platform/db/cursors.ts';
import { type Sort, sortByNewest } from '../../src/platform/db/pagination.ts';
import { KeyRing } from '../../src/platform/keyring.ts';

const ID = '019a5b7e-0000-7000-8000-000000000001';
const NEWEST = sortByNewest('id');
const KEYS = [randomBytes(32), randomBytes(32)];
const BY_NAME: Sort = [{ column: 'name', type: 'text', order: 'asc', nullable: true }, ...NEWEST];

describe('a signed cursor', () => {
  const cursors = createSignedCursors(KEYS, ['things', 1]);
  const cursor = cursors.encode(NEWEST, [ID]);

  it('is read as the position that was written, of several columns too, whatever stands in them', () => {
    for (const name of [null, '', '"],[', 'ß ∑ 🜁', '9007199254740993.000001'])
      expect(cursors.decode(BY_NAME, cursors.encode(BY_NAME, [name, ID]))).toEqual([name, ID]);
  });

  it('goes into a query as it is', () => {
    expect(cursor).toMatch(/^[\w-]+$/);
  });

  it('is refused where any of its characters was changed, or some are missing, added or spelt otherwise', () => {
    const at = [...cursor].map(
      (character, place) => cursor.slice(0, place) + (character === 'A' ? 'B' : 'A') + cursor.slice(place + 1),
    );
    const others = [
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}A`,
      `${cursor}=`,
      `${cursor}!`,
      ` ${cursor}`,
      'x',
      ID,
      '',
    ];
    for (const changed of [...at, ...others]) expect(cursors.decode(NEWEST, changed), changed).toBeUndefined();
  });

  it('is refused by another list, in another order, and under another key', () => {
    expect(createSignedCursors(KEYS, ['things', 2]).decode(NEWEST, cursor)).toBeUndefined();
    expect(cursors.decode([{ column: 'id', type: 'uuid', order: 'asc' }], cursor)).toBeUndefined();
    expect(createSignedCursors([randomBytes(32)], ['things', 1]).decode(NEWEST, cursor)).toBeUndefined();
  });

  it('is good while its key is in the ring, first or not', () => {
    const key = () => randomBytes(32).toString('base64');
    const [old, next] = [`old:${key()}`, `next:${key()}`];
    const of = (ring: string) => createSignedCursors(new KeyRing(ring).deriveKeys('cursors'), 'things');
    const given = of(old).encode(NEWEST, [ID]);
    for (const ring of [old, `${old},${next}`, `${next},${old}`]) expect(of(ring).decode(NEWEST, given)).toEqual([ID]);
    expect(of(next).decode(NEWEST, given)).toBeUndefined();
  });

  it('is signed with a key that is not the one that secrets are sealed with', () => {
    const bytes = randomBytes(32);
    const ring = new KeyRing(`only:${bytes.toString('base64')}`);
    expect(ring.deriveKeys('cursors')).toEqual(new KeyRing(`other:${bytes.toString('base64')}`).deriveKeys('cursors'));
    expect(ring.deriveKeys('cursors')).not.toContainEqual(bytes);
    expect(ring.deriveKeys('cursors')).not.toEqual(ring.deriveKeys('something else'));
  });
});

describe('a page that is asked for', () => {
  const list = (query: TObject) => ({ id: 'things', request: { query, body: null, parents: {}, idempotent: false } });
  const LIST = list(Type.Object({ ...PAGE_QUERY, colour: Type.Optional(Type.String()) }));
  const asked = (query: object, params: object = { org_id: 'a' }) => ({ params, query });
  const given = createCursors(KEYS, LIST, asked({ colour: 'red', page_limit: 10 })).encode(NEWEST, [ID]);
  const reads = (...[of, request]: Parameters<typeof createCursors> extends [unknown, ...infer Rest] ? Rest : never) =>
    createCursors(KEYS, of, request).decode(NEWEST, given) !== undefined;

  it('has the size of the query, whatever the list calls it and has for a default', () => {
    expect(getPageRequest(KEYS, list(Type.Object(PAGE_QUERY)), asked({ page_limit: 7 }))).toMatchObject({ limit: 7 });
    expect(getPageRequest(KEYS, list(Type.Object(LIMIT_QUERY)), asked({ limit: 8 }))).toMatchObject({ limit: 8 });
    expect(
      [PAGE_QUERY.page_limit, LIMIT_QUERY.limit, SHORT_PAGE_QUERY.page_limit].map(
        (size) => (size as { default?: number }).default,
      ),
    ).toEqual([100, 100, 25]);
  });

  it('is the first one without a cursor', () => {
    for (const query of [{}, { cursor: '' }, { cursor: 'null' }])
      expect(getPageRequest(KEYS, LIST, asked({ page_limit: 1, ...query })).cursor).toBeUndefined();
  });

  it('may be of another size than the one before, and carry keys that nobody knows', () => {
    expect(reads(LIST, asked({ colour: 'red', page_limit: 3, cursor: given, shape: 'round' }))).toBe(true);
  });

  it('has no cursor in common with another operation, place or filter', () => {
    expect(reads({ ...LIST, id: 'others' }, asked({ colour: 'red' }))).toBe(false);
    expect(reads(LIST, asked({ colour: 'red' }, { org_id: 'b' }))).toBe(false);
    expect(reads(LIST, asked({ colour: 'blue' }))).toBe(false);
    expect(reads(LIST, asked({}))).toBe(false);
  });
});

describe('a cursor that is an identifier', () => {
  it('is a position whatever it names, and nothing else is', () => {
    expect(ID_CURSORS.encode(NEWEST, [ID])).toBe(ID);
    expect(ID_CURSORS.decode(NEWEST, ID)).toEqual([ID]);
    expect(ID_CURSORS.decode(NEWEST, 'x')).toBeUndefined();
  });
});
