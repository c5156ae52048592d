import { PROJECT } from '../../../../client/prefixes.ts';
import { addDays, getToday, LOCAL_TIME_ZONE } from '../../lib/dates.ts';
import type { Scope } from '../../lib/session.ts';
import type { TrendPoint } from '../../ui/trend-chart.tsx';
import { language } from '../../words/index.ts';
import { type Period, reportQuery } from '../reports/queries.ts';

/** Lengths of the period that the charts show, in days. */
export const TREND_DAYS = [7, 30] as const;
export type TrendDays = (typeof TREND_DAYS)[number];

/** A measure over a period, with the same measure over the period before. */
export interface Trend {
  readonly value: number | null;
  readonly before: number | null;
  /** One point a day. */
  readonly points: readonly TrendPoint[];
}

/** Returns the last days and as many before, in one period. */
function getDoublePeriod(days: number): Period {
  const to = getToday(LOCAL_TIME_ZONE);
  return { zone: LOCAL_TIME_ZONE, from: addDays(to, 1 - 2 * days), to, unit: 'day' };
}

/** Returns the period of the last days, or as many days before. */
function getHalf(days: number, isBefore: boolean): Period {
  const { from, to, ...rest } = getDoublePeriod(days);
  return isBefore ? { ...rest, from, to: addDays(from, days - 1) } : { ...rest, from: addDays(from, days), to };
}

/** Queries of the measures. Durations have no sum, so each half has its own. */
export const trendQueries = {
  agentRuns: (scope: Scope, days: number) =>
    reportQuery(`${PROJECT}/task-agent/usage_report`, { scope, period: getDoublePeriod(days) }),
  taskRuns: (scope: Scope, days: number) =>
    reportQuery(`${PROJECT}/task_run/usage_report`, { scope, period: getDoublePeriod(days) }),
  spend: (scope: Scope, days: number) =>
    reportQuery(`${PROJECT}/credit_report`, { scope, period: getDoublePeriod(days), extraParams: { top: 1 } }),
  agentTimes: (scope: Scope, days: number, isBefore: boolean) =>
    reportQuery(`${PROJECT}/task-agent/timing_report`, { scope, period: getHalf(days, isBefore) }),
  taskTimes: (scope: Scope, days: number, isBefore: boolean) =>
    reportQuery(`${PROJECT}/task_run/timing_report`, { scope, period: getHalf(days, isBefore) }),
};

interface Bucket {
  readonly start: string;
}

const dayFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: LOCAL_TIME_ZONE });

/** Splits the buckets of a double period in two, and pairs each day with the same day of the period before. */
export function toTrend<B extends Bucket>(
  buckets: readonly B[],
  days: number,
  measure: (buckets: readonly B[]) => number | null,
): Trend {
  const current = buckets.slice(-days);
  const previous = buckets.slice(-2 * days, -days);
  const points = current.map((bucket, index) => {
    const before = previous[index];
    return {
      label: dayFormat.format(Date.parse(bucket.start)),
      value: measure([bucket]),
      before: before ? measure([before]) : null,
    };
  });
  return { value: measure(current), before: measure(previous), points };
}

interface RunBucket extends Bucket {
  readonly runs: number;
  readonly errors: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Adds the runs of agents and tasks, day by day. */
export function addRunBuckets(lists: readonly (readonly RunBucket[])[]): readonly RunBucket[] {
  const [first = [], ...others] = lists;
  return first.map((bucket, index) => {
    const all = [bucket, ...others.flatMap((list) => list[index] ?? [])];
    return {
      start: bucket.start,
      runs: sum(all.map(({ runs }) => runs)),
      errors: sum(all.map(({ errors }) => errors)),
    };
  });
}

export const countRuns = (buckets: readonly RunBucket[]): number => sum(buckets.map(({ runs }) => runs));

/** Returns the fraction of runs without an error, or null without runs. */
export function getSuccessRate(buckets: readonly RunBucket[]): number | null {
  const runs = countRuns(buckets);
  return runs === 0 ? null : (runs - sum(buckets.map(({ errors }) => errors))) / runs;
}

export const sumCredits = (buckets: readonly { readonly credits: string }[]): number =>
  sum(buckets.map(({ credits }) => Number(credits)));

/** Pairs the medians of two periods, which have no measure of their own over both. */
export function pairMedians(
  current: {
    readonly total: { readonly p50_seconds: number | null };
    readonly buckets: readonly (Bucket & { readonly p50_seconds: number | null })[];
  },
  previous: {
    readonly total: { readonly p50_seconds: number | null };
    readonly buckets: readonly { readonly p50_seconds: number | null }[];
  },
): Trend {
  const points = current.buckets.map(({ start, p50_seconds }, index) => ({
    label: dayFormat.format(Date.parse(start)),
    value: p50_seconds,
    before: previous.buckets[index]?.p50_seconds ?? null,
  }));
  return { value: current.total.p50_seconds, before: previous.total.p50_seconds, points };
}
