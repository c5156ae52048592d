/** What a body says, without what it leaves out: JSON knows no undefined, but a field that was read and is not there is. */
export function omitUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
