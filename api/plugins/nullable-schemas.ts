type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose value is a schema, and those whose value is a map of schemas by name. */
const SCHEMA_KEYWORDS = ['items', 'additionalProperties'];
const MAP_KEYWORDS = ['properties', 'patternProperties'];
/** Keywords that do not restrict values. */
const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'];

/** Converted schemas. Schemas share parts, and the serializer compiles each object once. */
const converted = new WeakMap<object, unknown>();

/**
 * Returns a schema for the serializer in which `nullable` replaces each union of one type with null. The serializer
 * compiles a validator for each type of a union, which takes longer than the rest, and runs it for each value. Types of
 * other unions stay: validators select one of them, and `nullable` does not add null to an enum.
 */
export function toNullableSchema(schema: unknown): unknown {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return schema;
  const known = converted.get(schema);
  if (known !== undefined) return known;
  const type = findNullableType(schema as Schema);
  const result = type ? { ...convertParts(type), nullable: true } : convertParts(schema as Schema);
  converted.set(schema, result);
  return result;
}

/** Returns the type of a union with null; undefined for any other schema. */
function findNullableType({ anyOf, ...rest }: Schema): Schema | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [type, ...others] = (anyOf as Schema[]).filter((part) => part.type !== 'null');
  // Keywords beside the union apply to both types.
  const isPlain = Object.keys(rest).every((key) => ANNOTATIONS.includes(key));
  return isPlain && others.length === 0 && typeof type?.type === 'string' ? type : undefined;
}

function convertParts(schema: Schema): Schema {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (SCHEMA_KEYWORDS.includes(key)) return [key, toNullableSchema(value)];
    if (!MAP_KEYWORDS.includes(key)) return [key, value];
    const parts = Object.entries(value as Schema);
    return [key, Object.fromEntries(parts.map(([name, part]) => [name, toNullableSchema(part)]))];
  });
  return Object.fromEntries(entries);
}
