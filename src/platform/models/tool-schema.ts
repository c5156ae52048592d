/**
 * Converts tool schemas to the form that providers accept. A provider rejects the complete request for one schema that
 * it cannot read. So anything that it may reject is corrected or dropped. Calls are validated against the declared
 * schema.
 */
import { isRecord } from '../json-schema.ts';
import { getProvider, type ProviderName } from './providers/index.ts';
import type { ModelProvider } from './providers/provider.ts';
import type { JsonSchema } from './request.ts';

type Schema = Record<string, unknown>;
type Correct = (value: unknown, context: Context) => unknown;

interface Context {
  readonly provider: ModelProvider;
  readonly root: Schema;
  readonly depth: number;
  /** References that are being expanded around this location, and how many more may be. */
  readonly expanding: readonly string[];
  readonly budget: { left: number };
}

/** Maximum levels of subschemas. A deeper one accepts any value. */
const MAX_DEPTH = 30;
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Type names that servers use instead of those of JSON Schema. */
const TYPE_ALIASES: Readonly<Record<string, string>> = {
  str: 'string',
  correctText: 'string',
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
/** Maximum number of expanded references per schema. */
const MAX_INLINED = 100;
/** Keywords that some providers reject at the root. */
const KEYWORDS_REJECTED_AT_ROOT = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const']);
const correctSchema: Correct = (value, context) => correctSubschema(value, context);
const correctSchemas: Correct = (value, context) =>
  Array.isArray(value) && value.length > 0 ? value.map((item) => correctSubschema(item, context)) : undefined;
const correctSchemaMap: Correct = (value, context) => {
  if (!isRecord(value)) return undefined;
  // A property that accepts no value is not offered.
  const offered = Object.entries(value).filter(([, item]) => item !== false);
  return Object.fromEntries(offered.map(([name, item]) => [name, correctSubschema(item, context)]));
};
const correctBooleanOrSchema: Correct = (value, context) =>
  typeof value === 'boolean' ? value : correctSubschema(value, context);
const correctNumber: Correct = (value) => (typeof value === 'number' || typeof value === 'bigint' ? value : undefined);
const correctCount: Correct = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined);
const correctText: Correct = (value) => (typeof value === 'string' ? value : undefined);
const correctBoolean: Correct = (value) => (typeof value === 'boolean' ? value : undefined);
const keepValue: Correct = (value) => value;
const correctNames: Correct = (value) =>
  Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === 'string'))] : undefined;

/** Corrections by keyword; undefined drops it. Unlisted keywords mean nothing to a model. */
const KEYWORDS: Readonly<Record<string, Correct>> = {
  ...{
    title: correctText,
    description: correctText,
    default: keepValue,
    const: keepValue,
    format: correctText,
    deprecated: correctBoolean,
  },
  ...{
    examples: (value) => (Array.isArray(value) ? value : undefined),
    readOnly: correctBoolean,
    writeOnly: correctBoolean,
  },
  ...{ contentEncoding: correctText, contentMediaType: correctText },
  type: (value) => correctType(value),
  enum: (value) => (Array.isArray(value) && value.length > 0 ? removeDuplicates(value) : undefined),
  pattern: (value) => (typeof value === 'string' && isPattern(value) ? value : undefined),
  ...{
    minimum: correctNumber,
    maximum: correctNumber,
    exclusiveMinimum: correctNumber,
    exclusiveMaximum: correctNumber,
  },
  multipleOf: (value) => (typeof value === 'number' && value > 0 ? value : undefined),
  ...{
    minLength: correctCount,
    maxLength: correctCount,
    minItems: correctCount,
    maxItems: correctCount,
    uniqueItems: correctBoolean,
  },
  ...{ minContains: correctCount, maxContains: correctCount, minProperties: correctCount, maxProperties: correctCount },
  ...{ anyOf: correctSchemas, oneOf: correctSchemas, allOf: correctSchemas, not: correctSchema },
  ...{ items: correctSchema, prefixItems: correctSchemas, contains: correctSchema },
  ...{
    properties: correctSchemaMap,
    patternProperties: correctSchemaMap,
    required: correctNames,
    propertyNames: correctSchema,
  },
  ...{
    additionalProperties: correctBooleanOrSchema,
    unevaluatedProperties: correctBooleanOrSchema,
    dependentSchemas: correctSchemaMap,
  },
  ...{ $defs: correctSchemaMap },
};

/** Returns a tool's input schema for a provider, with an object at the root. */
export function toProviderSchema(schema: JsonSchema, provider: ProviderName): JsonSchema {
  const root = toRootSchema({ ...schema });
  const context = { provider: getProvider(provider), root, depth: 0, expanding: [], budget: { left: MAX_INLINED } };
  const corrected = correctSubschema({ ...root, type: 'object' }, context);
  const properties = isRecord(corrected.properties) ? corrected.properties : {};
  return { ...corrected, type: 'object', properties } as JsonSchema;
}

/** Returns the root schema with its reference expanded and without keywords that providers reject there. */
function toRootSchema(schema: Schema): Schema {
  const target = typeof schema.$ref === 'string' ? resolvePointer(schema, schema.$ref) : undefined;
  const { $ref: _, definitions, $defs, ...ownKeywords } = { ...(isRecord(target) ? target : {}), ...schema };
  const definedSchemas = { ...(isRecord(definitions) ? definitions : {}), ...(isRecord($defs) ? $defs : {}) };
  const entries = Object.entries(ownKeywords).filter(([keyword]) => !KEYWORDS_REJECTED_AT_ROOT.has(keyword));
  return { ...Object.fromEntries(entries), ...(Object.keys(definedSchemas).length > 0 && { $defs: definedSchemas }) };
}

/** Resolves a reference within the document. Returns undefined if it leads nowhere. */
function resolvePointer(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let current: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const name = decodePart(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function correctSubschema(value: unknown, { depth, ...context }: Context): Schema {
  if (value === false) return { not: {} };
  if (!isRecord(value) || depth >= MAX_DEPTH) return {};
  const inner = { ...context, depth: depth + 1 };
  if (typeof value.$ref === 'string') return expandReference(value.$ref, value, inner);
  const entries = Object.entries(modernize(value)).flatMap(([keyword, original]) => {
    const correct = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
    const corrected = correct?.(original, inner);
    return corrected === undefined ? [] : [[keyword, corrected] as const];
  });
  const schema = addImpliedKeywords(Object.fromEntries(entries));
  return context.provider.adaptToolSchema?.(schema) ?? schema;
}

/** Keeps references to definitions and expands all others, except recursive ones. */
function expandReference($ref: string, { description }: Schema, context: Context): Schema {
  const { root, expanding, budget, provider } = context;
  const annotation = typeof description === 'string' ? { description } : {};
  const pointer = $ref.replace(/^#\/definitions\//, '#/$defs/');
  const target = resolvePointer(root, pointer);
  if (target === undefined) return annotation;
  if (/^#\/\$defs\/[^/]+$/.test(pointer)) {
    const reference = { $ref: pointer, ...annotation };
    return provider.adaptToolSchema?.(reference) ?? reference;
  }
  if (expanding.includes(pointer) || budget.left-- <= 0) return annotation;
  return { ...correctSubschema(target, { ...context, expanding: [...expanding, pointer] }), ...annotation };
}

/** Converts a schema of an older draft or of OpenAPI 3.0 to draft 2020-12. */
function modernize(schema: Schema): Schema {
  const { nullable, additionalItems, ...rest } = schema;
  const modernized: Schema = rest;
  if (Array.isArray(rest.items)) Object.assign(modernized, { prefixItems: rest.items, items: additionalItems ?? {} });
  for (const [exclusive, inclusive] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const)
    if (modernized[exclusive] === true && inclusive in modernized) {
      modernized[exclusive] = modernized[inclusive];
      delete modernized[inclusive];
    }
  if (nullable !== true) return modernized;
  if (modernized.type !== undefined) modernized.type = [modernized.type, 'null'].flat();
  if (Array.isArray(modernized.enum) && modernized.enum.length > 0) modernized.enum = [...modernized.enum, null];
  return modernized;
}

/** Adds the type that other keywords imply, and `items`, which some providers require. */
function addImpliedKeywords(schema: Schema): Schema {
  const isCombined = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((keyword) => keyword in schema);
  const implied =
    'properties' in schema ? 'object' : 'items' in schema || 'prefixItems' in schema ? 'array' : undefined;
  const schemaWithType =
    schema.type === undefined && implied !== undefined && !isCombined ? { type: implied, ...schema } : schema;
  const isList = [schemaWithType.type].flat().includes('array');
  // Array `items` that accept nothing matter only for tuples, and some providers require an object.
  const items = isRecord(schemaWithType.items) && !('not' in schemaWithType.items) ? schemaWithType.items : {};
  return isList || 'items' in schemaWithType ? { ...schemaWithType, items } : schemaWithType;
}

function correctType(value: unknown): unknown {
  const types = [value].flat().flatMap((name) => {
    if (typeof name !== 'string') return [];
    const lower = name.toLowerCase();
    const known = Object.hasOwn(TYPE_ALIASES, lower) ? TYPE_ALIASES[lower] : lower;
    return known !== undefined && TYPES.has(known) ? [known] : [];
  });
  const distinct = [...new Set(types)];
  return distinct.length <= 1 ? distinct[0] : distinct;
}

function removeDuplicates(values: readonly unknown[]): unknown[] {
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
