/** Joins class names and skips falsy values. */
export function joinClassNames(...names: readonly (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ');
}
