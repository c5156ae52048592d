/** Offsets are not time zones: they have no daylight saving time. */
const OFFSET_START = /^[+-]/;

/** Message for an unknown time zone. */
export const UNKNOWN_TIMEZONE_MESSAGE = 'is no time zone of the IANA database such as Europe/Berlin or UTC';

/** Returns whether the IANA database has a time zone of this name. */
export function isTimezone(name: string): boolean {
  if (OFFSET_START.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
