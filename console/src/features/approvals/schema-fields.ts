/** A form field derived from a property of a JSON Schema. */
export interface FlatField {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly required: boolean;
  readonly description: string | undefined;
  readonly options: readonly string[] | undefined;
}

interface Property {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

interface ObjectSchema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

/** Returns form fields for the values. Returns undefined where the schema or the values are not flat. */
export function toFlatFields(schema: unknown, values: Readonly<Record<string, unknown>>): FlatField[] | undefined {
  const { properties, required = [] } = (schema ?? {}) as ObjectSchema;
  if (properties === undefined || Object.keys(properties).length === 0) return undefined;
  if (Object.keys(values).some((name) => !Object.hasOwn(properties, name))) return undefined;
  const fields = Object.entries(properties).map(([name, property]) =>
    toFlatField(name, property, required.includes(name)),
  );
  const isFlat = fields.every((field) => field !== undefined && matchesType(field, values[field.name]));
  return isFlat ? (fields as FlatField[]) : undefined;
}

function toFlatField(
  name: string,
  { type, enum: options, description }: Property,
  required: boolean,
): FlatField | undefined {
  const fieldType = type === 'integer' ? 'number' : type;
  const stringOptions = options?.every((option) => typeof option === 'string') ? (options as string[]) : undefined;
  if (options !== undefined && stringOptions === undefined) return undefined;
  if (stringOptions !== undefined) return { name, type: 'string', required, description, options: stringOptions };
  if (fieldType !== 'string' && fieldType !== 'number' && fieldType !== 'boolean') return undefined;
  return { name, type: fieldType, required, description, options: undefined };
}

function matchesType({ type }: FlatField, value: unknown): boolean {
  return value === undefined || typeof value === type || (type === 'number' && typeof value === 'bigint');
}
