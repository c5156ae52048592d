/** Characters of a value that a row shows. */
const LONGEST = 160;

/** A value in a row: text as it is, anything else as JSON. */
export function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** The fields of an input in a row, by name; a message as it is. */
export function shortInput(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return short(value);
  return short(
    Object.entries(value)
      .map(([name, each]) => `${name}: ${short(each)}`)
      .join(' · '),
  );
}
