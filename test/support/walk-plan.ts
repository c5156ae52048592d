/*
 * What a walk over all operations tries. All mixes of all that can be wrong would be most of the suite's time; what is wrong
 * comes of one thing or of two that meet, so a plan holds every pair.
 */

/**
 * Returns which slots belong to another tenant in each try, some of them and never all: each alone, and all except
 * each. So any two of three or more slots occur in every combination.
 */
export function listSwaps<T>(slots: readonly T[]): T[][] {
  if (slots.length < 2) return [];
  const alone = slots.map((slot) => [slot]);
  if (slots.length === 2) return alone;
  return [...alone, ...slots.map((kept) => slots.filter((slot) => slot !== kept))];
}

/** An item with the value to try. */
interface AssignedValue<T, V> {
  readonly item: T;
  readonly value: V;
}

/** Deals values to items in turn: each item gets at least one, and each group of items every value. */
export function assignValues<T, V>(
  items: readonly T[],
  values: readonly V[],
  groupOf: (item: T) => string = () => '',
): AssignedValue<T, V>[] {
  const groups = [...Map.groupBy(items, groupOf).values()];
  // Each group starts at another value, so that equal positions of groups differ.
  return groups.flatMap((group, turn) =>
    Array.from({ length: Math.max(group.length, values.length) }, (_, n) => ({
      item: group[n % group.length] as T,
      value: values[(n + turn) % values.length] as V,
    })),
  );
}

/** Returns every pair. */
export function listPairs<A, B>(some: readonly A[], others: readonly B[]): [A, B][] {
  return some.flatMap((a) => others.map((b): [A, B] => [a, b]));
}

/** Whether walks try everything. */
const TRIES_ALL = process.env.WALKS === 'whole';

/** Returns the share of a list for one turn: evenly spread items, or all with `WALKS=whole`. */
export function selectShare<T>(list: readonly T[], most: number, turn: number): readonly T[] {
  return TRIES_ALL ? list : selectSpread(list, most, turn);
}

/** Returns evenly spread items of a list, starting elsewhere in each turn. After enough turns, all items were used. */
export function selectSpread<T>(list: readonly T[], most: number, turn: number): T[] {
  const apart = Math.ceil(list.length / most);
  return list.filter((_, at) => at % apart === turn % apart);
}
