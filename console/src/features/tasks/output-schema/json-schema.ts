import { type FormatField, isRecord, type OutputFormat, toFieldType } from './format.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Converts an output format to JSON Schema. Undefined if the format is not valid. */
export function toJsonSchema(format: OutputFormat): JsonSchema | undefined {
  const entries = Object.entries(format).map(([key, value]) => [key, toFieldSchema(value)] as const);
  if (entries.some(([, schema]) => schema === undefined)) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    required: entries.map(([key]) => key),
    additionalProperties: false,
  };
}

function toFieldSchema(value: unknown): JsonSchema | undefined {
  const field: FormatField = isRecord(value) ? value : { type: value };
  const type = toFieldType(field.type);
  const description = field.description ? { description: field.description } : {};
  const options = Array.isArray(field.options) ? { enum: field.options } : {};
  if (type === undefined) return undefined;
  if (type === 'object') return withDescription(toObjectSchema(field), description);
  if (type !== 'list') return { type, ...description, ...options };
  const itemType = toFieldType(field.item_type);
  const items =
    itemType === undefined
      ? {}
      : itemType === 'object'
        ? toObjectSchema(field)
        : { type: toJsonType(itemType), ...options };
  return items && { type: 'array', ...description, items };
}

const toJsonType = (type: string) => (type === 'list' ? 'array' : type);

const withDescription = (schema: JsonSchema | undefined, description: object) =>
  schema && { ...schema, ...description };

function toObjectSchema({ nested_structure: nested }: FormatField): JsonSchema | undefined {
  return isRecord(nested) ? toJsonSchema(nested) : { type: 'object' };
}

const KNOWN_KEYWORDS = ['type', 'description', 'enum', 'items', 'properties', 'required', 'additionalProperties'];

/** A part of a JSON Schema that an output format cannot represent. */
export class UnsupportedSchema extends Error {}

/** Converts JSON Schema to an output format. Throws {@link UnsupportedSchema} for what it cannot represent. */
export function fromJsonSchema(schema: unknown): OutputFormat {
  if (!isRecord(schema) || !isRecord(schema.properties)) throw new UnsupportedSchema('properties');
  checkKeywords(schema);
  return Object.fromEntries(Object.entries(schema.properties).map(([key, value]) => [key, fromFieldSchema(value)]));
}

function checkKeywords(schema: JsonSchema): void {
  const unknown = Object.keys(schema).find((keyword) => !KNOWN_KEYWORDS.includes(keyword));
  if (unknown !== undefined) throw new UnsupportedSchema(unknown);
  if (schema.additionalProperties === true) throw new UnsupportedSchema('additionalProperties');
  // Every key of an output format is required.
  if (isRecord(schema.properties) && Array.isArray(schema.required)) {
    const optional = Object.keys(schema.properties).find((key) => !(schema.required as unknown[]).includes(key));
    if (optional !== undefined) throw new UnsupportedSchema(`required: ${optional}`);
  }
}

function fromFieldSchema(schema: unknown): unknown {
  if (!isRecord(schema)) throw new UnsupportedSchema(JSON.stringify(schema));
  checkKeywords(schema);
  const description = schema.description === undefined ? {} : { description: schema.description };
  if (schema.type === 'array') return { type: 'list', ...description, ...fromItems(schema.items) };
  const type = toFieldType(schema.type);
  if (type === undefined) throw new UnsupportedSchema(`type: ${JSON.stringify(schema.type)}`);
  if (type === 'object') {
    const nested = schema.properties === undefined ? {} : { nested_structure: fromJsonSchema(schema) };
    return simplify({ type, ...description, ...nested });
  }
  return simplify({ type, ...description, ...(schema.enum === undefined ? {} : { options: schema.enum }) });
}

function fromItems(items: unknown): FormatField {
  if (items === undefined || (isRecord(items) && Object.keys(items).length === 0)) return {};
  const item = fromFieldSchema(items);
  if (typeof item === 'string') return { item_type: item };
  const { type, ...rest } = item as FormatField;
  if (type === 'list' || rest.description !== undefined) throw new UnsupportedSchema('items');
  return { item_type: type, ...rest };
}

/** A type alone is its name. */
const simplify = (field: FormatField): unknown => (Object.keys(field).length === 1 ? field.type : field);
