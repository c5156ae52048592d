/** The pattern of `ilike` for texts that have this one in them. */
export function toContainsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
