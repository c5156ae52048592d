import { errors } from './errors.ts';

/** ISO 8601: a date, or a date and a time, with or without an offset. */
const ISO_8601 = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|z|[+-]\d\d:\d\d)?)?$/;

/** The moment a text names; a date alone or a time without an offset is meant in UTC. Undefined where it names none. */
export function parseTimestamp(text: string): Date | undefined {
  const [, year, month, day, time = '00:00', offset = 'Z'] = ISO_8601.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const midnight = new Date(`${date}T00:00Z`);
  // The language counts 30 February as 2 March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return undefined;
  const timestamp = new Date(`${date}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(timestamp.getTime()) || timestamp.getUTCFullYear() < 1 ? undefined : timestamp;
}

/** The moment a text of the query names; undefined where it is left out. Throws a 422 on one that does not exist. */
export function parseQueryTimestamp(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const timestamp = parseTimestamp(text);
  if (timestamp === undefined) throw errors.invalidQuery(field, 'is not a date that exists');
  return timestamp;
}
