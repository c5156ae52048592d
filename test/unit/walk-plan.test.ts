import { describe, expect, it } from 'vitest';
import { assignValues, listPairs, listSwaps, selectSpread } from '../support/walk-plan.ts';

describe('swaps', () => {
  it.each([3, 4, 5, 6])(
    'of %i slots contain every combination of own and foreign ids in any two slots, and never all',
    (count) => {
      const slots = Array.from({ length: count }, (_, n) => `slot_${n}`);
      const swaps = listSwaps(slots);
      for (const [a, b] of listPairs(slots, slots).filter(([one, other]) => one < other)) {
        const mixes = new Set(swaps.map((swap) => `${swap.includes(a)} ${swap.includes(b)}`));
        expect(mixes, `${a} and ${b}`).toEqual(new Set(['true true', 'true false', 'false true', 'false false']));
      }
      for (const swap of swaps) expect(swap.length).toBeLessThan(count);
      for (const slot of slots) expect(swaps).toContainEqual([slot]);
    },
  );

  it('of two slots contain each alone, and of fewer none: the complete path is then foreign', () => {
    expect(listSwaps(['a', 'b'])).toEqual([['a'], ['b']]);
    expect([listSwaps(['a']), listSwaps([])]).toEqual([[], []]);
  });
});

describe('the distribution of inputs', () => {
  it.each([
    [1, 4],
    [2, 4],
    [4, 4],
    [6, 4],
    [7, 3],
    [5, 1],
  ])('with %i items of a group and %i values omits neither an item nor a value', (count, many) => {
    const items = listPairs(
      ['x', 'y', 'z'],
      Array.from({ length: count }, (_, n) => n),
    );
    const values = Array.from({ length: many }, (_, n) => n);
    const dealt = assignValues(items, values, ([group]) => group);
    expect(dealt).toHaveLength(3 * Math.max(count, many));
    for (const item of items) expect(dealt.map((one) => one.item)).toContain(item);
    for (const group of ['x', 'y', 'z']) {
      const met = dealt.filter(({ item }) => item[0] === group).map(({ value }) => value);
      expect(new Set(met)).toEqual(new Set(values));
    }
  });

  it('starts at another value in each group', () => {
    const firsts = assignValues(['a', 'b', 'c'], [1, 2, 3], (item) => item).filter((_, n) => n % 3 === 0);
    expect(firsts.map(({ value }) => value)).toEqual([1, 2, 3]);
  });

  it('is empty without items', () => {
    expect(assignValues([], [1, 2])).toEqual([]);
  });
});

describe('the spread', () => {
  it.each([
    [1, 4],
    [4, 4],
    [9, 4],
    [61, 12],
  ])('of %i inputs over turns of at most %i omits none', (count, most) => {
    const list = Array.from({ length: count }, (_, n) => n);
    const turns = Array.from({ length: Math.ceil(count / most) }, (_, turn) => selectSpread(list, most, turn));
    for (const some of turns) expect(some.length).toBeLessThanOrEqual(most);
    expect(turns.flat().toSorted((a, b) => a - b)).toEqual(list);
  });
});
