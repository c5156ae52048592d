/** What made-up values are drawn from. */
interface Source {
  /** The user's words. */
  readonly text: string;
  /** Whether objects get all of their properties or only the required ones. */
  readonly fill: 'all' | 'required';
}

type Schema = Readonly<Record<string, unknown>>;

interface Place extends Source {
  /** The whole schema, for local references. */
  readonly root: unknown;
  /** The property being filled. */
  readonly key: string;
  readonly depth: number;
}

/** References can go round in circles: below this, objects get only what they require. */
const DEEPEST_OPTIONAL = 4;
/** And below this, nothing. */
const DEEPEST = 12;

const PLAIN_FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T12:00:00Z',
  date: '2026-01-01',
  time: '12:00:00Z',
  duration: 'PT1H',
  uuid: '00000000-0000-4000-8000-000000000000',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
};

/** A plausible value for a JSON schema: the first option, numbers and strings from the user's words. */
export function valueFor(schema: unknown, source: Source): unknown {
  return fill(schema, { ...source, root: schema, key: '', depth: 0 });
}

function fill(given: unknown, place: Place): unknown {
  const schema = resolved(given, place.root);
  if (place.depth > DEEPEST) return null;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('default' in schema) return schema.default;
  const choice = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (choice)
    return fill(choice.find((option) => typeOf(resolved(option, place.root)) !== 'null') ?? {}, deeper(place));
  switch (typeOf(schema)) {
    case 'object':
      return objectFor(schema, place);
    case 'array':
      return arrayFor(schema, place);
    case 'integer':
    case 'number':
      return numberFor(schema, place.text);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return stringFor(schema, place);
  }
}

function resolved(given: unknown, root: unknown): Schema {
  if (typeof given !== 'object' || given === null) return {};
  const schema: Schema = { ...given };
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part) => resolved(part, root));
    const properties = Object.assign({}, ...parts.map((part) => part.properties), schema.properties);
    const required = [...parts, schema].flatMap((part) => (Array.isArray(part.required) ? part.required : []));
    return Object.assign({}, ...parts, { ...schema, allOf: undefined, properties, required });
  }
  if (typeof schema.$ref !== 'string' || !schema.$ref.startsWith('#')) return schema;
  let target: unknown = root;
  for (const step of schema.$ref.split('/').slice(1))
    target = entriesOf(target).get(step.replace('~1', '/').replace('~0', '~'));
  return target === given ? {} : resolved(target, root);
}

function typeOf(schema: Schema): unknown {
  if (Array.isArray(schema.type)) return schema.type.find((type) => type !== 'null') ?? 'null';
  return schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : undefined);
}

function objectFor(schema: Schema, place: Place): Record<string, unknown> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = [...entriesOf(schema.properties)];
  const all = place.fill === 'all' && place.depth < DEEPEST_OPTIONAL;
  const wanted = properties.filter(([key]) => all || required.includes(key));
  return Object.fromEntries(wanted.map(([key, property]) => [key, fill(property, { ...deeper(place), key })]));
}

function arrayFor(schema: Schema, place: Place): unknown[] {
  const fixed = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const more = Math.max(0, Math.max(1, countOf(schema.minItems) ?? 1) - fixed.length);
  const items = [...fixed, ...new Array(Math.min(more, 100)).fill(schema.items)];
  return items.slice(0, countOf(schema.maxItems)).map((item) => fill(item, deeper(place)));
}

function numberFor(schema: Schema, text: string): number {
  const step = countOf(schema.multipleOf) ?? (schema.type === 'integer' ? 1 : 0);
  const least =
    countOf(schema.minimum) ?? add(countOf(schema.exclusiveMinimum), step || 0.5) ?? Number.NEGATIVE_INFINITY;
  const most =
    countOf(schema.maximum) ?? add(countOf(schema.exclusiveMaximum), -(step || 0.5)) ?? Number.POSITIVE_INFINITY;
  const said = Number(/-?\d+(?:\.\d+)?/.exec(text)?.[0] ?? 1);
  const value = Math.min(most, Math.max(least, said));
  if (!step) return value;
  const down = Math.floor(value / step) * step;
  return down < least ? down + step : down;
}

function stringFor(schema: Schema, { key, text }: Place): string {
  const value = wordsFor(key, typeof schema.format === 'string' ? schema.format : '', text);
  return value.padEnd(countOf(schema.minLength) ?? 0, '.').slice(0, countOf(schema.maxLength));
}

function wordsFor(key: string, format: string, text: string): string {
  const plain = PLAIN_FORMATS[format];
  if (plain !== undefined) return plain;
  if (format === 'email') return /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0] ?? 'demo@example.com';
  if (/^uri|^url/.test(format) || /url|uri/i.test(key))
    return /https?:\/\/[^\s"'<>]+/.exec(text)?.[0] ?? 'https://example.com/';
  if (/time_?zone/i.test(key)) return /\b[A-Z][a-z]+\/[A-Z][\w+-]+/.exec(text)?.[0] ?? 'UTC';
  if (/expression|formula/i.test(key)) return /[\d(][\d\s.()+*/^%-]*[\d)]|\d/.exec(text)?.[0] ?? '6 * 7';
  return /"([^"]+)"/.exec(text)?.[1] ?? (text.trim() || 'demo');
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

const entriesOf = (value: unknown): Map<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
const countOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const add = (value: number | undefined, more: number): number | undefined =>
  value === undefined ? undefined : value + more;
