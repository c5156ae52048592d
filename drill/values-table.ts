/** Maximum number of violations that are printed. */
const MAX_LISTED_VIOLATIONS = 40;

/** Returns the table of a drill's results and violations. */
export function renderValuesTable(
  rows: readonly (readonly [name: string, value: string])[],
  violations: readonly string[],
): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return [...table, ...violations.slice(0, MAX_LISTED_VIOLATIONS).map((line) => `  ${line}`)].join('\n');
}
