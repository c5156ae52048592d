import {
  Calendar,
  ceilToQuarter,
  floorToQuarter,
  isTimezone,
  subtractMonths,
  type Unit,
} from '../../platform/calendar.ts';
import { errors } from '../../platform/errors.ts';
import { commonProblems } from '../../platform/problems.ts';
import { usageProblems } from '../problems.ts';

/** Months that reports cover. */
export const LOOKBACK_MONTHS = 3;
/** Default length of a report in days, including today. Weekly reports default to the maximum. */
export const DEFAULT_DAYS = { hour: 7, day: 30, week: undefined };

/** Requested time range. */
interface RangeRequest {
  readonly start: Date | undefined;
  readonly end: Date | undefined;
  readonly unit: Unit;
  /** Time zone of the buckets. */
  readonly timezone: string;
}

/** Time range of a report, in full quarter hours. */
export interface Range {
  readonly start: Date;
  /** Exclusive end. */
  readonly end: Date;
  /** Start times of the buckets. */
  readonly bounds: readonly Date[];
}

/** Resolves the time range of a report. Throws a 422 if it is empty. */
export function toRange({ start, end, unit, timezone }: RangeRequest, now: number): Range {
  if (!isTimezone(timezone)) throw errors.invalidQuery('timezone', commonProblems.invalid_timezone);
  const calendar = new Calendar(timezone);
  const oldest = calendar.getDayStart(subtractMonths(calendar.getDay(now), LOOKBACK_MONTHS));
  const until = ceilToQuarter(Math.min(end?.getTime() ?? now, now));
  if (until <= oldest)
    throw errors.invalidQuery('end_date', usageProblems.report_end_too_early({ months: LOOKBACK_MONTHS }));
  const days = DEFAULT_DAYS[unit];
  const defaultStart = days === undefined ? oldest : calendar.getDayStart(calendar.getDay(until - 1) - days + 1);
  const startAt = Math.max(floorToQuarter(start?.getTime() ?? defaultStart), oldest);
  if (startAt >= until) throw errors.invalidQuery('start_date', usageProblems.report_start_too_late);
  const bounds = calendar.listUnitStarts(startAt, until, unit);
  return { start: new Date(startAt), end: new Date(until), bounds: bounds.map((bound) => new Date(bound)) };
}
