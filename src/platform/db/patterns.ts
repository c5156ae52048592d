/** The pattern of `ilike` for texts that have this one in them. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
