import { errors, refuseAll } from '../src/platform/errors.ts';

/** Throws a 422 where an edit names another value of a field that never changes; `instead` says what to do. */
export function checkFixed(before: object, body: object, fields: readonly string[], instead: string): void {
  const changed = fields.filter((field) => {
    const given: unknown = Reflect.get(body, field);
    return given !== undefined && given !== Reflect.get(before, field);
  });
  refuseAll(changed.map((field) => errors.invalid(field, `can not be changed; ${instead}`)));
}
