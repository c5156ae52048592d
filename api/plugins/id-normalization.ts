import { isId } from '../../src/platform/ids.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import { getValuesSchema, listBranches, type Schema } from '../../src/platform/nulls.ts';

/** Converts ids to the database's spelling. Modifies objects and lists in place and returns the value. */
type Normalizer = (value: unknown) => unknown;

/**
 * Creates a normalizer of the ids in a schema's values. Some clients send them in upper case, but stored JSON and
 * comparisons with rows are case-sensitive. Returns undefined if the schema has no ids.
 */
export function createIdNormalizer(schema: Schema): Normalizer | undefined {
  const branches = listBranches(schema);
  if (branches.some(({ format }) => format === 'uuid')) return normalizeId;
  // Values with several possible schemas are not supported.
  const [branch, ...others] = branches;
  if (branch === undefined || others.length > 0) return undefined;
  if (branch.properties !== undefined) return normalizeFields(branch.properties);
  if (branch.items !== undefined) return normalizeItems(createIdNormalizer(branch.items));
  const values = getValuesSchema(branch);
  return values && normalizeValues(createIdNormalizer(values));
}

function normalizeId(value: unknown): unknown {
  return typeof value === 'string' && isId(value) ? value.toLowerCase() : value;
}

function normalizeFields(properties: Readonly<Record<string, Schema>>): Normalizer | undefined {
  const normalizers = Object.entries(properties).flatMap(([name, schema]) => {
    const normalize = createIdNormalizer(schema);
    return normalize ? [[name, normalize] as const] : [];
  });
  if (normalizers.length === 0) return undefined;
  return (value) => {
    if (isRecord(value))
      for (const [name, normalize] of normalizers) if (Object.hasOwn(value, name)) value[name] = normalize(value[name]);
    return value;
  };
}

function normalizeItems(normalize: Normalizer | undefined): Normalizer | undefined {
  if (normalize === undefined) return undefined;
  return (value) => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) value[index] = normalize(item);
    return value;
  };
}

function normalizeValues(normalize: Normalizer | undefined): Normalizer | undefined {
  if (normalize === undefined) return undefined;
  return (value) => {
    if (isRecord(value)) for (const [key, inner] of Object.entries(value)) value[key] = normalize(inner);
    return value;
  };
}
