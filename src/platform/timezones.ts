/** Offsets are not time zones: they have no daylight saving time. */
const OFFSET_START = /^[+-]/;

/** Whether the IANA database knows a time zone of this name. */
export function isTimezone(name: string): boolean {
  if (OFFSET_START.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
