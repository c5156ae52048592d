import { errors } from './errors.ts';

/** ISO 8601: a date, or a date and a time, with or without an offset. */
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|z|[+-]\d\d:\d\d)?)?$/;

/** The moment a text names; a date alone or a time without an offset is meant in UTC. Undefined where it names none. */
export function momentOf(text: string): Date | undefined {
  const [, year, month, day, time = '00:00', offset = 'Z'] = MOMENT.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const midnight = new Date(`${date}T00:00Z`);
  // The language counts 30 February as 2 March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return undefined;
  const moment = new Date(`${date}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1 ? undefined : moment;
}

/** The moment a text of the query names; undefined where it is left out. Throws a 422 on one that does not exist. */
export function dateOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = momentOf(text);
  if (moment === undefined) throw errors.invalidQuery(field, 'is not a date that exists');
  return moment;
}
