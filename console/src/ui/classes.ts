/** Class names in one text; what does not hold is left out. */
export function classes(...names: readonly (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ');
}
