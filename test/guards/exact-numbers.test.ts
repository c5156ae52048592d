import { expect, it } from 'vitest';
import { OPERATIONS } from '../../api/modules.ts';
import { isRecord } from '../../src/platform/json-schema.ts';

const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const isNumeric = (value: unknown) => typeof value === 'number';

/** Whether a schema accepts only doubles: a bigint is no number for the validator. */
const hasNumberType = ({ type }: Record<string, unknown>) => type === 'integer' || type === 'number';

/** Returns the paths of a schema's keywords that would compare a bigint as a double. */
function findRoundingKeywords(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => findRoundingKeywords(item, `${path}/${index}`));
  if (!isRecord(schema)) return [];
  const limits = hasNumberType(schema) ? [] : LIMITS.filter((keyword) => isNumeric(schema[keyword]));
  const values = [schema.const, ...(Array.isArray(schema.enum) ? schema.enum : [])];
  const compared = !hasNumberType(schema) && values.some(isNumeric) ? ['enum'] : [];
  const items = isRecord(schema.items) && ['string', 'boolean'].includes(String(schema.items.type));
  const unique = schema.uniqueItems === true && !items ? ['uniqueItems'] : [];
  return [
    ...[...limits, ...compared, ...unique].map((keyword) => `${path}/${keyword}`),
    ...Object.entries(schema).flatMap(([key, inner]) => findRoundingKeywords(inner, `${path}/${key}`)),
  ];
}

it('no schema of a body compares integers that a double would round', () => {
  const found = OPERATIONS.flatMap(({ id, request }) => findRoundingKeywords(request.body, id));
  expect(found).toEqual([]);
  expect(
    findRoundingKeywords({ properties: { a: { enum: [1] }, b: { minimum: 1 }, c: { uniqueItems: true } } }, ''),
  ).toEqual(['/properties/a/enum', '/properties/b/minimum', '/properties/c/uniqueItems']);
});
