type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose value is a schema, a list of schemas, or a map of schemas by name. */
const SCHEMA_KEYWORDS = ['items', 'additionalProperties', 'not', 'if', 'then', 'else'];
const LIST_KEYWORDS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAP_KEYWORDS = ['properties', 'patternProperties', '$defs', 'definitions'];

/** Converted schemas. Schemas share parts, and the serializer compiles each object once. */
const converted = new WeakMap<object, unknown>();

/**
 * Returns a schema for the serializer in which `nullable` replaces each union of one type with null. The serializer
 * compiles a validator for each type of a union, which takes longer than the rest, and runs it for each value.
 */
export function toNullableSchema(schema: unknown): unknown {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return schema;
  const known = converted.get(schema);
  if (known !== undefined) return known;
  const result = mergeNull(convertParts(schema as Schema));
  converted.set(schema, result);
  return result;
}

function convertParts(schema: Schema): Schema {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (SCHEMA_KEYWORDS.includes(key)) return [key, toNullableSchema(value)];
    if (LIST_KEYWORDS.includes(key) && Array.isArray(value)) return [key, value.map(toNullableSchema)];
    if (!MAP_KEYWORDS.includes(key)) return [key, value];
    const parts = Object.entries(value as Schema);
    return [key, Object.fromEntries(parts.map(([name, part]) => [name, toNullableSchema(part)]))];
  });
  return Object.fromEntries(entries);
}

function mergeNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [type] = anyOf.filter((part: Schema) => part.type !== 'null');
  // Keywords beside the union apply to both types.
  const isPlain = Object.keys(rest).every((key) => ANNOTATIONS.includes(key));
  if (anyOf.every((part: Schema) => part.type !== 'null') || typeof type?.type !== 'string' || !isPlain) return schema;
  return { ...type, nullable: true };
}

const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'];
