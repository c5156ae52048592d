import { describe, expect, it } from 'vitest';
import { readAccessFiles } from '../../activities/knowledge/sources/access-files.ts';

const read = (files: Readonly<Record<string, unknown>>) =>
  readAccessFiles(
    new Map(
      Object.entries(files).map(([folder, file]) => [folder, typeof file === 'string' ? file : JSON.stringify(file)]),
    ),
  );

describe('the access files of a folder', () => {
  it('restrict nothing without any, and the nearest one above a document decides', () => {
    expect(read({}).getReaders('a/b.txt')).toBeNull();
    const { getReaders } = read({
      '': { people: ['Ann@Example.com'] },
      'open/inner': { people: [], groups: ['Pay@example.com'] },
    });
    expect(getReaders('top.txt')).toEqual(['user:ann@example.com']);
    expect(getReaders('open/x.txt')).toEqual(['user:ann@example.com']);
    expect(getReaders('open/inner/deep/x.txt')).toEqual(['group:pay@example.com']);
    expect(getReaders('opener/x.txt')).toEqual(['user:ann@example.com']);
  });

  it('have exceptions for single files of their folder, and only pass on lists that they have', () => {
    const { getReaders } = read({
      '': { people: ['ann@example.com'] },
      pay: { files: { 'one.txt': { people: ['ben@example.com'] }, constructor: { people: [] } } },
    });
    expect(getReaders('pay/one.txt')).toEqual(['user:ben@example.com']);
    expect(getReaders('pay/constructor')).toEqual([]);
    expect(getReaders('pay/toString')).toEqual(['user:ann@example.com']);
    expect(getReaders('pay/below/one.txt')).toEqual(['user:ann@example.com']);
  });

  it.each([
    ['no JSON', '{people:'],
    ['an unreadable one', ''],
    ['a list', []],
    ['an unknown key', { person: ['ann@example.com'] }],
    ['a text for a list', { people: 'ann@example.com' }],
    ['an empty address', { people: [''] }],
  ])('that are invalid let nobody read their folder: %s', (_, file) => {
    const { getReaders, notes } = read({ '': { people: ['ann@example.com'] }, pay: file });
    expect(getReaders('pay/x.txt')).toEqual([]);
    expect(getReaders('pay/below/x.txt')).toEqual([]);
    expect(getReaders('x.txt')).toEqual(['user:ann@example.com']);
    expect(notes).toEqual([expect.stringContaining('.access.json')]);
  });

  it('state the members of groups in the top folder only', () => {
    const { groups } = read({
      '': { members: { 'pay@example.com': ['ann@example.com'] } },
      pay: { members: { 'pay@example.com': ['eve@example.com'] } },
    });
    expect([...groups]).toEqual([['pay@example.com', ['ann@example.com']]]);
  });
});
