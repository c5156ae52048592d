import Type, { type TProperties } from 'typebox';
import { databaseNow } from '../../src/platform/clock.ts';
import { parseQueryTimestamp } from '../../src/platform/dates.ts';
import type { Unit } from '../../src/reports/calendar.ts';
import { DAYS_SHOWN, LOOKBACK_MONTHS, type Range, rangeOf } from '../../src/reports/range.ts';
import { NonEmpty, OneOf, Timestamp } from '../schemas.ts';

/** The time that every report is asked for. */
export interface TimeAsked {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly aggregation: Unit;
  readonly timezone: string;
}

/** The fields of a report that say which time it is about. */
export const TIME_FIELDS = {
  start_date: Type.String({ ...Timestamp, description: 'runs that were created from then on count' }),
  end_date: Type.String({ ...Timestamp, description: 'and before this' }),
  timezone: Type.String(),
  aggregation: Type.String({ description: 'what a bucket is' }),
};

/** Query keys of a report, by the units of its buckets, the first of which is the default. */
export function timeQuery(units: readonly [Unit, ...Unit[]]): TProperties {
  const shown = units.map((unit) => `${unit}: ${DAYS_SHOWN[unit] ?? 'as far back as reports look'}`).join(', ');
  return {
    start_date: Type.Optional(
      Type.String({
        ...Timestamp,
        description: `taken back to a quarter of an hour, and on to ${LOOKBACK_MONTHS} months ago at the earliest; without it so many days are shown: ${shown}`,
      }),
    ),
    end_date: Type.Optional(Type.String({ ...Timestamp, description: 'likewise, on to a quarter; now at the latest' })),
    aggregation: OneOf(units, { default: units[0] }),
    timezone: NonEmpty(100, { default: 'UTC', description: 'IANA name of the time zone of days, weeks and hours' }),
  };
}

/** The time that a query asks for. */
export function rangeAsked({ start_date, end_date, aggregation, timezone }: TimeAsked): Range {
  const [start, end] = [parseQueryTimestamp('start_date', start_date), parseQueryTimestamp('end_date', end_date)];
  return rangeOf({ start, end, unit: aggregation, timezone }, databaseNow());
}

/** The fields that say which time a report is about. */
export function timeRecord({ start, end }: Range, { timezone, aggregation }: TimeAsked) {
  return { start_date: start, end_date: end, timezone, aggregation };
}
