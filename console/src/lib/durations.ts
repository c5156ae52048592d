import { language } from '../words/index.ts';

/** Units in which people say how long something may take, the largest first, with their seconds. */
export const SECONDS_PER_UNIT = { day: 86_400, hour: 3600, minute: 60, second: 1 } as const;
export type DurationUnit = keyof typeof SECONDS_PER_UNIT;

/** A time such as 36 hours. */
export interface Duration {
  readonly count: number;
  readonly unit: DurationUnit;
}

const ISO_DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const SECONDS_PER_PART = [604_800, 86_400, 3600, 60, 1];

/** What a duration of ISO 8601 says, in the largest unit that it is a whole number of; undefined of what is none. */
export function parseDuration(text: string): Duration | undefined {
  const match = ISO_DURATION.exec(text);
  if (!match) return undefined;
  const seconds = SECONDS_PER_PART.reduce(
    (sum, unitSeconds, index) => sum + Number(match[index + 1] ?? 0) * unitSeconds,
    0,
  );
  const units = Object.keys(SECONDS_PER_UNIT) as DurationUnit[];
  // As it was written, where that is one unit: 24 hours stay 24 hours.
  const unitLetter = /^PT?\d+([DHM])$/.exec(text)?.[1];
  const unit =
    units.find((unitSeconds) => unitSeconds[0]?.toUpperCase() === unitLetter) ??
    units.find((unitSeconds) => seconds % SECONDS_PER_UNIT[unitSeconds] === 0);
  return { count: seconds / SECONDS_PER_UNIT[unit ?? 'second'], unit: unit ?? 'second' };
}

/** The same as the API takes it. */
export function toIsoDuration({ count, unit }: Duration): string {
  return unit === 'day' ? `P${count}D` : `PT${count}${unit.slice(0, 1).toUpperCase()}`;
}

/** A duration of ISO 8601 as people say it, `36 hours`; as it stands where it is none. */
export function formatIsoDuration(text: string): string {
  const duration = parseDuration(text);
  if (duration === undefined) return text;
  const { count, unit } = duration;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
