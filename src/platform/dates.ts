import { errors } from './errors.ts';

/** The moment an ISO 8601 text of the query names; undefined where it is left out. Throws a 422 on a date that does not exist. */
export function dateOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1)
    throw errors.invalidQuery(field, 'is not a date that exists');
  return date;
}
