import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALL_FIELDS, type Field, findRow, isRejected, matchesId, toLabel } from './field-walk.ts';
import { FIELDS, findTestFile } from './fields.ts';
import { listTests } from './named-tests.ts';

const lastName = (path: string) => path.replaceAll('[]', '').split('.').at(-1) ?? '';

/**
 * Whether the tests of the field's own resource mention it. Those of `…/labels/{label_id}` are in `labels.test.ts`, and
 * those of operations with the tag "Eval sets" in `eval-sets.test.ts`. Only a field that another test shows needs a
 * row.
 */
function isTestedByResource({ op, path }: Field): boolean {
  const segment = op.path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  const files = [segment, op.tag.toLowerCase().replaceAll(' ', '-')].map((name) => findTestFile('api', name));
  return files
    .flatMap(listTests)
    .some(({ skipped, text }) => !skipped && new RegExp(`\\b${lastName(path)}\\b`).test(text));
}

/** All request fields of the interface, by operation: `METHOD path body|query: field …`. */
const ON_THE_WIRE = readFileSync(new URL('wire-fields.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

describe('a request field', () => {
  it.each(ON_THE_WIRE)('works or is rejected, and is never ignored: %s', (line) => {
    const [, method, path, where, names = ''] = /^(\w+) (\S+) (body|query): (.*)$/.exec(line) ?? [];
    const own = ALL_FIELDS.filter(
      ({ op, where: place }) => op.method === method && op.path === path && place === where,
    );
    // Our path may have other parameter names.
    const known =
      own.length > 0 ? own : ALL_FIELDS.filter(({ op, where: place }) => sameAs(op, method, path) && place === where);
    const unknown = names.split(' ').filter((name) => !known.some((field) => plain(field.path) === name));
    expect(unknown, 'give it a meaning, or refuse it by name').toEqual([]);
  });
});

const plain = (path: string) => path.replaceAll('[]', '');
const bare = (path = '') => path.replaceAll(/\{\w+\}/g, '{}');
const sameAs = (op: { readonly method: string; readonly path: string }, method = '', path = '') =>
  op.method === method && bare(op.path) === bare(path);

describe('the table of fields', () => {
  it('covers every field of every body and query', () => {
    expect(ALL_FIELDS.length).toBeGreaterThan(400);
    const untested = ALL_FIELDS.filter((field) => findRow(field) === undefined && !isTestedByResource(field));
    const hint = 'use it in a test of its resource, or name its test or rejection in test/guards/fields.ts';
    expect(untested.map(toLabel), hint).toEqual([]);
  });

  it('has no row for a field that no longer exists', () => {
    const stale = FIELDS.flatMap(([operations, fields]) =>
      Object.keys(fields)
        .filter(
          (path) =>
            !ALL_FIELDS.some((field) => field.path === path && operations.some((id) => matchesId(id, field.op.id))),
        )
        .map((path) => `${operations.join(', ')}: ${path}`),
    );
    expect(stale).toEqual([]);
  });

  it('names tests that exist, run and mention the field', () => {
    const wrong = ALL_FIELDS.flatMap((field) => {
      const row = findRow(field);
      if (row === undefined || isRejected(row)) return [];
      const { test, word } = typeof row === 'string' ? { test: row, word: lastName(field.path) } : row;
      const [file = '', name] = test.split(' › ');
      const found = listTests(file).find((candidate) => candidate.name === name && !candidate.skipped);
      if (!found) return [`${toLabel(field)}: no test ${test}`];
      return found.text.includes(word) ? [] : [`${toLabel(field)}: ${test} does not speak of ${word}`];
    });
    expect(wrong).toEqual([]);
  });
});
