import { Ajv2020 } from 'ajv/dist/2020.js';
import { digestJson } from '../../../platform/digest.ts';
import { toDoubles } from '../../../platform/json.ts';
import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import { toReadableText } from '../../visible-text.ts';
import { DOCUMENT_LIMITS, type JsonObject, UnsupportedOperation } from './document.ts';
import { resolveReference } from './references.ts';

/** Maximum characters of a description in a schema. */
const MAX_DESCRIPTION_LENGTH = 1000;

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. */
const SCHEMA_KEYWORDS = new Set([
  ...['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const SCHEMA_LIST_KEYWORDS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SCHEMA_MAP_KEYWORDS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/** Keywords whose value is copied. Others, such as `xml`, do not constrain values. */
const VALUE_KEYWORDS = new Set([
  ...['type', 'format', 'default', 'enum', 'const', 'required', 'dependentRequired', 'deprecated'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
  ...['contentEncoding', 'contentMediaType'],
]);
/** Keywords that change the meaning of references. */
const UNSUPPORTED_KEYWORDS = ['$id', '$dynamicRef', '$recursiveRef'];

/** A referenced schema and the references in it. */
interface Definition {
  readonly name: string;
  readonly schema: unknown;
  readonly references: ReadonlySet<string>;
  /** Characters of JSON. */
  readonly length: number;
}

/** An argument of a tool. */
export interface Argument {
  readonly name: string;
  /** Unconverted schema of the document. */
  readonly schema: unknown;
  readonly description: string;
  readonly required: boolean;
}

/** Converts schemas of a document to JSON Schema 2020-12. References stay references because of cycles. */
export class SchemaConverter {
  readonly #document: JsonObject;
  /** Whether the document is OpenAPI 3.0, with keywords such as `nullable`. */
  readonly #old: boolean;
  readonly #definitions = new Map<string, Definition | UnsupportedOperation>();
  readonly #rules = new Ajv2020({ strict: false, validateFormats: false, logger: false });

  constructor(document: JsonObject) {
    this.#document = document;
    this.#old = String(document.openapi).startsWith('3.0');
  }

  /**
   * Builds the schema of arguments with its definitions. Throws UnsupportedOperation if it cannot be converted or is
   * too long.
   */
  toParametersSchema(given: readonly Argument[]): Record<string, unknown> {
    const references = new Set<string>();
    const properties = given.map(({ name, schema, description }) => {
      const converted = this.#convert(schema, references);
      const own = description === '' || converted === false ? {} : { description };
      return [name, converted === true ? own : isRecord(converted) ? { ...converted, ...own } : converted] as const;
    });
    const required = given.filter((argument) => argument.required).map(({ name }) => name);
    const schema = {
      type: 'object',
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    };
    this.#checkRules(schema);
    const definitions = this.#reached(references);
    const $defs = Object.fromEntries(definitions.map((definition) => [definition.name, definition.schema] as const));
    const complete = definitions.length === 0 ? schema : { ...schema, $defs };
    if (JSON.stringify(complete).length > DOCUMENT_LIMITS.parameters) throw createParametersError();
    return complete;
  }

  /** Returns all reachable definitions in a stable order. */
  #reached(places: ReadonlySet<string>): Definition[] {
    const found = new Map<string, Definition>();
    const open = [...places];
    let length = 0;
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (found.has(place)) continue;
      const definition = this.#definition(place);
      found.set(place, definition);
      length += definition.length;
      if (length > DOCUMENT_LIMITS.parameters) throw createParametersError();
      open.push(...definition.references);
    }
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #definition(place: string): Definition {
    const known = this.#definitions.get(place) ?? this.#define(place);
    this.#definitions.set(place, known);
    if (known instanceof UnsupportedOperation) throw known;
    return known;
  }

  #define(place: string): Definition | UnsupportedOperation {
    try {
      const references = new Set<string>();
      const schema = this.#convert(resolveReference(this.#document, place), references);
      this.#checkRules(schema);
      return { name: toDefinitionName(place), schema, references, length: JSON.stringify(schema).length };
    } catch (error) {
      if (error instanceof UnsupportedOperation) return error;
      throw error;
    }
  }

  #checkRules(schema: unknown): void {
    if (this.#rules.validateSchema(toDoubles(schema) as object)) return;
    const [first] = this.#rules.errors ?? [];
    const path = (first?.instancePath || '/').slice(0, 200);
    throw new UnsupportedOperation(operationFailures.operation_schema_invalid({ path, cause: String(first?.message) }));
  }

  #convert(schema: unknown, references: Set<string>): unknown {
    if (typeof schema === 'boolean') return schema;
    if (!isRecord(schema)) throw new UnsupportedOperation(operationFailures.operation_schema_not_object);
    const keyword = UNSUPPORTED_KEYWORDS.find((word) => typeof schema[word] === 'string');
    if (keyword !== undefined)
      throw new UnsupportedOperation(operationFailures.operation_schema_keyword({ keyword: keyword }));
    const reference = typeof schema.$ref === 'string' ? { $ref: this.#refer(schema.$ref, references) } : {};
    // OpenAPI 3.0 ignores siblings of a reference.
    if (this.#old && '$ref' in reference) return reference;
    const words = Object.entries(schema).flatMap(([word, value]) => this.#word(word, value, references));
    const converted = { ...reference, ...omitReadOnly(Object.fromEntries(words), schema) };
    return this.#old ? fromOpenApi30(converted, schema) : converted;
  }

  #refer(reference: string, references: Set<string>): string {
    references.add(reference);
    return `#/$defs/${toDefinitionName(reference)}`;
  }

  /** Converts one keyword. Returns no entry for an ignored keyword. */
  #word(word: string, value: unknown, references: Set<string>): [string, unknown][] {
    if (VALUE_KEYWORDS.has(word)) return [[word, value]];
    if (word === 'description' || word === 'title') return [[word, toReadableText(value, MAX_DESCRIPTION_LENGTH)]];
    if (word === 'pattern') return isPattern(value) ? [[word, value]] : [];
    if (SCHEMA_KEYWORDS.has(word)) return [[word, this.#convert(value, references)]];
    if (SCHEMA_LIST_KEYWORDS.has(word) && Array.isArray(value))
      return [[word, value.map((item) => this.#convert(item, references))]];
    if (!SCHEMA_MAP_KEYWORDS.has(word) || !isRecord(value)) return [];
    const named = Object.entries(value).filter(([name]) => word !== 'patternProperties' || isPattern(name));
    return [[word, Object.fromEntries(named.map(([name, item]) => [name, this.#convert(item, references)]))]];
  }
}

function createParametersError(): UnsupportedOperation {
  return new UnsupportedOperation(
    operationFailures.operation_parameters_too_long({ limit: DOCUMENT_LIMITS.parameters / 1024 }),
  );
}

/** Returns the component name, or a unique generated name. */
function toDefinitionName(place: string): string {
  const [, plain] = /^#\/components\/schemas\/([A-Za-z][A-Za-z0-9_.-]{0,63})$/.exec(place) ?? [];
  if (plain !== undefined) return plain;
  const words = place.replace(/[^A-Za-z0-9]+/g, '_').slice(-40);
  return `at${words}_${digestJson(place).slice(0, 8)}`;
}

/** Whether a text is a regular expression that Ajv accepts. */
function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Removes read-only members, also from `required`. */
function omitReadOnly(converted: Record<string, unknown>, { properties }: JsonObject): Record<string, unknown> {
  if (!isRecord(properties) || !isRecord(converted.properties)) return converted;
  const readOnly = new Set(
    Object.keys(properties).filter((name) => (properties[name] as { readOnly?: unknown } | null)?.readOnly === true),
  );
  if (readOnly.size === 0) return converted;
  const writable = Object.entries(converted.properties).filter(([name]) => !readOnly.has(name));
  const { required } = converted;
  return {
    ...converted,
    properties: Object.fromEntries(writable),
    ...(Array.isArray(required) ? { required: required.filter((name) => !readOnly.has(name)) } : {}),
  };
}

/** Converts a schema of OpenAPI 3.0. */
function fromOpenApi30(converted: Record<string, unknown>, { nullable }: JsonObject): Record<string, unknown> {
  const bounded = toNumericBound(
    toNumericBound(converted, 'minimum', 'exclusiveMinimum'),
    'maximum',
    'exclusiveMaximum',
  );
  if (nullable !== true) return bounded;
  const { type, enum: values } = bounded;
  if (typeof type !== 'string') return { anyOf: [bounded, { type: 'null' }] };
  const withNull = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  return { ...bounded, type: [type, 'null'], ...withNull };
}

/** In OpenAPI 3.0, exclusive bounds are booleans. */
function toNumericBound(schema: Record<string, unknown>, word: string, exclusive: string): Record<string, unknown> {
  if (typeof schema[exclusive] !== 'boolean') return schema;
  const { [exclusive]: isExclusive, [word]: value, ...rest } = schema;
  if (value === undefined) return rest;
  return { ...rest, [isExclusive ? exclusive : word]: value };
}
