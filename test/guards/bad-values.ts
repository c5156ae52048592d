import { randomUUID } from 'node:crypto';
import type { Json } from '../support/client.ts';
import { selectShare } from '../support/walk-plan.ts';

/** A JSON Schema, as TypeBox creates it. */
type Schema = Json;

/** A value at a path of a body that must be rejected, and the reason. */
export interface Mutation {
  readonly path: readonly (string | number)[];
  readonly what: string;
  readonly value: unknown;
  /** Schema of the field that must reject it; undefined if that is the body, or the object without the field. */
  readonly field?: Schema | undefined;
}

/** The alternatives of a schema: both for `A or null`. */
function branches(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(branches) : [schema];
}

const typeOf = (schema: Schema): string | undefined => schema.type;

/** Whether the schema accepts any value. */
function takesAnything(schema: Schema): boolean {
  return branches(schema).some((branch) => typeOf(branch) === undefined && branch.const === undefined && !branch.enum);
}

/** A small value that matches the schema. */
function createSample(schema: Schema): unknown {
  const [first] = branches(schema);
  if (first.default !== undefined) return first.default;
  if (first.enum) return first.enum[0];
  switch (typeOf(first)) {
    case 'string':
      if (first.format === 'uuid') return randomUUID();
      if (first.format === 'email') return 'a@b.example';
      if (first.format === 'date-time') return '2026-01-01T00:00:00Z';
      return first.pattern?.includes('\\d') ? '1' : first.pattern?.includes('/') ? 'text/plain' : 'x';
    case 'integer':
    case 'number':
      return Math.max(1, first.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: first.minItems ?? 0 }, () => createSample(first.items));
    case 'object':
      return Object.fromEntries(
        Object.entries<Schema>(first.properties ?? {})
          .filter(([name]) => first.required?.includes(name))
          .map(([name, inner]) => [name, createSample(inner)]),
      );
    default:
      return 'x';
  }
}

/** Every invalid value for every path of a body. */
function listMutations(schema: Schema, path: readonly (string | number)[] = []): Mutation[] {
  const found: Mutation[] = [];
  const field = path.length === 0 ? undefined : schema;
  const add = (what: string, value: unknown) => found.push({ path, what, value, field });
  const alternatives = branches(schema);
  const types = new Set(alternatives.map(typeOf));
  if (!takesAnything(schema)) {
    for (const [what, value, fits] of WRONG_TYPES) if (!fits.some((type) => types.has(type))) add(what, value);
  }
  for (const branch of alternatives) {
    for (const [what, value] of wrongOf(branch)) {
      // If a string or a number is allowed, a number as a string is valid.
      const isScalar = ['number', 'boolean'].includes(typeOf(branch) ?? '');
      if (!isScalar || !types.has(typeof value)) add(what, value);
    }
    if (typeOf(branch) === 'object') {
      for (const [name, inner] of Object.entries<Schema>(branch.properties ?? {})) {
        const place = [...path, name];
        // A missing required field with a default gets the default.
        const needed = branch.required?.includes(name) && inner.default === undefined;
        if (needed) found.push({ path: place, what: 'left out', value: undefined });
        // Null counts as omitted where that is allowed.
        const isAllowed = ({ path: at, value }: Mutation) => !needed && value === null && at.length === place.length;
        found.push(...listMutations(inner, place).filter((mutation) => !isAllowed(mutation)));
      }
    }
    if (typeOf(branch) === 'array') found.push(...listMutations(branch.items, [...path, 0]));
  }
  return found;
}

/** What a schema says besides its rules. */
const ANNOTATIONS: readonly string[] = ['description', 'title', 'examples', 'default'];

/** Returns the rules of a schema as text, equal for equal rules. */
const toRules = (schema: Schema) =>
  JSON.stringify(schema, (key, value) => (ANNOTATIONS.includes(key) ? undefined : value));

/**
 * Deals invalid values to bodies: every value of a body itself and every omission; one value of each field; and every
 * value of fields with equal rules, over all bodies. With `WALKS=whole`, every value of every field.
 */
export function dealMutations(schemas: readonly Schema[]): Mutation[][] {
  const dealt = new Map<string, Set<string>>();
  return schemas.map((schema, turn) => {
    const byField = Map.groupBy(listMutations(schema), ({ path, field }) => field && path.join('.'));
    return [...byField.values()].flatMap((mutations) => {
      const field = mutations[0]?.field;
      if (field === undefined) return mutations;
      const rules = toRules(field);
      const tried = dealt.get(rules) ?? new Set();
      const { first = [], again = [] } = Object.groupBy(mutations, ({ what }) => (tried.has(what) ? 'again' : 'first'));
      dealt.set(rules, new Set([...tried, ...first.map(({ what }) => what)]));
      return [...first, ...selectShare(again, 1, turn)];
    });
  });
}

const WRONG_TYPES: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['null', null, ['null']],
  ['a number', 4711.5, ['number']],
  ['a truth value', true, ['boolean']],
  ['a text', 'yes', ['string']],
  ['a list', ['x'], ['array']],
  ['an object', { x: 1 }, ['object']],
];

/** Invalid values of the right type. */
function wrongOf(schema: Schema): [string, unknown][] {
  const wrong: [string, unknown][] = [];
  if (schema.enum)
    return [
      ['an unknown word', 'no-such-word'],
      ['an empty word', ''],
    ];
  switch (typeOf(schema)) {
    case 'string':
      wrong.push(['a NUL character', 'a\u0000b'], ['half a surrogate pair', 'a\ud800']);
      if (schema.format !== undefined) wrong.push(['text of another form', 'not-one']);
      if (schema.format === 'uuid')
        wrong.push(
          ['a UUID with one character more', `${randomUUID()}0`],
          ['a UUID as a URN', `urn:uuid:${randomUUID()}`],
        );
      if (schema.maxLength !== undefined) wrong.push(['too long a text', overlong(schema)]);
      if (schema.minLength > 0) wrong.push(['an empty text', '']);
      break;
    case 'integer':
    case 'number':
      if (schema.minimum !== undefined) wrong.push(['too small a number', schema.minimum - 1]);
      if (schema.exclusiveMinimum !== undefined) wrong.push(['too small a number', schema.exclusiveMinimum]);
      if (schema.maximum !== undefined) wrong.push(['too large a number', schema.maximum + 1]);
      wrong.push(['a number as text', '5'], ['an integer that a double would round', 2n ** 53n + 1n]);
      break;
    case 'boolean':
      wrong.push(['a truth value as text', 'true'], ['a truth value as number', 1]);
      break;
    case 'array':
      if (schema.maxItems !== undefined)
        wrong.push(['too long a list', Array.from({ length: schema.maxItems + 1 }, () => createSample(schema.items))]);
      if (schema.minItems > 0) wrong.push(['an empty list', []]);
      break;
    case 'object':
      wrong.push(['a key with a NUL character', { 'a\u0000': 1 }], ['an object that is nested too deep', deep(80)]);
      break;
  }
  return wrong;
}

function overlong(schema: Schema): string {
  const text = 'x'.repeat(schema.maxLength + 1);
  return schema.format === 'email' ? `${text}@b.example` : text;
}

function deep(levels: number): unknown {
  return levels === 0 ? 1 : { a: deep(levels - 1) };
}

/** A body with one value changed. Missing parents are generated from the schema. */
export function applyMutation(body: Json, schema: Schema, mutation: Mutation): Json {
  if (mutation.path.length === 0) return mutation.value;
  const copy = structuredClone(body);
  let at = copy;
  let here = schema;
  for (const [index, part] of mutation.path.entries()) {
    const last = index === mutation.path.length - 1;
    const container = branches(here).find(
      (branch) => typeOf(branch) === (typeof part === 'number' ? 'array' : 'object'),
    );
    here = typeof part === 'number' ? container.items : container.properties[part];
    if (last) {
      if (mutation.value === undefined) delete at[part];
      else at[part] = mutation.value;
    } else {
      const next = branches(here).find((branch) => ['object', 'array'].includes(typeOf(branch) ?? ''));
      if (typeof at[part] !== 'object' || at[part] === null) at[part] = next ? createSample(next) : {};
      at = at[part];
    }
  }
  return copy;
}

/** Invalid values of a query parameter, as text. */
export function listInvalidQueries(schema: Schema): [string, string][] {
  const wrong: [string, string][] = [];
  for (const branch of branches(typeOf(schema) === 'array' ? schema.items : schema)) {
    if (branch.enum) wrong.push(['an unknown word', 'no-such-word']);
    switch (typeOf(branch)) {
      case 'string':
        wrong.push(['a NUL character', 'a\u0000b']);
        if (branch.format !== undefined) wrong.push(['text of another form', 'not-one']);
        if (branch.format === 'uuid') wrong.push(['a UUID as a URN', `urn:uuid:${randomUUID()}`]);
        if (branch.maxLength !== undefined) wrong.push(['too long a text', 'x'.repeat(branch.maxLength + 1)]);
        break;
      case 'integer':
        wrong.push(['a text', 'many'], ['half a number', '1.5'], ['an endless number', '9'.repeat(30)]);
        if (branch.minimum !== undefined) wrong.push(['too small a number', String(branch.minimum - 1)]);
        if (branch.maximum !== undefined) wrong.push(['too large a number', String(branch.maximum + 1)]);
        break;
      case 'boolean':
        wrong.push(['a text', 'perhaps'], ['a number', '2']);
        break;
    }
  }
  return wrong;
}
