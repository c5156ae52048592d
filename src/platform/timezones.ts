/** Offsets are no zones: they know no summer time. */
const OFFSET_START = /^[+-]/;

/** What is said of a name that is none. */
export const UNKNOWN_TIMEZONE_MESSAGE = 'is no time zone of the IANA database such as Europe/Berlin or UTC';

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
