/** Most characters of a value that an event shows. */
const MAX_TEXT_LENGTH = 200;
/** Most items of a list that an event shows. */
const MAX_LIST_ITEMS = 50;

/** What a change did, as an event's payload tells it. */
export interface ChangePayload {
  /** Names of all fields that differ. */
  readonly changed: readonly string[];
  /** Values before and after, of the fields that may be shown. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/**
 * What differs between two states of a thing, over the fields of the second. Values show only for the fields named in
 * `shown`: those that are small and can't hold a secret, a prompt or what people wrote to each other.
 */
export function toChangePayload(before: object, after: object, shown: readonly string[]): ChangePayload {
  const was = new Map(Object.entries(before));
  const is = new Map(Object.entries(after).filter(([, value]) => value !== undefined));
  const changed = [...is.keys()].filter(
    (name) => JSON.stringify(was.get(name) ?? null) !== JSON.stringify(is.get(name)),
  );
  const visible = changed.filter((name) => shown.includes(name));
  const of = (values: ReadonlyMap<string, unknown>) =>
    Object.fromEntries(visible.map((name) => [name, truncate(values.get(name) ?? null)]));
  return { changed, before: of(was), after: of(is) };
}

/** The same for something new: its small fields. */
export function pickFields(row: object, shown: readonly string[]): Readonly<Record<string, unknown>> {
  const entries = Object.entries(row).filter(([name, value]) => shown.includes(name) && value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, truncate(value)]));
}

function truncate(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) return `${value.slice(0, MAX_TEXT_LENGTH)}…`;
  if (Array.isArray(value)) return value.slice(0, MAX_LIST_ITEMS).map(truncate);
  return value;
}
