/** Source of generated values. */
interface ValueSource {
  /** Text of the user. */
  readonly text: string;
  /** Whether objects get all properties or only required ones. */
  readonly fill: 'all' | 'required';
}

type Schema = Readonly<Record<string, unknown>>;

interface ValueContext extends ValueSource {
  /** Complete schema, for local references. */
  readonly root: unknown;
  /** Name of the property. */
  readonly key: string;
  readonly depth: number;
}

/** References can be circular: deeper objects get only required properties. */
const MAX_OPTIONAL_DEPTH = 4;
/** Deeper values are null. */
const MAX_DEPTH = 12;

const FORMAT_EXAMPLES: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T12:00:00Z',
  date: '2026-01-01',
  time: '12:00:00Z',
  duration: 'PT1H',
  uuid: '00000000-0000-4000-8000-000000000000',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
};

/** Generates a plausible value for a JSON schema: the first option, or numbers and strings of the user's text. */
export function generateValue(schema: unknown, source: ValueSource): unknown {
  return generate(schema, { ...source, root: schema, key: '', depth: 0 });
}

function generate(input: unknown, context: ValueContext): unknown {
  const schema = resolveSchema(input, context.root);
  if (context.depth > MAX_DEPTH) return null;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('default' in schema) return schema.default;
  const choice = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (choice)
    return generate(
      choice.find((option) => getType(resolveSchema(option, context.root)) !== 'null') ?? {},
      descend(context),
    );
  switch (getType(schema)) {
    case 'object':
      return generateObject(schema, context);
    case 'array':
      return generateArray(schema, context);
    case 'integer':
    case 'number':
      return generateNumber(schema, context.text);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return generateString(schema, context);
  }
}

function resolveSchema(input: unknown, root: unknown): Schema {
  if (typeof input !== 'object' || input === null) return {};
  const schema: Schema = { ...input };
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((part) => resolveSchema(part, root));
    const properties = Object.assign({}, ...parts.map((part) => part.properties), schema.properties);
    const required = [...parts, schema].flatMap((part) => (Array.isArray(part.required) ? part.required : []));
    return Object.assign({}, ...parts, { ...schema, allOf: undefined, properties, required });
  }
  if (typeof schema.$ref !== 'string' || !schema.$ref.startsWith('#')) return schema;
  let target: unknown = root;
  for (const segment of schema.$ref.split('/').slice(1))
    target = toEntries(target).get(segment.replace('~1', '/').replace('~0', '~'));
  return target === input ? {} : resolveSchema(target, root);
}

function getType(schema: Schema): unknown {
  if (Array.isArray(schema.type)) return schema.type.find((type) => type !== 'null') ?? 'null';
  return schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : undefined);
}

function generateObject(schema: Schema, context: ValueContext): Record<string, unknown> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = [...toEntries(schema.properties)];
  const all = context.fill === 'all' && context.depth < MAX_OPTIONAL_DEPTH;
  const included = properties.filter(([key]) => all || required.includes(key));
  return Object.fromEntries(included.map(([key, property]) => [key, generate(property, { ...descend(context), key })]));
}

function generateArray(schema: Schema, context: ValueContext): unknown[] {
  const prefixItems = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const more = Math.max(0, Math.max(1, toNumber(schema.minItems) ?? 1) - prefixItems.length);
  const items = [...prefixItems, ...new Array(Math.min(more, 100)).fill(schema.items)];
  return items.slice(0, toNumber(schema.maxItems)).map((item) => generate(item, descend(context)));
}

function generateNumber(schema: Schema, text: string): number {
  const segment = toNumber(schema.multipleOf) ?? (schema.type === 'integer' ? 1 : 0);
  const min =
    toNumber(schema.minimum) ?? add(toNumber(schema.exclusiveMinimum), segment || 0.5) ?? Number.NEGATIVE_INFINITY;
  const max =
    toNumber(schema.maximum) ?? add(toNumber(schema.exclusiveMaximum), -(segment || 0.5)) ?? Number.POSITIVE_INFINITY;
  const number = Number(/-?\d+(?:\.\d+)?/.exec(text)?.[0] ?? 1);
  const value = Math.min(max, Math.max(min, number));
  if (!segment) return value;
  const rounded = Math.floor(value / segment) * segment;
  return rounded < min ? rounded + segment : rounded;
}

function generateString(schema: Schema, { key, text }: ValueContext): string {
  const value = generateText(key, typeof schema.format === 'string' ? schema.format : '', text);
  return value.padEnd(toNumber(schema.minLength) ?? 0, '.').slice(0, toNumber(schema.maxLength));
}

function generateText(key: string, format: string, text: string): string {
  const example = FORMAT_EXAMPLES[format];
  if (example !== undefined) return example;
  if (format === 'email') return /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/.exec(text)?.[0] ?? 'demo@example.com';
  if (/^uri|^url/.test(format) || /url|uri/i.test(key))
    return /https?:\/\/[^\s"'<>]+/.exec(text)?.[0] ?? 'https://example.com/';
  if (/time_?zone/i.test(key)) return /\b[A-Z][a-z]+\/[A-Z][\w+-]+/.exec(text)?.[0] ?? 'UTC';
  if (/expression|formula/i.test(key)) return /[\d(][\d\s.()+*/^%-]*[\d)]|\d/.exec(text)?.[0] ?? '6 * 7';
  return /"([^"]+)"/.exec(text)?.[1] ?? (text.trim() || 'demo');
}

function descend(context: ValueContext): ValueContext {
  return { ...context, depth: context.depth + 1 };
}

const toEntries = (value: unknown): Map<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
const toNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const add = (value: number | undefined, more: number): number | undefined =>
  value === undefined ? undefined : value + more;
