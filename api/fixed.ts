import { errors } from '../src/platform/errors.ts';

/** Throws a 422 where an edit names another value of a field that never changes; `instead` says what to do. */
export function checkFixed(before: object, body: object, fields: readonly string[], instead: string): void {
  for (const field of fields) {
    const given: unknown = Reflect.get(body, field);
    if (given !== undefined && given !== Reflect.get(before, field))
      throw errors.invalid(field, `can not be changed; ${instead}`);
  }
}
