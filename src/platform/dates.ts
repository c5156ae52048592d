import { errors } from './errors.ts';
import { commonProblems } from './problems.ts';

/** Format that {@link parseTimestamp} accepts: a date, optionally with a time and an offset. */
export const ISO_8601 = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|z|[+-]\d\d:\d\d)?)?$/;

/** Parses an ISO 8601 date or timestamp; the default offset is UTC. Returns undefined for any other text. */
export function parseTimestamp(text: string): Date | undefined {
  const [, year, month, day, time = '00:00', offset = 'Z'] = ISO_8601.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const midnight = new Date(`${date}T00:00Z`);
  // JavaScript reads 30 February as 2 March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return undefined;
  const timestamp = new Date(`${date}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(timestamp.getTime()) || timestamp.getUTCFullYear() < 1 ? undefined : timestamp;
}

/**
 * Parses a timestamp of the query string. Returns undefined if it is absent. Throws a 422 for a date that does not
 * exist.
 */
export function parseQueryTimestamp(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const timestamp = parseTimestamp(text);
  if (timestamp === undefined) throw errors.invalidQuery(field, commonProblems.unknown_date);
  return timestamp;
}
