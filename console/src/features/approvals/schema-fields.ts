/** A field of a form, made of a property of a JSON schema. */
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

/**
 * The fields of a form for these values, where the schema and the values are flat enough for one: text, numbers, yes or no.
 * Undefined where a form would not show everything there is.
 */
export function flatFields(schema: unknown, values: Readonly<Record<string, unknown>>): FlatField[] | undefined {
  const { properties, required = [] } = (schema ?? {}) as ObjectSchema;
  if (properties === undefined || Object.keys(properties).length === 0) return undefined;
  if (Object.keys(values).some((name) => !Object.hasOwn(properties, name))) return undefined;
  const fields = Object.entries(properties).map(([name, property]) => fieldOf(name, property, required.includes(name)));
  const whole = fields.every((field) => field !== undefined && fits(field, values[field.name]));
  return whole ? (fields as FlatField[]) : undefined;
}

function fieldOf(
  name: string,
  { type, enum: options, description }: Property,
  required: boolean,
): FlatField | undefined {
  const kind = type === 'integer' ? 'number' : type;
  const words = options?.every((option) => typeof option === 'string') ? (options as string[]) : undefined;
  if (options !== undefined && words === undefined) return undefined;
  if (words !== undefined) return { name, type: 'string', required, description, options: words };
  if (kind !== 'string' && kind !== 'number' && kind !== 'boolean') return undefined;
  return { name, type: kind, required, description, options: undefined };
}

function fits({ type }: FlatField, value: unknown): boolean {
  return value === undefined || typeof value === type || (type === 'number' && typeof value === 'bigint');
}
