import { language } from '../words/index.ts';

/** Units in which people say how long something may take, the largest first, with their seconds. */
export const PERIOD_UNITS = { day: 86_400, hour: 3600, minute: 60, second: 1 } as const;
export type PeriodUnit = keyof typeof PERIOD_UNITS;

/** A time such as 36 hours. */
export interface Period {
  readonly count: number;
  readonly unit: PeriodUnit;
}

const WRITTEN = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const SECONDS = [604_800, 86_400, 3600, 60, 1];

/** What a duration of ISO 8601 says, in the largest unit that it is a whole number of; undefined of what is none. */
export function periodIn(written: string): Period | undefined {
  const match = WRITTEN.exec(written);
  if (!match) return undefined;
  const seconds = SECONDS.reduce((sum, each, at) => sum + Number(match[at + 1] ?? 0) * each, 0);
  const units = Object.keys(PERIOD_UNITS) as PeriodUnit[];
  // As it was written, where that is one unit: 24 hours stay 24 hours.
  const named = /^PT?\d+([DHM])$/.exec(written)?.[1];
  const unit =
    units.find((each) => each[0]?.toUpperCase() === named) ?? units.find((each) => seconds % PERIOD_UNITS[each] === 0);
  return { count: seconds / PERIOD_UNITS[unit ?? 'second'], unit: unit ?? 'second' };
}

/** The same as the API takes it. */
export function writtenPeriod({ count, unit }: Period): string {
  return unit === 'day' ? `P${count}D` : `PT${count}${unit.slice(0, 1).toUpperCase()}`;
}

/** A duration of ISO 8601 as people say it, `36 hours`; as it stands where it is none. */
export function sayPeriod(written: string): string {
  const period = periodIn(written);
  if (period === undefined) return written;
  const { count, unit } = period;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
