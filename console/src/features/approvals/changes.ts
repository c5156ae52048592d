/** A place in arguments that an edit changed. */
export interface ArgumentChange {
  /** Names on the way to it, joined by dots. */
  readonly at: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What is different between two values, place by place; a list counts as one place. */
export function changesBetween(before: unknown, after: unknown, at = ''): ArgumentChange[] {
  if (isRecord(before) && isRecord(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => changesBetween(before[name], after[name], at === '' ? name : `${at}.${name}`));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ at, before, after }];
}

/** Bytes of arguments as they are sent. */
export function sizeOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
}
