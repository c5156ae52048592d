const DURATION =
  /^P(?!$)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8}(?:\.\d{1,3})?)S)?)?$/;
const UNITS_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000];
const MAX_DURATION_MS = 315_360_000_000;

/**
 * Returns the milliseconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds. Returns undefined for
 * other texts, zero, and durations over ten years.
 */
export function parseDurationMs(text: string): number | undefined {
  return parseDurationOrZeroMs(text) || undefined;
}

/** Same as {@link parseDurationMs}, but accepts a zero duration such as `PT0S`. */
export function parseDurationOrZeroMs(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (!match) return undefined;
  const ms = UNITS_MS.reduce((sum, unit, index) => sum + Number(match[index + 1] ?? 0) * unit, 0);
  return ms <= MAX_DURATION_MS ? Math.round(ms) : undefined;
}
