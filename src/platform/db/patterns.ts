/** Returns the `ilike` pattern for texts that contain this text. */
export function toContainsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
