import { isDeepStrictEqual } from 'node:util';
import { ValidationError } from './errors.ts';

/** Fields of features that this build has not, each with the values that say what is so anyway; null always does. */
export type UnavailableFields = Readonly<Record<string, readonly unknown[]>>;

/**
 * Refuses every field of a body that asks for a feature which is not there, with a 422 that names it: nothing is stored
 * that would silently do nothing. Values that ask for nothing are taken, since clients send whole records back.
 */
export function rejectUnavailableFields(body: object, fields: UnavailableFields): void {
  const problems = Object.entries(fields).flatMap(([name, accepted]) => {
    const sent: unknown = Reflect.get(body, name) ?? undefined;
    if (sent === undefined || accepted.some((value) => isDeepStrictEqual(value, sent))) return [];
    const hint =
      accepted.length === 0
        ? 'leave it out'
        : `only ${accepted.map((item) => JSON.stringify(item)).join(' or ')} is taken`;
    return [{ loc: ['body', name], msg: `is not available here yet; ${hint}`, type: 'not_available' }];
  });
  if (problems.length > 0) throw new ValidationError(problems);
}
