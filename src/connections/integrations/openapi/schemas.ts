import { Ajv2020 } from 'ajv/dist/2020.js';
import { digestJson } from '../../../platform/digest.ts';
import { isRecord } from '../../../platform/json-schema.ts';
import { operationFailures } from '../../failures.ts';
import { DOCUMENT_LIMITS, type JsonObject, Unsupported } from './document.ts';
import { referred } from './references.ts';
import { readable } from './texts.ts';

/** Characters of a description within a schema. */
const LONGEST_DESCRIPTION = 1000;

/** Words whose value is one schema, a list of them, or schemas under names. */
const ONE = new Set([
  ...['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/** Words whose value is taken as it is. Every other word, such as `xml` or `discriminator`, says nothing of a value. */
const PLAIN = new Set([
  ...['type', 'format', 'default', 'enum', 'const', 'required', 'dependentRequired', 'deprecated'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains', 'minProperties', 'maxProperties'],
  ...['contentEncoding', 'contentMediaType'],
]);
/** Words that change what references mean. */
const UNFOLLOWED = ['$id', '$dynamicRef', '$recursiveRef'];

/** A place of the document as a definition of its own, and the places that it refers to. */
interface Definition {
  readonly name: string;
  readonly schema: unknown;
  readonly refers: ReadonlySet<string>;
  /** Characters of JSON. */
  readonly length: number;
}

/** What a tool's parameters are made of. */
export interface Argument {
  readonly name: string;
  /** The schema as the document has it. */
  readonly schema: unknown;
  readonly description: string;
  readonly required: boolean;
}

/** Turns schemas of a document into JSON schemas of the draft 2020-12. Nothing is written out in place: cycles stay references. */
export class Schemas {
  readonly #document: JsonObject;
  /** Whether the document has the words of 3.0, such as `nullable`. */
  readonly #old: boolean;
  readonly #definitions = new Map<string, Definition | Unsupported>();
  readonly #rules = new Ajv2020({ strict: false, validateFormats: false, logger: false });

  constructor(document: JsonObject) {
    this.#document = document;
    this.#old = String(document.openapi).startsWith('3.0');
  }

  /** The schema of arguments, with all that it refers to. Throws Unsupported where it can't be followed or is too long. */
  parametersOf(given: readonly Argument[]): Record<string, unknown> {
    const refers = new Set<string>();
    const properties = given.map(({ name, schema, description }) => {
      const converted = this.#convert(schema, refers);
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
    const definitions = this.#reached(refers);
    const $defs = Object.fromEntries(definitions.map((definition) => [definition.name, definition.schema] as const));
    const whole = definitions.length === 0 ? schema : { ...schema, $defs };
    if (JSON.stringify(whole).length > DOCUMENT_LIMITS.parameters) throw tooLong();
    return whole;
  }

  /** Every definition that some places lead to, in an order that only depends on them. */
  #reached(places: ReadonlySet<string>): Definition[] {
    const found = new Map<string, Definition>();
    const open = [...places];
    let length = 0;
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (found.has(place)) continue;
      const definition = this.#definition(place);
      found.set(place, definition);
      length += definition.length;
      if (length > DOCUMENT_LIMITS.parameters) throw tooLong();
      open.push(...definition.refers);
    }
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  #definition(place: string): Definition {
    const known = this.#definitions.get(place) ?? this.#define(place);
    this.#definitions.set(place, known);
    if (known instanceof Unsupported) throw known;
    return known;
  }

  #define(place: string): Definition | Unsupported {
    try {
      const refers = new Set<string>();
      const schema = this.#convert(referred(this.#document, place), refers);
      this.#checkRules(schema);
      return { name: nameOf(place), schema, refers, length: JSON.stringify(schema).length };
    } catch (error) {
      if (error instanceof Unsupported) return error;
      throw error;
    }
  }

  #checkRules(schema: unknown): void {
    if (this.#rules.validateSchema(schema as object)) return;
    const [first] = this.#rules.errors ?? [];
    const path = (first?.instancePath || '/').slice(0, 200);
    throw new Unsupported(operationFailures.operation_schema_invalid({ path, cause: String(first?.message) }));
  }

  #convert(schema: unknown, refers: Set<string>): unknown {
    if (typeof schema === 'boolean') return schema;
    if (!isRecord(schema)) throw new Unsupported(operationFailures.operation_schema_not_object);
    const unfollowed = UNFOLLOWED.find((word) => typeof schema[word] === 'string');
    if (unfollowed !== undefined)
      throw new Unsupported(operationFailures.operation_schema_keyword({ keyword: unfollowed }));
    const reference = typeof schema.$ref === 'string' ? { $ref: this.#refer(schema.$ref, refers) } : {};
    // Up to 3.0 whatever stands beside a reference is passed over.
    if (this.#old && '$ref' in reference) return reference;
    const words = Object.entries(schema).flatMap(([word, value]) => this.#word(word, value, refers));
    const converted = { ...reference, ...withoutReadOnly(Object.fromEntries(words), schema) };
    return this.#old ? fromOld(converted, schema) : converted;
  }

  #refer(reference: string, refers: Set<string>): string {
    refers.add(reference);
    return `#/$defs/${nameOf(reference)}`;
  }

  /** A word of a schema with its value, as an entry; none where it is of no use. */
  #word(word: string, value: unknown, refers: Set<string>): [string, unknown][] {
    if (PLAIN.has(word)) return [[word, value]];
    if (word === 'description' || word === 'title') return [[word, readable(value, LONGEST_DESCRIPTION)]];
    if (word === 'pattern') return isPattern(value) ? [[word, value]] : [];
    if (ONE.has(word)) return [[word, this.#convert(value, refers)]];
    if (LISTS.has(word) && Array.isArray(value)) return [[word, value.map((item) => this.#convert(item, refers))]];
    if (!MAPS.has(word) || !isRecord(value)) return [];
    const named = Object.entries(value).filter(([name]) => word !== 'patternProperties' || isPattern(name));
    return [[word, Object.fromEntries(named.map(([name, item]) => [name, this.#convert(item, refers)]))]];
  }
}

function tooLong(): Unsupported {
  return new Unsupported(operationFailures.operation_parameters_too_long({ limit: DOCUMENT_LIMITS.parameters / 1024 }));
}

/** The name of a definition: what the document calls it where that is a plain name, else one that only this place has. */
function nameOf(place: string): string {
  const [, plain] = /^#\/components\/schemas\/([A-Za-z][A-Za-z0-9_.-]{0,63})$/.exec(place) ?? [];
  if (plain !== undefined) return plain;
  const words = place.replace(/[^A-Za-z0-9]+/g, '_').slice(-40);
  return `at${words}_${digestJson(place).slice(0, 8)}`;
}

/** Whether a text is a regular expression of the dialect in which schemas are checked; many are of another. */
function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}

/** What only answers have is never sent, not even where it is required. */
function withoutReadOnly(converted: Record<string, unknown>, { properties }: JsonObject): Record<string, unknown> {
  if (!isRecord(properties) || !isRecord(converted.properties)) return converted;
  const readOnly = new Set(
    Object.keys(properties).filter((name) => (properties[name] as { readOnly?: unknown } | null)?.readOnly === true),
  );
  if (readOnly.size === 0) return converted;
  const kept = Object.entries(converted.properties).filter(([name]) => !readOnly.has(name));
  const { required } = converted;
  return {
    ...converted,
    properties: Object.fromEntries(kept),
    ...(Array.isArray(required) ? { required: required.filter((name) => !readOnly.has(name)) } : {}),
  };
}

/** A schema of 3.0 in today's words. */
function fromOld(converted: Record<string, unknown>, { nullable }: JsonObject): Record<string, unknown> {
  const bounded = bound(bound(converted, 'minimum', 'exclusiveMinimum'), 'maximum', 'exclusiveMaximum');
  if (nullable !== true) return bounded;
  const { type, enum: values } = bounded;
  if (typeof type !== 'string') return { anyOf: [bounded, { type: 'null' }] };
  const withNull = Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {};
  return { ...bounded, type: [type, 'null'], ...withNull };
}

/** Up to 3.0 an exclusive bound is said by yes or no. */
function bound(schema: Record<string, unknown>, word: string, exclusive: string): Record<string, unknown> {
  if (typeof schema[exclusive] !== 'boolean') return schema;
  const { [exclusive]: isExclusive, [word]: value, ...rest } = schema;
  if (value === undefined) return rest;
  return { ...rest, [isExclusive ? exclusive : word]: value };
}
