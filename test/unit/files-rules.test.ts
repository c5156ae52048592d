import { describe, expect, it } from 'vitest';
import { getRequestedRange, isNotModified } from '../../src/files/conditions.ts';
import { isFileName } from '../../src/files/queries.ts';

const shown = { tag: '"abc"', modified: new Date('2026-05-01T10:00:00.700Z'), size: 10 };
const date = 'Fri, 01 May 2026 10:00:00 GMT';

describe('a Range header', () => {
  it.each([
    ['bytes=0-4', { first: 0, last: 4 }],
    ['bytes=9-9', { first: 9, last: 9 }],
    ['bytes=5-', { first: 5, last: 9 }],
    ['bytes=5-99', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['BYTES= 0-0 ', { first: 0, last: 0 }],
    ['bytes=10-', 'none'],
    ['bytes=10-12', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=99999999999999999999-', 'none'],
  ] as const)('like %s is %j of ten bytes', (range, part) => {
    expect(getRequestedRange({ range }, shown)).toEqual(part);
  });

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=4-2',
    'bytes=a-b',
    'bytes=0-1,3-4',
    'items=0-1',
    'bytes=0x1-2',
  ])('like %s is the complete file', (range) => {
    expect(getRequestedRange({ range }, shown)).toBeUndefined();
  });

  it.each(['bytes=0-', 'bytes=0-0', 'bytes=-1'])('like %s of an empty file is unsatisfiable', (range) => {
    expect(getRequestedRange({ range }, { ...shown, size: 0 })).toBe('none');
  });

  it.each([
    ['"abc"', true],
    [date, true],
    ['"other"', false],
    ['W/"abc"', false],
    ['Fri, 01 May 2026 10:00:01 GMT', false],
    ['rubbish', false],
  ])('with If-Range is compared: %s: %s', (condition, counts) => {
    const part = getRequestedRange({ range: 'bytes=1-2', 'if-range': condition }, shown);
    expect(part).toEqual(counts ? { first: 1, last: 2 } : undefined);
  });
});

describe('a conditional request for a file', () => {
  it.each([
    [{ 'if-none-match': '"abc"' }, true],
    [{ 'if-none-match': 'W/"abc"' }, true],
    [{ 'if-none-match': '"x", "abc"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"x"' }, false],
    [{ 'if-none-match': 'abc' }, false],
    [{ 'if-none-match': '' }, false],
    [{ 'if-none-match': '"x"', 'if-modified-since': date }, false],
    [{ 'if-modified-since': date }, true],
    [{ 'if-modified-since': 'Fri, 01 May 2026 09:59:59 GMT' }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
    [{}, false],
  ])('with %j matches: %s', (headers, known) => {
    expect(isNotModified(headers, shown)).toBe(known);
  });
});

describe('a file name', () => {
  it.each(['a.png', '.env', '...', 'größe 1.png', '"quoted".txt', '100 %.csv', 'ö'.repeat(255)])(
    'can be %s',
    (name) => {
      expect(isFileName(name)).toBe(true);
    },
  );

  it.each(['', '.', '..', 'a/b', 'a\\b', 'a\nb', 'a\0b', '\ud800', 'x'.repeat(256)])('cannot be %j', (name) => {
    expect(isFileName(name)).toBe(false);
  });
});
