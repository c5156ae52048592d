/** Maximum length of a value in an event, in characters. */
const MAX_TEXT_LENGTH = 200;
/** Maximum number of list items in an event. */
const MAX_LIST_ITEMS = 50;

/** Changes in an event's payload. */
export interface ChangePayload {
  /** Names of all changed fields. */
  readonly changed: readonly string[];
  /** Values before and after, for the fields in `shown`. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * Differences between two states, over the fields of the second. Only fields in `shown` include values: small ones
 * without secrets, prompts or messages.
 */
export function toChangePayload(before: object, after: object, shown: readonly string[]): ChangePayload {
  const previous = new Map(Object.entries(before));
  const current = new Map(Object.entries(after).filter(([, value]) => value !== undefined));
  const changed = [...current.keys()].filter(
    (name) => JSON.stringify(previous.get(name) ?? null) !== JSON.stringify(current.get(name)),
  );
  const visible = changed.filter((name) => shown.includes(name));
  const pickVisible = (values: ReadonlyMap<string, unknown>) =>
    Object.fromEntries(visible.map((name) => [name, truncate(values.get(name) ?? null)]));
  return { changed, before: pickVisible(previous), after: pickVisible(current) };
}

/** Shown fields of a new record. */
export function pickFields(row: object, shown: readonly string[]): Readonly<Record<string, unknown>> {
  const entries = Object.entries(row).filter(([name, value]) => shown.includes(name) && value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, truncate(value)]));
}

function truncate(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) return `${value.slice(0, MAX_TEXT_LENGTH)}…`;
  if (Array.isArray(value)) return value.slice(0, MAX_LIST_ITEMS).map(truncate);
  return value;
}
