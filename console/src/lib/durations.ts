import { language } from '../words/index.ts';

/** Seconds per unit, largest unit first. */
export const SECONDS_PER_UNIT = { day: 86_400, hour: 3600, minute: 60, second: 1 } as const;
export type DurationUnit = keyof typeof SECONDS_PER_UNIT;

/** A duration in one unit, such as 36 hours. */
interface Duration {
  readonly count: number;
  readonly unit: DurationUnit;
}

const ISO_DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const SECONDS_PER_PART = [604_800, 86_400, 3600, 60, 1];

/** Parses an ISO 8601 duration into the largest unit that divides it. Returns undefined for an invalid one. */
export function parseDuration(text: string): Duration | undefined {
  const match = ISO_DURATION.exec(text);
  if (!match) return undefined;
  const seconds = SECONDS_PER_PART.reduce(
    (sum, unitSeconds, index) => sum + Number(match[index + 1] ?? 0) * unitSeconds,
    0,
  );
  const units = Object.keys(SECONDS_PER_UNIT) as DurationUnit[];
  // Keeps a single written unit: 24 hours stay 24 hours.
  const unitLetter = /^PT?\d+([DHM])$/.exec(text)?.[1];
  const unit =
    units.find((unitSeconds) => unitSeconds[0]?.toUpperCase() === unitLetter) ??
    units.find((unitSeconds) => seconds % SECONDS_PER_UNIT[unitSeconds] === 0);
  return { count: seconds / SECONDS_PER_UNIT[unit ?? 'second'], unit: unit ?? 'second' };
}

/** Formats a duration as ISO 8601. */
export function toIsoDuration({ count, unit }: Duration): string {
  return unit === 'day' ? `P${count}D` : `PT${count}${unit.slice(0, 1).toUpperCase()}`;
}

/** Formats an ISO 8601 duration for display: `36 hours`. Returns invalid text unchanged. */
export function formatIsoDuration(text: string): string {
  const duration = parseDuration(text);
  if (duration === undefined) return text;
  const { count, unit } = duration;
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
