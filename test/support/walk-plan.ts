/*
 * What a walk over all operations tries. All mixes of all that can be wrong would be most of the suite's time; what is wrong
 * comes of one thing or of two that meet, so a plan holds every pair.
 */

/**
 * Which of the slots are another's at a time, some of them and never all: each alone, and all but each. So any two of three
 * or more slots are met both own, both another's, and each way mixed.
 */
export function swapsOf<T>(slots: readonly T[]): T[][] {
  if (slots.length < 2) return [];
  const alone = slots.map((slot) => [slot]);
  if (slots.length === 2) return alone;
  return [...alone, ...slots.map((kept) => slots.filter((slot) => slot !== kept))];
}

/** An item with the value it is tried with. */
export interface Dealt<T, V> {
  readonly item: T;
  readonly value: V;
}

/** Deals values to items in turn: each item gets one at least, and each group of items every value. */
export function deal<T, V>(
  items: readonly T[],
  values: readonly V[],
  groupOf: (item: T) => string = () => '',
): Dealt<T, V>[] {
  const groups = [...Map.groupBy(items, groupOf).values()];
  // Each group begins elsewhere, so that the same place of different groups meets different values.
  return groups.flatMap((group, turn) =>
    Array.from({ length: Math.max(group.length, values.length) }, (_, n) => ({
      item: group[n % group.length] as T,
      value: values[(n + turn) % values.length] as V,
    })),
  );
}

/** Every pair of the two. */
export function pairs<A, B>(some: readonly A[], others: readonly B[]): [A, B][] {
  return some.flatMap((a) => others.map((b): [A, B] => [a, b]));
}

/** Whether walks try everything, also what they take in turns otherwise. */
const WHOLE = process.env.WALKS === 'whole';

/** What one turn takes of a list: some of it, evenly spread, or all where walks are to be whole. */
export function share<T>(list: readonly T[], most: number, turn: number): readonly T[] {
  return WHOLE ? list : spread(list, most, turn);
}

/** Some of a list, evenly spread, from another place with each turn: after as many turns as one is apart from the next, all were met. */
export function spread<T>(list: readonly T[], most: number, turn: number): T[] {
  const apart = Math.ceil(list.length / most);
  return list.filter((_, at) => at % apart === turn % apart);
}
