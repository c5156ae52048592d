import { expect, it } from 'vitest';
import { alignLists } from '../../console/src/features/runs/align-lists.ts';

const align = (left: readonly string[], right: readonly string[]) =>
  alignLists(left, right, (item) => item.slice(0, 1)).map((row) => [row.left, row.right]);

it('aligned lists pair items with the same key in order, and leave the others alone', () => {
  expect(align(['a1', 'b1', 'c1'], ['a2', 'c2', 'd2'])).toEqual([
    ['a1', 'a2'],
    ['b1', undefined],
    ['c1', 'c2'],
    [undefined, 'd2'],
  ]);
  expect(align([], ['a2'])).toEqual([[undefined, 'a2']]);
  expect(align([], [])).toEqual([]);
});
