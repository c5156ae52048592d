/** Most violations that are told one by one. */
const MAX_LISTED_VIOLATIONS = 40;

/** The table of what a drill came to, and what was violated. */
export function renderValuesTable(
  rows: readonly (readonly [name: string, value: string])[],
  violations: readonly string[],
): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return [...table, ...violations.slice(0, MAX_LISTED_VIOLATIONS).map((line) => `  ${line}`)].join('\n');
}
