import { isRecord } from './json-schema.ts';

/** The parts of a JSON Schema that decide where null is allowed. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Values of objects with arbitrary keys. */
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Removes nulls from a value in place. */
type NullRemover = (value: unknown) => void;

/**
 * Creates a function that removes null from each optional field that is not nullable. Such a null means that the field
 * is omitted. Returns undefined if the schema has no such field.
 */
export function createNullRemover(schema: Schema): NullRemover | undefined {
  const branches = listBranches(schema);
  // Before validation it is unknown which branch applies.
  if (branches.length !== 1 || !branches[0]) return undefined;
  const { properties, items } = branches[0];
  if (properties !== undefined) return createObjectRemover(properties, branches[0].required ?? []);
  return items === undefined ? createValuesRemover(getValuesSchema(branches[0])) : createListRemover(items);
}

/** Returns a copy of the value without the nulls of its optional fields. */
export function omitNulls<V>(schema: object, value: V): V {
  const remove = createNullRemover(schema);
  if (remove === undefined) return value;
  const copy = structuredClone(value);
  remove(copy);
  return copy;
}

function createObjectRemover(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
): NullRemover | undefined {
  const entries = Object.entries(properties);
  const omittable = entries.filter(([name, schema]) => isOptional(name, schema, required) && !isNullable(schema));
  const inner = entries.flatMap(([name, schema]) => {
    const remover = createNullRemover(schema);
    return remover ? [[name, remover] as const] : [];
  });
  if (omittable.length === 0 && inner.length === 0) return undefined;
  return (value) => {
    if (!isRecord(value)) return;
    for (const [name] of omittable) if (Object.hasOwn(value, name) && value[name] === null) delete value[name];
    for (const [name, remove] of inner) if (Object.hasOwn(value, name)) remove(value[name]);
  };
}

function createListRemover(items: Schema): NullRemover | undefined {
  const remove = createNullRemover(items);
  return remove && ((value) => Array.isArray(value) && value.forEach(remove));
}

function createValuesRemover(schema: Schema | undefined): NullRemover | undefined {
  const remove = schema && createNullRemover(schema);
  return remove && ((value) => isRecord(value) && Object.values(value).forEach(remove));
}

/** Returns the value schema of an object with arbitrary keys. */
export function getValuesSchema({ patternProperties }: Schema): Schema | undefined {
  return patternProperties && Object.values(patternProperties)[0];
}

/** A required field with a default is optional as well. */
function isOptional(name: string, schema: Schema, required: readonly string[]): boolean {
  return !required.includes(name) || Object.hasOwn(schema, 'default');
}

function isNullable(schema: Schema): boolean {
  if (schema.anyOf) return schema.anyOf.some(isNullable);
  if (schema.enum) return schema.enum.includes(null);
  if (Object.hasOwn(schema, 'const')) return schema.const === null;
  return schema.type === undefined || [schema.type].flat().includes('null');
}

/** Lists the branches of a schema except null. */
export function listBranches(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(listBranches).filter(({ type }) => type !== 'null') : [schema];
}
