/** One argument value that an edit changed. */
interface ArgumentChange {
  /** Dot-separated path of the value. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns the values that differ between two JSON values. A list counts as one value. */
export function diffArguments(before: unknown, after: unknown, path = ''): ArgumentChange[] {
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      diffArguments(before[name], after[name], path === '' ? name : `${path}.${name}`),
    );
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
}

/** Returns the size of a value's JSON in bytes. */
export function getJsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
}
