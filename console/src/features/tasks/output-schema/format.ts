/** Types of the form, by their first name in the grammar, with all names that the API accepts. */
export const FIELD_TYPES = {
  string: ['string', 'str'],
  integer: ['integer', 'int'],
  number: ['number', 'float'],
  boolean: ['boolean', 'bool'],
  list: ['list'],
  object: ['object'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type FieldType = keyof typeof FIELD_TYPES;

/** An output format as the API represents it: keys with their types or fields. */
export type OutputFormat = Readonly<Record<string, unknown>>;

/** A field of a format in its long form. */
export interface FormatField {
  readonly type?: unknown;
  readonly description?: unknown;
  readonly options?: unknown;
  readonly item_type?: unknown;
  readonly nested_structure?: unknown;
}

const MEMBERS = ['type', 'description', 'options', 'item_type', 'nested_structure'];

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the type of the form for a type name of the grammar. */
export function toFieldType(name: unknown): FieldType | undefined {
  return (Object.keys(FIELD_TYPES) as FieldType[]).find((type) =>
    (FIELD_TYPES[type] as readonly unknown[]).includes(name),
  );
}

/** Returns the long form of a field, or undefined if the form cannot show all of it. */
export function toFormField(value: unknown): FormatField | undefined {
  const field = typeof value === 'string' ? { type: value } : value;
  if (!isRecord(field) || Object.keys(field).some((member) => !MEMBERS.includes(member))) return undefined;
  const { type, description, options, item_type: itemType, nested_structure: nested } = field as FormatField;
  const isShown =
    toFieldType(type) !== undefined &&
    (description === undefined || typeof description === 'string') &&
    (options === undefined || (Array.isArray(options) && options.every((option) => typeof option === 'string'))) &&
    (itemType === undefined || toFieldType(itemType) !== undefined) &&
    (nested === undefined || isRecord(nested));
  return isShown ? (field as FormatField) : undefined;
}

/** Sets a member of a field, or removes it. A field with a type alone becomes the type's name. */
export function withMember(field: FormatField, member: keyof FormatField, value: unknown): unknown {
  const { [member]: _, ...rest } = field;
  const next: FormatField = value === undefined ? rest : { ...rest, [member]: value };
  return Object.keys(next).length === 1 && typeof next.type === 'string' ? next.type : next;
}

/** Replaces the entry at an index. Undefined removes it. */
export function withEntry(
  format: OutputFormat,
  index: number,
  entry: readonly [string, unknown] | undefined,
): OutputFormat {
  return Object.fromEntries(
    Object.entries(format).flatMap((each, at) => (at !== index ? [each] : entry ? [[entry[0], entry[1]]] : [])),
  );
}

/** Returns a key that the format does not have. */
export function findFreeKey(format: OutputFormat): string {
  for (let n = Object.keys(format).length + 1; ; n++) if (!Object.hasOwn(format, `field_${n}`)) return `field_${n}`;
}
