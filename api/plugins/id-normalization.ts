import { isId } from '../../src/platform/ids.ts';
import { isRecord } from '../../src/platform/json-schema.ts';
import { getValuesSchema, listBranches, type Schema } from '../../src/platform/nulls.ts';

/** Spells identifiers as the database does: answers the value, whose objects and lists are changed in place. */
type Normalizer = (value: unknown) => unknown;

/**
 * Makes what spells the identifiers of a schema's values as records show them. Some clients write them in capitals, and what
 * is stored as JSON, or held against a row, is compared letter by letter. Answers undefined where the schema has none.
 */
export function createIdNormalizer(schema: Schema): Normalizer | undefined {
  const branches = listBranches(schema);
  if (branches.some(({ format }) => format === 'uuid')) return normalizeId;
  // Which of several forms a value has would have to be found out.
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
