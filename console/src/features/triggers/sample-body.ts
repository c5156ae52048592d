/** The properties of a webhook that decide which fields its body needs. */
interface WebhookInput {
  readonly target_type: 'task' | 'task_agent';
  readonly payload_mapping: Readonly<Record<string, string>> | null;
  readonly include_raw_payload: boolean;
  readonly idempotency_key_path: string | null;
}

/** Input of a task that the raw body fills. */
const RAW_INPUT = 'raw_payload';
/** Highest index of a list in a sample. */
const MAX_INDEX = 20;
/** A segment of a JSONPath: a name after a dot, a quoted name, an index or a wildcard. */
const SEGMENT = /\.([\p{L}_][\p{L}\p{N}_]*)|\[(?:'([^'\\]*)'|"([^"\\]*)"|(\d+))\]|\.\*|\[\*\]/uy;

interface SampleValues {
  /** Variables of the target's prompts. */
  readonly variables: readonly string[];
  /** Value of the idempotency key. */
  readonly key: string;
  readonly toValue: (variable: string) => string;
}

/** Returns a body that a webhook accepts: a value for each variable, at the paths of its mapping. */
export function createSampleBody(webhook: WebhookInput, { variables, key, toValue }: SampleValues): unknown {
  const { target_type, payload_mapping: mapping, include_raw_payload, idempotency_key_path } = webhook;
  const names = target_type === 'task_agent' ? ['message'] : variables;
  const filled = include_raw_payload ? names.filter((name) => name !== RAW_INPUT) : names;
  const fields = mapping
    ? Object.entries(mapping).map(([name, path]) => [path, toValue(name)] as const)
    : filled.map((name) => [`$[${JSON.stringify(name)}]`, toValue(name)] as const);
  const keyFields = idempotency_key_path === null ? [] : [[idempotency_key_path, key] as const];
  return [...fields, ...keyFields].reduce<unknown>((body, [path, value]) => {
    const segments = parsePath(path);
    return segments ? setValue(body, segments, value) : body;
  }, {});
}

/** Returns the segments of a path into the body; a wildcard is the first index. Returns undefined for other paths. */
function parsePath(path: string): readonly (string | number)[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const segments: (string | number)[] = [];
  SEGMENT.lastIndex = 1;
  while (SEGMENT.lastIndex < path.length) {
    const found = SEGMENT.exec(path);
    if (!found || Number(found[4] ?? 0) > MAX_INDEX) return undefined;
    segments.push(found[1] ?? found[2] ?? found[3] ?? Number(found[4] ?? 0));
  }
  return segments;
}

/** Returns a copy of `current` with a value at a path. A value that another path put there remains. */
function setValue(current: unknown, [segment, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (segment === undefined) return current ?? value;
  if (typeof segment === 'number') {
    const list: unknown[] = Array.isArray(current) ? [...current] : [];
    list[segment] = setValue(list[segment], rest, value);
    return list;
  }
  const fields = typeof current === 'object' && !Array.isArray(current) ? current : {};
  return { ...fields, [segment]: setValue((fields as Record<string, unknown>)?.[segment], rest, value) };
}
