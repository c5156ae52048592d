/** Offsets are no zones: they know no summer time. */
const IS_OFFSET = /^[+-]/;

/** Whether the IANA database knows a time zone of this name. */
export function isTimezone(name: string): boolean {
  if (IS_OFFSET.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
