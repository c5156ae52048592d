/** Maximum length of a value in a row, in characters. */
const MAX_ROW_VALUE_LENGTH = 160;

/** Returns a value for a row: text unchanged, other values as JSON. */
export function formatRowValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > MAX_ROW_VALUE_LENGTH ? `${text.slice(0, MAX_ROW_VALUE_LENGTH)}…` : text;
}

/** Returns an input for a row: its fields by name, or the text unchanged. */
export function formatRowInput(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return formatRowValue(value);
  return formatRowValue(
    Object.entries(value)
      .map(([name, fieldValue]) => `${name}: ${formatRowValue(fieldValue)}`)
      .join(' · '),
  );
}
