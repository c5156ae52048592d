import { describe, expect, test } from 'vitest';
import { findArgumentProblem } from '../../src/agents/tools/arguments.ts';
import { type JsonSchema, validateAgainstSchema } from '../../src/platform/json-schema.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
};
/** A text with exponential time for a pattern like (a+)+$. */
const SLOW = `${'a'.repeat(60)}!`;

describe('integers that a double would round', () => {
  const [ODD, EVEN, NEXT] = [9007199254740993n, 9007199254740992n, 9007199254740995n];
  const isValid = (schema: JsonSchema, value: unknown) => {
    const validation = validateAgainstSchema(schema, value);
    return 'schemaError' in validation ? validation.schemaError : validation.valid;
  };

  test.each<[string, object, unknown, unknown]>([
    ['enum', { enum: [1, ODD] }, ODD, EVEN],
    ['const', { const: ODD }, ODD, EVEN],
    [
      'const of objects',
      { const: { const: ODD, list: [EVEN] } },
      { list: [EVEN], const: ODD },
      { const: EVEN, list: [EVEN] },
    ],
    ['uniqueItems', { uniqueItems: true }, [EVEN, ODD], [ODD, 1, ODD]],
    ['maximum', { maximum: EVEN }, EVEN, ODD],
    ['minimum', { minimum: ODD }, ODD, EVEN],
    ['exclusiveMaximum', { exclusiveMaximum: ODD }, EVEN, ODD],
    ['exclusiveMinimum', { exclusiveMinimum: EVEN }, ODD, EVEN],
    ['multipleOf', { multipleOf: 2 }, EVEN, ODD],
    ['multipleOf a large factor', { multipleOf: ODD }, ODD, EVEN],
  ])('are compared by all digits by %s, at every depth', (_, rules, kept, refused) => {
    const type = typeof kept === 'bigint' ? { type: 'integer' } : {};
    const wrap = (inner: object): [JsonSchema, (value: unknown) => unknown][] => [
      [inner as JsonSchema, (value) => value],
      [object({ enum: { properties: { a: inner } } }), (value) => ({ enum: { a: value } })],
      [{ items: { anyOf: [{ $ref: '#/$defs/it' }] }, $defs: { it: inner } }, (value) => [value, value]],
      [{ additionalProperties: inner }, (value) => ({ x: value })],
    ];
    for (const [schema, toValue] of wrap({ ...type, ...rules })) {
      expect(isValid(schema, toValue(kept)), JSON.stringify(schema)).toBe(true);
      expect(isValid(schema, toValue(refused)), JSON.stringify(schema)).toBe(false);
    }
  });

  test('do not match a schema whose safe integers they would round to, and are named in the problem', () => {
    expect(isValid({ enum: [5] }, ODD)).toBe(false);
    expect(isValid({ not: { enum: [ODD] } }, EVEN)).toBe(true);
    expect(isValid(object({ id: { enum: [ODD] } }), { id: NEXT, more: 1 })).toBe(false);
    expect(isValid({ enum: [ODD] }, 5)).toBe(false);
    const problem = findArgumentProblem(object({ id: { type: 'integer', maximum: EVEN } }), { id: ODD });
    expect(problem?.msg).toContain('id must be <= 9007199254740992');
  });
});

describe('a third-party schema', () => {
  test('is parsed by the draft that it names, or else by one that can parse it', () => {
    const tuple2020 = { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'string' }] };
    const tuple07 = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] };
    for (const schema of [tuple2020, tuple07, { ...tuple2020, $schema: undefined }, { items: [{ type: 'string' }] }]) {
      expect(validateAgainstSchema(schema, ['a'])).toEqual({ valid: true });
      expect(validateAgainstSchema(schema, [1])).toMatchObject({ valid: false });
    }
    expect(validateAgainstSchema({ $schema: 'https://example.com/of-our-own', type: 'string' }, 1)).toMatchObject({
      valid: false,
    });
  });

  test('can have the id of another: they are not mixed up', () => {
    const first = { $id: 'https://example.com/args', ...object({ a: { type: 'string' } }) };
    const second = { $id: 'https://example.com/args', ...object({ a: { type: 'number' } }) };
    const within = { $id: 'x', ...object({ a: { $id: 'x', type: 'string' }, b: { $id: 'x', type: 'number' } }) };
    expect(validateAgainstSchema(first, { a: 'text' })).toEqual({ valid: true });
    expect(validateAgainstSchema(second, { a: 'text' })).toMatchObject({ valid: false });
    expect(validateAgainstSchema(second, { a: 1 })).toEqual({ valid: true });
    expect(validateAgainstSchema(within, { a: 'text', b: 1 })).toEqual({ valid: true });
  });

  test('keeps properties and values that are named like keywords', () => {
    const schema = object({ $id: { type: 'string' }, id: { const: { $id: 'kept' } }, $schema: { type: 'number' } });
    expect(validateAgainstSchema(schema, { $id: 'a', id: { $id: 'kept' }, $schema: 1 })).toEqual({ valid: true });
    expect(validateAgainstSchema(schema, { $id: 5 })).toMatchObject({ valid: false });
    expect(validateAgainstSchema(schema, { id: {} })).toMatchObject({ valid: false });
    expect(validateAgainstSchema(schema, { $schema: 'text' })).toMatchObject({ valid: false });
  });

  test('is rejected if it is too long or nested too deep, before anything walks it', () => {
    const long = object({ a: { description: 'x'.repeat(300_000) } });
    const deep = { not: nested(100_000) };
    expect(validateAgainstSchema(long, {})).toEqual({ schemaError: expect.stringContaining('characters') });
    expect(validateAgainstSchema(deep, {})).toEqual({ schemaError: expect.stringContaining('nested') });
  });

  test('can reference itself, but not endlessly, and nothing external', () => {
    const tree = object({ children: { type: 'array', items: { $ref: '#' } } }, { additionalProperties: false });
    expect(validateAgainstSchema(tree, { children: [{ children: [{}] }] })).toEqual({ valid: true });
    expect(validateAgainstSchema(tree, { children: [{ other: 1 }] })).toMatchObject({ valid: false });
    const circle = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' };
    for (const schema of [
      { allOf: [{ $ref: '#' }] },
      circle,
      { $ref: 'https://example.com/other.json' },
      { $ref: '#/no' },
    ])
      expect(validateAgainstSchema(schema, {})).toHaveProperty('schemaError');
  });

  test('never causes an exception, whatever it contains', () => {
    const odd: JsonSchema[] = [
      { type: 'strnig' },
      { pattern: '(' },
      { required: 'a' },
      { properties: [] },
      { properties: null },
      { enum: 'x' },
      { $async: true, type: 'object' },
      { minimum: 'low' },
      { nullable: true },
      { format: 'no-such-format', type: 'object' },
    ];
    for (const schema of odd) expect(() => validateAgainstSchema(schema, { a: 1 })).not.toThrow();
    expect(validateAgainstSchema({ $async: true, type: 'object' }, [])).toMatchObject({ valid: false });
  });

  test('has a time limit: a pattern that would block the process is stopped', () => {
    const slow = (name: string) => object({ [name]: { type: 'string', pattern: '^(a+)+$' } });
    expect(validateAgainstSchema(slow('one'), { one: 'aaa' })).toEqual({ valid: true });
    expect(validateAgainstSchema(slow('one'), { one: SLOW })).toEqual({ schemaError: 'it takes too long' });
    const key = object({}, { patternProperties: { '^(a+)+$': { type: 'string' } } });
    expect(validateAgainstSchema(key, { [SLOW]: 'x' })).toEqual({ schemaError: 'it takes too long' });
    const branches = {
      anyOf: [{ $ref: '#/$defs/n' }],
      $defs: { n: object({ a: { anyOf: [{ $ref: '#/$defs/n' }, { $ref: '#/$defs/n' }] } }, { not: {} }) },
    };
    expect(validateAgainstSchema(branches, nested(40))).toEqual({ schemaError: 'it takes too long' });
  });

  test('is disabled after repeated timeouts, and not after a single one', () => {
    const slow = object({ often: { type: 'string', pattern: '^(a+)+$' } });
    validateAgainstSchema(slow, { often: SLOW });
    validateAgainstSchema(slow, { often: SLOW });
    expect(validateAgainstSchema(slow, { often: 'aaa' })).toEqual({ valid: true });
    for (let times = 0; times < 3; times++) validateAgainstSchema(slow, { often: SLOW });
    expect(validateAgainstSchema(slow, { often: 'aaa' })).toEqual({ schemaError: 'it takes too long' });
  });

  test('leaves no state that affects the compilation of others', () => {
    const known = object({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { $id: 'urn:x', type: 'string' } } });
    expect(validateAgainstSchema(known, { a: 'text' })).toEqual({ valid: true });
    expect(validateAgainstSchema({ $ref: 'urn:x' }, 'text')).toHaveProperty('schemaError');
  });
});

describe('arguments', () => {
  test('are described by a message, whatever is wrong with the schema', () => {
    expect(findArgumentProblem(object({ a: { type: 'string' } }), { a: 'x' })).toBeUndefined();
    expect(findArgumentProblem(object({ a: { type: 'integer' } }), { a: 'x' })?.msg).toBe('a must be integer');
    expect(findArgumentProblem(object({ a: { $ref: '#/no' } }), { a: 'x' })?.msg).toContain('because of its schema');
    expect(findArgumentProblem(object({}), nested(100_000))?.msg).toContain('levels deep');
  });

  test('are not coerced: null is not zero, and text not a number', () => {
    const args = { count: null, sum: '7' };
    const schema = object({ count: { type: 'integer' }, sum: { type: 'number' } });
    expect(findArgumentProblem(schema, args)?.msg).toContain('count must be integer');
    expect(args).toEqual({ count: null, sum: '7' });
  });
});
