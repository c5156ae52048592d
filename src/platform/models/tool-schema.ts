/**
 * Schemas of tools in the form that providers take. A provider refuses the whole request for one schema that it can't
 * read, so whatever it could refuse is corrected or left out. Calls are checked against the schema as it was declared.
 */
import { isRecord } from '../json-schema.ts';
import type { ModelProvider } from './catalogue.ts';
import type { JsonSchema } from './request.ts';

type Schema = Record<string, unknown>;
type Correct = (value: unknown, context: Context) => unknown;

interface Context {
  readonly provider: ModelProvider;
  readonly root: Schema;
  readonly depth: number;
  /** References that are being written out around this place, and how many more may be. */
  readonly open: readonly string[];
  readonly budget: { left: number };
}

/** Levels of subschemas that are shown; a deeper one takes any value. */
const MAX_DEPTH = 30;
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Words for types that servers write in place of those of JSON Schema. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  list: 'array',
  dict: 'object',
  map: 'object',
  none: 'null',
};
/** Most references of one schema that are written out. */
const MAX_INLINED = 100;
/** Keywords that OpenAI or Anthropic refuse at the root. */
const REFUSED_AT_ROOT = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const']);
/** Formats that Google takes. */
const GOOGLE_FORMATS = new Set(['date-time', 'date', 'time', 'int32', 'int64', 'float', 'double']);
/** Property names that Anthropic takes. */
const ANTHROPIC_NAME = /^[\w.-]{1,64}$/;

const one: Correct = (value, context) => subschema(value, context);
const many: Correct = (value, context) =>
  Array.isArray(value) && value.length > 0 ? value.map((item) => subschema(item, context)) : undefined;
const named: Correct = (value, context) => {
  if (!isRecord(value)) return undefined;
  // A property that takes no value need not be offered.
  const offered = Object.entries(value).filter(([, item]) => item !== false);
  return Object.fromEntries(offered.map(([name, item]) => [name, subschema(item, context)]));
};
const boolOrSchema: Correct = (value, context) => (typeof value === 'boolean' ? value : subschema(value, context));
const number: Correct = (value) => (typeof value === 'number' || typeof value === 'bigint' ? value : undefined);
const count: Correct = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined);
const text: Correct = (value) => (typeof value === 'string' ? value : undefined);
const boolean: Correct = (value) => (typeof value === 'boolean' ? value : undefined);
const asIs: Correct = (value) => value;
const names: Correct = (value) =>
  Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === 'string'))] : undefined;

/** How the value of each keyword is corrected; undefined leaves it out. Keywords that are not listed say nothing to a model. */
const KEYWORDS: Readonly<Record<string, Correct>> = {
  ...{ title: text, description: text, default: asIs, const: asIs, format: text, deprecated: boolean },
  ...{ examples: (value) => (Array.isArray(value) ? value : undefined), readOnly: boolean, writeOnly: boolean },
  ...{ contentEncoding: text, contentMediaType: text },
  type: (value) => typeOf(value),
  enum: (value) => (Array.isArray(value) && value.length > 0 ? withoutDuplicates(value) : undefined),
  pattern: (value) => (typeof value === 'string' && isPattern(value) ? value : undefined),
  ...{ minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number },
  multipleOf: (value) => (typeof value === 'number' && value > 0 ? value : undefined),
  ...{ minLength: count, maxLength: count, minItems: count, maxItems: count, uniqueItems: boolean },
  ...{ minContains: count, maxContains: count, minProperties: count, maxProperties: count },
  ...{ anyOf: many, oneOf: many, allOf: many, not: one },
  ...{ items: one, prefixItems: many, contains: one },
  ...{ properties: named, patternProperties: named, required: names, propertyNames: one },
  ...{ additionalProperties: boolOrSchema, unevaluatedProperties: boolOrSchema, dependentSchemas: named },
  ...{ $defs: named },
};

/** Returns a tool's input schema as the provider takes it: an object at the root, and no form that it refuses. */
export function providerSchema(schema: JsonSchema, provider: ModelProvider): JsonSchema {
  const root = rootOf({ ...schema });
  const context = { provider, root, depth: 0, open: [], budget: { left: MAX_INLINED } };
  const corrected = subschema({ ...root, type: 'object' }, context);
  const properties = isRecord(corrected.properties) ? corrected.properties : {};
  return { ...corrected, type: 'object', properties } as JsonSchema;
}

/** The schema of the root: what it refers to stands in its place, and what providers refuse there does not. */
function rootOf(schema: Schema): Schema {
  const referred = typeof schema.$ref === 'string' ? placeIn(schema, schema.$ref) : undefined;
  const { $ref: _, definitions, $defs, ...own } = { ...(isRecord(referred) ? referred : {}), ...schema };
  const defined = { ...(isRecord(definitions) ? definitions : {}), ...(isRecord($defs) ? $defs : {}) };
  const entries = Object.entries(own).filter(([word]) => !REFUSED_AT_ROOT.has(word));
  return { ...Object.fromEntries(entries), ...(Object.keys(defined).length > 0 && { $defs: defined }) };
}

/** What a reference within the document leads to; undefined where that is nothing. */
function placeIn(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let at: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function subschema(value: unknown, { depth, ...context }: Context): Schema {
  if (value === false) return { not: {} };
  if (!isRecord(value) || depth >= MAX_DEPTH) return {};
  const inner = { ...context, depth: depth + 1 };
  if (typeof value.$ref === 'string') return reference(value.$ref, value, inner);
  const entries = Object.entries(modern(value)).flatMap(([word, given]) => {
    const correct = Object.hasOwn(KEYWORDS, word) ? KEYWORDS[word] : undefined;
    const corrected = correct?.(given, inner);
    return corrected === undefined ? [] : [[word, corrected] as const];
  });
  const schema = withParts(Object.fromEntries(entries));
  if (context.provider === 'google' && !GOOGLE_FORMATS.has(String(schema.format))) delete schema.format;
  return context.provider === 'anthropic' ? withTakenNames(schema) : schema;
}

/** A reference to a definition stays one; what any other leads to stands in its place, but for what contains itself. */
function reference($ref: string, { description }: Schema, context: Context): Schema {
  const { root, open, budget, provider } = context;
  const described = typeof description === 'string' ? { description } : {};
  const place = $ref.replace(/^#\/definitions\//, '#/$defs/');
  const target = placeIn(root, place);
  if (target === undefined) return described;
  if (/^#\/\$defs\/[^/]+$/.test(place)) return provider === 'google' ? { $ref: place } : { $ref: place, ...described };
  if (open.includes(place) || budget.left-- <= 0) return described;
  return { ...subschema(target, { ...context, open: [...open, place] }), ...described };
}

/** A schema of an older draft or of OpenAPI 3.0 in the words of the draft 2020-12. */
function modern(schema: Schema): Schema {
  const { nullable, additionalItems, ...rest } = schema;
  const changed: Schema = rest;
  if (Array.isArray(rest.items)) Object.assign(changed, { prefixItems: rest.items, items: additionalItems ?? {} });
  for (const [exclusive, inclusive] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const)
    if (changed[exclusive] === true && inclusive in changed) {
      changed[exclusive] = changed[inclusive];
      delete changed[inclusive];
    }
  if (nullable !== true) return changed;
  if (changed.type !== undefined) changed.type = [changed.type, 'null'].flat();
  if (Array.isArray(changed.enum) && changed.enum.length > 0) changed.enum = [...changed.enum, null];
  return changed;
}

/** A schema that says its type where its other words do, and what lists and objects hold, which OpenAI asks for. */
function withParts(schema: Schema): Schema {
  const isCombined = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((word) => word in schema);
  const implied =
    'properties' in schema ? 'object' : 'items' in schema || 'prefixItems' in schema ? 'array' : undefined;
  const typed =
    schema.type === undefined && implied !== undefined && !isCombined ? { type: implied, ...schema } : schema;
  const isList = [typed.type].flat().includes('array');
  // A list's `items` that take nothing are of use beside the places of a tuple only, and OpenAI asks for an object.
  const items = isRecord(typed.items) && !('not' in typed.items) ? typed.items : {};
  return isList || 'items' in typed ? { ...typed, items } : typed;
}

function typeOf(value: unknown): unknown {
  const types = [value].flat().flatMap((name) => {
    if (typeof name !== 'string') return [];
    const lower = name.toLowerCase();
    const known = Object.hasOwn(TYPE_ALIASES, lower) ? TYPE_ALIASES[lower] : lower;
    return known !== undefined && TYPES.has(known) ? [known] : [];
  });
  const distinct = [...new Set(types)];
  return distinct.length <= 1 ? distinct[0] : distinct;
}

function withoutDuplicates(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** A schema whose other properties are described in words: Anthropic refuses their names, but a model can write them. */
function withTakenNames(schema: Schema): Schema {
  if (!isRecord(schema.properties)) return schema;
  const entries = Object.entries(schema.properties);
  const refused = entries.filter(([name]) => !ANTHROPIC_NAME.test(name));
  if (refused.length === 0) return schema;
  const { required, additionalProperties: _closed, ...rest } = schema;
  const needed = Array.isArray(required) ? required : [];
  const words = refused.map(([name, value]) => {
    const how = needed.includes(name) ? 'required' : 'optional';
    return `${JSON.stringify(name)} (${how}): ${JSON.stringify(value)}`;
  });
  return {
    ...rest,
    description: [rest.description, `Further properties: ${words.join('; ')}`].filter(Boolean).join('\n\n'),
    properties: Object.fromEntries(entries.filter(([name]) => ANTHROPIC_NAME.test(name))),
    required: needed.filter((name) => !refused.some(([other]) => other === name)),
  };
}
