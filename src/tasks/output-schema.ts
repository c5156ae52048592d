import { isRecord } from '../platform/json-schema.ts';
import { JSON_TYPES, type JsonType, type OutputFormat } from './output-grammar.ts';

/** A JSON Schema. */
export type JsonSchema = Record<string, unknown>;

/**
 * Returns the JSON Schema of a format: all keys required, no others, in the format's order. Throws for an invalid
 * format.
 */
export function toOutputSchema(format: OutputFormat): JsonSchema {
  const entries = Object.entries(format);
  return {
    type: 'object',
    // Defines own keys, even for names that every object inherits.
    properties: Object.fromEntries(entries.map(([key, field]) => [key, toFieldSchema(field)])),
    required: entries.map(([key]) => key),
    additionalProperties: false,
  };
}

function toFieldSchema(value: unknown): JsonSchema {
  const field = isRecord(value) ? value : { type: value };
  const description = field.description ? { description: field.description } : {};
  const type = jsonType(field.type);
  if (type === 'array') return { type, ...description, items: toItemSchema(field) };
  if (type === 'object') return { ...toObjectSchema(field), ...description };
  return { type, ...description, ...toEnum(field) };
}

function toItemSchema(field: Record<string, unknown>): JsonSchema {
  if (!field.item_type) return {};
  const type = jsonType(field.item_type);
  return type === 'object' ? toObjectSchema(field) : { type, ...toEnum(field) };
}

function toObjectSchema({ nested_structure: nested }: Record<string, unknown>): JsonSchema {
  return isRecord(nested) ? toOutputSchema(nested) : { type: 'object' };
}

function toEnum({ options }: Record<string, unknown>): JsonSchema {
  return Array.isArray(options) ? { enum: options } : {};
}

function jsonType(name: unknown): JsonType {
  const type = JSON_TYPES.get(name);
  if (!type) throw new Error(`the output format has an unknown type ${JSON.stringify(name)}`);
  return type;
}
