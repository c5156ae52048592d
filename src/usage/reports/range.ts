import { Calendar, monthsBefore, quarterAfter, quarterBefore, type Unit } from '../../platform/calendar.ts';
import { errors } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { isTimezone } from '../../platform/timezones.ts';
import { usageProblems } from '../problems.ts';

/** Months that reports look back. */
export const LOOKBACK_MONTHS = 3;
/** Days of a report for which no start is given, today among them. Weeks are shown as far back as reports look. */
export const DEFAULT_DAYS = { hour: 7, day: 30, week: undefined };

/** What is asked for. */
export interface RangeRequest {
  readonly start: Date | undefined;
  readonly end: Date | undefined;
  readonly unit: Unit;
  /** Name of the time zone of the units. */
  readonly timezone: string;
}

/** The time that a report is about, in whole quarters of an hour. */
export interface Range {
  readonly start: Date;
  /** The first moment that does not count. */
  readonly end: Date;
  /** Where its buckets begin. */
  readonly bounds: readonly Date[];
}

/** The time that a report is about. Throws a 422 where nothing is left of what was asked for. */
export function toRange({ start, end, unit, timezone }: RangeRequest, now: number): Range {
  if (!isTimezone(timezone)) throw errors.invalidQuery('timezone', commonProblems.invalid_timezone);
  const calendar = new Calendar(timezone);
  const oldest = calendar.startOf(monthsBefore(calendar.dayOf(now), LOOKBACK_MONTHS));
  const until = quarterAfter(Math.min(end?.getTime() ?? now, now));
  if (until <= oldest)
    throw errors.invalidQuery('end_date', usageProblems.report_end_too_early({ months: LOOKBACK_MONTHS }));
  const days = DEFAULT_DAYS[unit];
  const defaultStart = days === undefined ? oldest : calendar.startOf(calendar.dayOf(until - 1) - days + 1);
  const from = Math.max(quarterBefore(start?.getTime() ?? defaultStart), oldest);
  if (from >= until) throw errors.invalidQuery('start_date', usageProblems.report_start_too_late);
  const bounds = calendar.bounds(from, until, unit);
  return { start: new Date(from), end: new Date(until), bounds: bounds.map((bound) => new Date(bound)) };
}
