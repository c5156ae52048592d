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

  it('decodes to the position that was encoded, also of several columns with any values', () => {
    for (const name of [null, '', '"],[', 'ß ∑ 🜁', '9007199254740993.000001'])
      expect(cursors.decode(BY_NAME, cursors.encode(BY_NAME, [name, ID]))).toEqual([name, ID]);
  });

  it('is passed in a query without escaping', () => {
    expect(cursor).toMatch(/^[\w-]+$/);
  });

  it('is rejected if any character is changed, missing, added or encoded otherwise', () => {
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

  it('is rejected by another list, in another order, and with another key', () => {
    expect(createSignedCursors(KEYS, ['things', 2]).decode(NEWEST, cursor)).toBeUndefined();
    expect(cursors.decode([{ column: 'id', type: 'uuid', order: 'asc' }], cursor)).toBeUndefined();
    expect(createSignedCursors([randomBytes(32)], ['things', 1]).decode(NEWEST, cursor)).toBeUndefined();
  });

  it('is valid while its key is in the ring, first or not', () => {
    const key = () => randomBytes(32).toString('base64');
    const [old, next] = [`old:${key()}`, `next:${key()}`];
    const of = (ring: string) => createSignedCursors(new KeyRing(ring).deriveKeys('cursors'), 'things');
    const given = of(old).encode(NEWEST, [ID]);
    for (const ring of [old, `${old},${next}`, `${next},${old}`]) expect(of(ring).decode(NEWEST, given)).toEqual([ID]);
    expect(of(next).decode(NEWEST, given)).toBeUndefined();
  });

  it('is signed with another key than the one that encrypts secrets', () => {
    const bytes = randomBytes(32);
    const ring = new KeyRing(`only:${bytes.toString('base64')}`);
    expect(ring.deriveKeys('cursors')).toEqual(new KeyRing(`other:${bytes.toString('base64')}`).deriveKeys('cursors'));
    expect(ring.deriveKeys('cursors')).not.toContainEqual(bytes);
    expect(ring.deriveKeys('cursors')).not.toEqual(ring.deriveKeys('something else'));
  });
});

describe('a page request', () => {
  const list = (query: TObject) => ({ id: 'things', request: { query, body: null, parents: {}, idempotent: false } });
  const LIST = list(Type.Object({ ...PAGE_QUERY, colour: Type.Optional(Type.String()) }));
  const asked = (query: object, params: object = { org_id: 'a' }) => ({ params, query });
  const given = createCursors(KEYS, LIST, asked({ colour: 'red', page_limit: 10 })).encode(NEWEST, [ID]);
  const reads = (...[of, request]: Parameters<typeof createCursors> extends [unknown, ...infer Rest] ? Rest : never) =>
    createCursors(KEYS, of, request).decode(NEWEST, given) !== undefined;

  it('has the size of the query, whatever the list’s parameter name and default', () => {
    expect(getPageRequest(KEYS, list(Type.Object(PAGE_QUERY)), asked({ page_limit: 7 }))).toMatchObject({ limit: 7 });
    expect(getPageRequest(KEYS, list(Type.Object(LIMIT_QUERY)), asked({ limit: 8 }))).toMatchObject({ limit: 8 });
    expect(
      [PAGE_QUERY.page_limit, LIMIT_QUERY.limit, SHORT_PAGE_QUERY.page_limit].map(
        (size) => (size as { default?: number }).default,
      ),
    ).toEqual([100, 100, 25]);
  });

  it('is for the first page without a cursor', () => {
    for (const query of [{}, { cursor: '' }, { cursor: 'null' }])
      expect(getPageRequest(KEYS, LIST, asked({ page_limit: 1, ...query })).cursor).toBeUndefined();
  });

  it('can have another size than the previous page, and unknown parameters', () => {
    expect(reads(LIST, asked({ colour: 'red', page_limit: 3, cursor: given, shape: 'round' }))).toBe(true);
  });

  it('has no cursor in common with another operation, scope or filter', () => {
    expect(reads({ ...LIST, id: 'others' }, asked({ colour: 'red' }))).toBe(false);
    expect(reads(LIST, asked({ colour: 'red' }, { org_id: 'b' }))).toBe(false);
    expect(reads(LIST, asked({ colour: 'blue' }))).toBe(false);
    expect(reads(LIST, asked({}))).toBe(false);
  });
});

describe('a cursor that is an identifier', () => {
  it('is a position whatever it names, and any other text is invalid', () => {
    expect(ID_CURSORS.encode(NEWEST, [ID])).toBe(ID);
    expect(ID_CURSORS.decode(NEWEST, ID)).toEqual([ID]);
    expect(ID_CURSORS.decode(NEWEST, 'x')).toBeUndefined();
  });
});
