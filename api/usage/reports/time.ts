import Type, { type TProperties } from 'typebox';
import type { Unit } from '../../../src/platform/calendar.ts';
import { databaseNow } from '../../../src/platform/clock.ts';
import { parseQueryTimestamp } from '../../../src/platform/dates.ts';
import { NonBlankText, StringEnum, Timestamp } from '../../../src/platform/schemas.ts';
import { DEFAULT_DAYS, LOOKBACK_MONTHS, type Range, toRange } from '../../../src/usage/reports/range.ts';

/** Time parameters of every report. */
export interface TimeQuery {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly aggregation: Unit;
  readonly timezone: string;
}

/** Response fields for the report's time range. */
export const TIME_FIELDS = {
  start_date: Type.String({ ...Timestamp, description: 'Start of the report, inclusive, by the creation of runs.' }),
  end_date: Type.String({ ...Timestamp, description: 'End of the report, exclusive.' }),
  timezone: Type.String(),
  aggregation: Type.String({ description: 'Length of a bucket.' }),
};

/** Query parameters of a report. The first unit is the default. */
export function createTimeQuery(units: readonly [Unit, ...Unit[]]): TProperties {
  const defaults = units.map((unit) => {
    const days = DEFAULT_DAYS[unit];
    return `${days === undefined ? `${LOOKBACK_MONTHS} months` : `${days} days`} by ${unit}`;
  });
  return {
    start_date: Type.Optional(
      Type.String({
        ...Timestamp,
        description: `Start of the report, rounded down to 15 minutes and at most ${LOOKBACK_MONTHS} months ago. Default range: ${defaults.join(', ')}.`,
      }),
    ),
    end_date: Type.Optional(
      Type.String({ ...Timestamp, description: 'End of the report, rounded up to 15 minutes. Default: now.' }),
    ),
    aggregation: StringEnum(units, { default: units[0] }),
    timezone: NonBlankText(100, {
      default: 'UTC',
      description: 'IANA name of the time zone for buckets. Default UTC.',
    }),
  };
}

/** Parses the time range of a query. */
export function getRange({ start_date, end_date, aggregation, timezone }: TimeQuery): Range {
  const [start, end] = [parseQueryTimestamp('start_date', start_date), parseQueryTimestamp('end_date', end_date)];
  return toRange({ start, end, unit: aggregation, timezone }, databaseNow());
}

/** Time range as response fields. */
export function toTimeRecord({ start, end }: Range, { timezone, aggregation }: TimeQuery) {
  return { start_date: start, end_date: end, timezone, aggregation };
}
