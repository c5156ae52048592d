import { isDeepStrictEqual } from 'node:util';
import { toProblemAt, ValidationError } from './errors.ts';
import { commonProblems } from './problems.ts';

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
    const values = accepted.map((item) => JSON.stringify(item)).join(' or ');
    const { unavailable_field, unavailable_value } = commonProblems;
    return toProblemAt(['body', name], values === '' ? unavailable_field : unavailable_value({ accepted: values }));
  });
  if (problems.length > 0) throw new ValidationError(problems);
}
