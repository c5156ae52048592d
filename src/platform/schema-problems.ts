import { defineProblems, type Problem } from './messages.ts';
import { findPatternProblem } from './patterns.ts';

/** An error of Ajv about one value. */
export interface SchemaError {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const TYPES =
  'string {a string} number {a number} integer {an integer} boolean {true or false} object {an object} array {an array} null {null} other {of another type}';

/** Problems of values by their schema. */
export const schemaProblems = defineProblems({
  required: 'is required',
  min_length: '{limit, plural, =1 {must not be empty} other {must have at least {limit} characters}}',
  max_length: 'must have at most {limit} characters',
  min_items: '{limit, plural, =1 {must have at least one item} other {must have at least {limit} items}}',
  max_items: '{limit, plural, =1 {must have at most one item} other {must have at most {limit} items}}',
  unique_items: 'must not have the same item twice',
  min_properties: '{limit, plural, =1 {must have at least one field} other {must have at least {limit} fields}}',
  max_properties: 'must have at most {limit} fields',
  unknown_property: 'must not have the field {property}, which is unknown',
  minimum: 'must be at least {limit}',
  exclusive_minimum: 'must be more than {limit}',
  maximum: 'must be at most {limit}',
  exclusive_maximum: 'must be less than {limit}',
  multiple_of: 'must be a multiple of {factor}',
  safe_integer: { type: 'number_too_large', msg: 'must be between -{limit} and {limit}' },
  wrong_type: `must be {expected, select, ${TYPES}}`,
  wrong_type_of_two: `must be {expected, select, ${TYPES}} or {alternative, select, ${TYPES}}`,
  not_allowed: 'must be one of: {allowed}',
  wrong_constant: 'must be {allowed}',
  wrong_format:
    'must be {format, select, email {an email address} date_time {an ISO 8601 time such as 2026-11-23T14:00:00Z} date {a date such as 2026-11-23} uuid {a UUID} uri {an absolute URL such as https://example.com} other {of the format {format}}}',
  wrong_pattern: 'must match the pattern {pattern}',
  schema_mismatch: 'does not match its schema',
});

/** Converts an error of Ajv to a problem. Its `type` is the keyword. */
export function toSchemaProblem({ keyword, params }: SchemaError): Problem {
  const found = BY_KEYWORD[keyword]?.(params) ?? schemaProblems.schema_mismatch;
  return { ...found, type: keyword };
}

type Params = SchemaError['params'];
const toLimitParams = ({ limit }: Params) => ({ limit: limit as number });

const BY_KEYWORD: Readonly<Record<string, (params: Params) => Problem>> = {
  required: () => schemaProblems.required,
  dependentRequired: () => schemaProblems.required,
  minLength: (params) => schemaProblems.min_length(toLimitParams(params)),
  maxLength: (params) => schemaProblems.max_length(toLimitParams(params)),
  minItems: (params) => schemaProblems.min_items(toLimitParams(params)),
  maxItems: (params) => schemaProblems.max_items(toLimitParams(params)),
  uniqueItems: () => schemaProblems.unique_items,
  minProperties: (params) => schemaProblems.min_properties(toLimitParams(params)),
  maxProperties: (params) => schemaProblems.max_properties(toLimitParams(params)),
  additionalProperties: ({ additionalProperty: property }) =>
    schemaProblems.unknown_property({ property: String(property).slice(0, 100) }),
  minimum: (params) => schemaProblems.minimum(toLimitParams(params)),
  exclusiveMinimum: (params) => schemaProblems.exclusive_minimum(toLimitParams(params)),
  maximum: (params) => schemaProblems.maximum(toLimitParams(params)),
  exclusiveMaximum: (params) => schemaProblems.exclusive_maximum(toLimitParams(params)),
  multipleOf: ({ multipleOf: factor }) => schemaProblems.multiple_of({ factor: factor as number }),
  type: ({ type }) => toTypeProblem([type as string | readonly string[]].flat()),
  enum: ({ allowedValues }) => schemaProblems.not_allowed({ allowed: (allowedValues as unknown[]).map(String) }),
  const: ({ allowedValue }) => schemaProblems.wrong_constant({ allowed: JSON.stringify(allowedValue) }),
  format: ({ format }) => schemaProblems.wrong_format({ format: String(format).replaceAll('-', '_') }),
  pattern: ({ pattern }) =>
    findPatternProblem(pattern as string) ?? schemaProblems.wrong_pattern({ pattern: pattern as string }),
};

/** Null is not listed besides other types: it stands for an omitted value. */
function toTypeProblem(types: readonly string[]): Problem {
  const [expected = '', alternative] = types.filter((type) => type !== 'null' || types.length === 1);
  return alternative === undefined
    ? schemaProblems.wrong_type({ expected })
    : schemaProblems.wrong_type_of_two({ expected, alternative });
}
