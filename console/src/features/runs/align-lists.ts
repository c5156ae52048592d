import { diffArrays } from 'diff';

/** A row of two aligned lists. A row with both items has the same key on both sides. */
export interface AlignedRow<T> {
  readonly left: T | undefined;
  readonly right: T | undefined;
}

/** Aligns two lists: items with the same key share a row, and the others have one of their own. */
export function alignLists<T>(
  left: readonly T[],
  right: readonly T[],
  getKey: (item: T) => string,
): readonly AlignedRow<T>[] {
  const rows: AlignedRow<T>[] = [];
  const [lefts, rights] = [left.values(), right.values()];
  for (const { added, removed, count } of diffArrays(left.map(getKey), right.map(getKey)))
    for (let n = 0; n < count; n++)
      rows.push({
        left: added ? undefined : lefts.next().value,
        right: removed ? undefined : rights.next().value,
      });
  return rows;
}
