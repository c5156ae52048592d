import { describe, expect, it } from 'vitest';
import { ALL, fits, isRefused, label, rowOf } from './field-walk.ts';
import { FIELDS } from './fields.ts';
import { testsIn } from './named-tests.ts';

const lastName = (path: string) => path.replaceAll('[]', '').split('.').at(-1) ?? '';

describe('the table of fields', () => {
  it('says of every field of every body and query how it shows', () => {
    expect(ALL.length).toBeGreaterThan(400);
    const bare = ALL.filter((field) => rowOf(field) === undefined).map(label);
    expect(bare, 'say in test/guards/fields.ts which test shows what it does, or that it is refused').toEqual([]);
  });

  it('has no row for a field that is gone', () => {
    const stale = FIELDS.flatMap(([operations, fields]) =>
      Object.keys(fields)
        .filter((path) => !ALL.some((field) => field.path === path && operations.some((id) => fits(id, field.op.id))))
        .map((path) => `${operations.join(', ')}: ${path}`),
    );
    expect(stale).toEqual([]);
  });

  it('names tests that exist, are run and speak of the field', () => {
    const wrong = ALL.flatMap((field) => {
      const row = rowOf(field);
      if (row === undefined || isRefused(row)) return [];
      const { test, word } = typeof row === 'string' ? { test: row, word: lastName(field.path) } : row;
      const [file = '', name] = test.split(' › ');
      const found = testsIn(file).find((candidate) => candidate.name === name && !candidate.skipped);
      if (!found) return [`${label(field)}: no test ${test}`];
      return found.text.includes(word) ? [] : [`${label(field)}: ${test} does not speak of ${word}`];
    });
    expect(wrong).toEqual([]);
  });
});
