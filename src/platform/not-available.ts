import { isDeepStrictEqual } from 'node:util';
import { ValidationError } from './errors.ts';

/** Fields of features that this build has not, each with the values that say what is so anyway; null always does. */
export type Unavailable = Readonly<Record<string, readonly unknown[]>>;

/**
 * Refuses every field of a body that asks for a feature which is not there, with a 422 that names it: nothing is stored
 * that would silently do nothing. Values that ask for nothing are taken, since clients send whole records back.
 */
export function refuseUnavailable(body: object, fields: Unavailable): void {
  const problems = Object.entries(fields).flatMap(([name, taken]) => {
    const value: unknown = Reflect.get(body, name) ?? undefined;
    if (value === undefined || taken.some((allowed) => isDeepStrictEqual(allowed, value))) return [];
    const instead =
      taken.length === 0 ? 'leave it out' : `only ${taken.map((item) => JSON.stringify(item)).join(' or ')} is taken`;
    return [{ loc: ['body', name], msg: `is not available here yet; ${instead}`, type: 'not_available' }];
  });
  if (problems.length > 0) throw new ValidationError(problems);
}
