/** Offsets are not time zones: they have no daylight saving time. */
const OFFSET_START = /^[+-]/;

/** Returns whether the IANA database contains a time zone. */
export function isTimezone(name: string): boolean {
  if (OFFSET_START.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
