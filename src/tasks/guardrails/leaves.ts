/** Lists all texts in a value: strings, numbers as text, and field names. */
export function listLeaves(value: unknown): string[] {
  const leaves: string[] = [];
  mapLeaves(value, (leaf) => {
    leaves.push(leaf);
    return leaf;
  });
  return leaves;
}

/** Replaces the texts of a value, in the order of {@link listLeaves}. */
export function replaceLeaves(value: unknown, leaves: readonly string[]): unknown {
  let at = 0;
  return mapLeaves(value, (leaf) => leaves[at++] ?? leaf);
}

function mapLeaves(value: unknown, change: (leaf: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const written = String(value);
    const changed = change(written);
    return changed === written ? value : changed;
  }
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (value === null || typeof value !== 'object') return value;
  const fields: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const changed = change(name);
    fields[Object.hasOwn(fields, changed) ? `${changed} ${Object.keys(fields).length}` : changed] = mapLeaves(
      item,
      change,
    );
  }
  return fields;
}
