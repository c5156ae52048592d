import { isRecord } from './json-schema.ts';

/** A JSON Schema, as far as it says where what may stand. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Of objects whose keys are anybody's. */
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Takes nulls out of a value, in place. */
type NullRemover = (value: unknown) => void;

/**
 * Makes what takes null out of bodies of a schema wherever a field may be left out and can't be null: there it counts as
 * left out. Answers undefined where the schema has no such field.
 */
export function createNullRemover(schema: Schema): NullRemover | undefined {
  const branches = listBranches(schema);
  // Which of several forms a value is meant to have is not known before it is validated.
  if (branches.length !== 1 || !branches[0]) return undefined;
  const { properties, items } = branches[0];
  if (properties !== undefined) return createObjectRemover(properties, branches[0].required ?? []);
  return items === undefined ? createValuesRemover(getValuesSchema(branches[0])) : createListRemover(items);
}

/** The value without the nulls of the fields that may be left out by its schema; it stays as it is itself. */
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

/** The schema of the values of an object whose keys are anybody's. */
export function getValuesSchema({ patternProperties }: Schema): Schema | undefined {
  return patternProperties && Object.values(patternProperties)[0];
}

/** Also what has a default may be left out. */
function isOptional(name: string, schema: Schema, required: readonly string[]): boolean {
  return !required.includes(name) || Object.hasOwn(schema, 'default');
}

function isNullable(schema: Schema): boolean {
  if (schema.anyOf) return schema.anyOf.some(isNullable);
  if (schema.enum) return schema.enum.includes(null);
  if (Object.hasOwn(schema, 'const')) return schema.const === null;
  return schema.type === undefined || [schema.type].flat().includes('null');
}

/** The forms that a value may have besides null. */
export function listBranches(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(listBranches).filter(({ type }) => type !== 'null') : [schema];
}
