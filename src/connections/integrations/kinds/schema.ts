/** JSON schemas of arguments, as declarations write them. */

type Schema = Readonly<Record<string, unknown>>;

export const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });

export const count = (description: string, maximum: number): Schema => ({
  type: 'integer',
  minimum: 1,
  maximum,
  description,
});

export const oneOf = (values: readonly string[], description: string): Schema => ({
  type: 'string',
  enum: values,
  description,
});

export const list = (items: Schema, description: string, more: Schema = {}): Schema => ({
  type: 'array',
  items,
  description,
  ...more,
});

/** Rows of cells. */
export const rows = (description: string): Schema =>
  list({ type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } }, description, { minItems: 1 });

/** JSON schema of arguments: required ones, then optional ones. */
export function defineArguments(
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}
