import { errors, throwProblems } from '../src/platform/errors.ts';
import { requestProblems } from './problems.ts';

/** Throws a 422 if an update changes one of the immutable fields; `hint` suggests an alternative. */
export function assertImmutableFields(current: object, update: object, fields: readonly string[], hint: string): void {
  const changed = fields.filter((field) => {
    const value: unknown = Reflect.get(update, field);
    return value !== undefined && value !== Reflect.get(current, field);
  });
  throwProblems(changed.map((field) => errors.invalid(field, requestProblems.immutable_field({ hint }))));
}
