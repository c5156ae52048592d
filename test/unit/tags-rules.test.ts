import { expect, it } from 'vitest';
import { isDescendantOf } from '../../src/tags/rules.ts';

const PARENTS = new Map([
  ['top', null],
  ['middle', 'top'],
  ['bottom', 'middle'],
  ['beside', null],
]);

it('a tag is a descendant of itself and of all its ancestors, and of no other', () => {
  for (const other of ['bottom', 'middle', 'top']) expect(isDescendantOf(PARENTS, 'bottom', other), other).toBe(true);
  for (const [id, other] of [
    ['top', 'bottom'],
    ['bottom', 'beside'],
    ['unknown', 'top'],
  ] as const)
    expect(isDescendantOf(PARENTS, id, other), id).toBe(false);
});

it('a manually created cycle is traversed once', () => {
  const ring = new Map([
    ['a', 'b'],
    ['b', 'a'],
  ]);
  expect([isDescendantOf(ring, 'a', 'b'), isDescendantOf(ring, 'a', 'c')]).toEqual([true, false]);
});
