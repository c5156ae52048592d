import type { Json } from './errors.ts';

/** Values of strings by format. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '019ac2f4-6d1e-7b3a-9c58-2f4e6a8b0c1d',
  'date-time': '2026-11-27T09:30:00.000Z',
  date: '2026-11-27',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  binary: '',
};

/** Values of strings by the end of the property's name. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/(?:^|_)(?:id|ids|by)$/, BY_FORMAT.uuid ?? ''],
  [/(?:^|_)(?:created|modified|since|until|at)$/, BY_FORMAT['date-time'] ?? ''],
  [/(?:^|_)(?:url|uri|href)$/, 'https://example.com/'],
  [/(?:^|_)email$/, 'ada@example.com'],
  [/(?:^|_)(?:name|title)$/, 'Invoice summary'],
  [/(?:^|_)(?:credits|cost|amount)$/, '12.5'],
  [/(?:^|_)(?:digest|hash|sha256)$/, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [/(?:^|_)timezone$/, 'Europe/Berlin'],
];

/** Values of strings with a pattern: the first that matches it. */
const CANDIDATES = [
  'example',
  'Invoice summary',
  '12.5',
  '1',
  'PT24H',
  '#0f766e',
  '/example',
  ...BY_NAME.map(([, text]) => text),
];

/** Maximum depth of an example, for schemas that contain themselves. */
const MAX_DEPTH = 8;

/** Derives example values from the schemas of a document. */
export class ExampleValues {
  readonly #schemas: Readonly<Record<string, Json>>;

  constructor(schemas: Readonly<Record<string, Json>>) {
    this.#schemas = schemas;
  }

  /** Returns a value that is valid for a schema. `name` is that of the property. */
  toExample(schema: Json, name = '', depth = 0): unknown {
    const { $ref, const: only, enum: choices, examples, default: usual } = schema;
    if (typeof $ref === 'string') return this.toExample(this.#schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name, depth);
    if (only !== undefined) return only;
    if (Array.isArray(examples)) return examples[0];
    if (usual !== undefined && usual !== null) return usual;
    if (Array.isArray(choices)) return choices[0];
    const variants = (schema.anyOf ?? schema.oneOf) as readonly Json[] | undefined;
    if (variants !== undefined) return this.toExample(this.#choose(variants, depth), name, depth);
    const [type] = [schema.type].flat().filter((one) => one !== 'null');
    if (type === 'object') return this.#toObject(schema, depth);
    if (type === 'array') return this.#toArray(schema, name, depth);
    if (type === 'integer' || type === 'number') return toNumber(schema);
    if (type === 'boolean') return true;
    if (type === 'string') return toText(schema, name);
    return schema.type === 'null' ? null : 'example';
  }

  #choose(variants: readonly Json[], depth: number): Json {
    const empty = variants.find(({ type }) => type === 'null');
    return (depth >= MAX_DEPTH ? empty : variants.find((one) => one !== empty)) ?? variants[0] ?? {};
  }

  #toObject({ properties = {}, required = [] }: Json, depth: number): Json {
    const names = required as readonly string[];
    const entries = Object.entries(properties as Readonly<Record<string, Json>>)
      .filter(([name]) => depth < MAX_DEPTH || names.includes(name))
      .map(([name, property]) => [name, this.toExample(property, name, depth + 1)]);
    return Object.fromEntries(entries);
  }

  #toArray({ items = {}, minItems = 0, maxItems = 1 }: Json, name: string, depth: number): unknown[] {
    const length = depth >= MAX_DEPTH ? Number(minItems) : Math.min(Math.max(1, Number(minItems)), Number(maxItems));
    return Array.from({ length }, () => this.toExample(items as Json, name, depth + 1));
  }
}

function toNumber({ minimum = 0, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum = -1 }: Json): number {
  return Math.min(Math.max(1, Number(minimum), Number(exclusiveMinimum) + 1), Number(maximum));
}

function toText({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Json, name: string): string {
  if (typeof format === 'string' && BY_FORMAT[format] !== undefined) return BY_FORMAT[format];
  const named = BY_NAME.find(([end]) => end.test(name))?.[1];
  const fits = (text: string) =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text));
  return [named ?? 'example', ...CANDIDATES].find(fits) ?? 'x'.repeat(Number(minLength));
}
