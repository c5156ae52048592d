/** Most characters of a value that an event shows. */
const MOST_CHARACTERS = 200;
/** Most items of a list that an event shows. */
const MOST_ITEMS = 50;

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
export function changesOf(before: object, after: object, shown: readonly string[]): ChangePayload {
  const was = new Map(Object.entries(before));
  const is = new Map(Object.entries(after).filter(([, value]) => value !== undefined));
  const changed = [...is.keys()].filter(
    (name) => JSON.stringify(was.get(name) ?? null) !== JSON.stringify(is.get(name)),
  );
  const visible = changed.filter((name) => shown.includes(name));
  const of = (values: ReadonlyMap<string, unknown>) =>
    Object.fromEntries(visible.map((name) => [name, small(values.get(name) ?? null)]));
  return { changed, before: of(was), after: of(is) };
}

/** The same for something new: its small fields. */
export function fieldsOf(row: object, shown: readonly string[]): Readonly<Record<string, unknown>> {
  const entries = Object.entries(row).filter(([name, value]) => shown.includes(name) && value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, small(value)]));
}

function small(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MOST_CHARACTERS) return `${value.slice(0, MOST_CHARACTERS)}…`;
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(small);
  return value;
}
