import { isDeepStrictEqual } from 'node:util';
import { ValidationError } from './errors.ts';

/** Fields of features that this build lacks, each with the values that are still accepted. Null is always accepted. */
export type UnavailableFields = Readonly<Record<string, readonly unknown[]>>;

/**
 * Throws a 422 for each field that requests a missing feature, so that no request is accepted and ignored. Neutral
 * values are accepted, because clients send back complete records.
 */
export function rejectUnavailableFields(body: object, fields: UnavailableFields): void {
  const problems = Object.entries(fields).flatMap(([name, accepted]) => {
    const sent: unknown = Reflect.get(body, name) ?? undefined;
    if (sent === undefined || accepted.some((value) => isDeepStrictEqual(value, sent))) return [];
    const hint =
      accepted.length === 0 ? 'leave it out' : `must be ${accepted.map((item) => JSON.stringify(item)).join(' or ')}`;
    return [{ loc: ['body', name], msg: `is not available here yet; ${hint}`, type: 'not_available' }];
  });
  if (problems.length > 0) throw new ValidationError(problems);
}
