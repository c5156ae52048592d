import { describePattern } from '../../src/platform/patterns.ts';
import type { Json } from './errors.ts';

/** Collects the named schemas while a document is built. */
export class NamedSchemas {
  readonly #schemas = new Map<string, Json>();

  /** Registers a schema and returns a reference to it. Throws if the name already has another schema. */
  add(name: string, schema: Json): Json {
    const before = this.#schemas.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema))
      throw new Error(`two different schemas have the name ${name}`);
    this.#schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Returns all schemas in alphabetical order. */
  all(): Record<string, Json> {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => a.localeCompare(b)));
  }

  /**
   * Converts a schema for the document: parts with a title become references. In requests, fields with a default are
   * optional.
   */
  plain(schema: unknown, from: 'caller' | 'server'): Json {
    const { title, ...rest } = this.#copy(schema, from) as Record<string, unknown>;
    return typeof title === 'string' ? this.add(title, rest) : rest;
  }

  #copy(schema: unknown, from: 'caller' | 'server'): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.#part(item, from));
    if (schema === null || typeof schema !== 'object') return schema;
    const copy: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(schema)) {
      if (VALUES.has(key)) copy[key] = value;
      else if (MAPS.has(key)) copy[key] = mapValues(value as object, (inner) => this.plain(inner, from));
      else copy[key] = this.#part(value, from);
    }
    if (typeof copy.description === 'string') copy.description = toSentence(copy.description);
    if (typeof copy.pattern === 'string') describePatternOf(copy, copy.pattern);
    if (typeof copy.const === 'boolean') describeConstant(copy, copy.const, from);
    const { required, properties } = schema as { required?: string[]; properties?: Record<string, object> };
    if (from === 'caller' && required && properties)
      copy.required = required.filter((name) => !Object.hasOwn(properties[name] ?? {}, 'default'));
    return copy;
  }

  #part(value: unknown, from: 'caller' | 'server'): unknown {
    const isSchema = value !== null && typeof value === 'object' && !Array.isArray(value);
    return isSchema ? this.plain(value, from) : this.#copy(value, from);
  }
}

/** Keywords whose values are not schemas, and keywords whose values are schemas by name. */
const VALUES = new Set(['default', 'const', 'enum', 'examples', 'example', 'required']);
const MAPS = new Set(['properties', 'patternProperties', '$defs']);

function mapValues(values: object, map: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** Ends a description with a period, so that rules can follow it. */
function toSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** Replaces a boolean constant by its rule in the description: generators make an enum that does not compile. */
function describeConstant(copy: Record<string, unknown>, value: boolean, from: 'caller' | 'server'): void {
  delete copy.const;
  const rule = from === 'caller' ? `Must be ${value}.` : `Always ${value}.`;
  copy.description = [copy.description, rule].filter(Boolean).join(' ');
}

/** Replaces a pattern that other languages cannot read, and adds its rule to the description. */
function describePatternOf(copy: Record<string, unknown>, exact: string): void {
  const { pattern, rule } = describePattern(exact);
  if (rule === undefined) return;
  if (pattern === null) delete copy.pattern;
  else copy.pattern = pattern;
  copy.description = [copy.description, rule].filter(Boolean).join(' ');
}
