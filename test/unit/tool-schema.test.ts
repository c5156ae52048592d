import { describe, expect, it } from 'vitest';
import { toProviderSchema } from '../../src/platform/models/tool-schema.ts';

const PROVIDERS = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;

/** Returns the converted schema of a property. */
const property = (schema: unknown, provider: (typeof PROVIDERS)[number] = 'openai') =>
  toProviderSchema({ type: 'object', properties: { it: schema } } as never, provider).properties?.it;

describe.each(PROVIDERS)('a tool schema for %s', (provider) => {
  it('declares the items of its lists at every depth', () => {
    const list = { type: 'array' };
    const schema = {
      type: 'object',
      properties: { Tags: list, deep: { type: 'object', properties: { a: { anyOf: [list, { items: list }] } } } },
      $defs: { N: { type: ['array', 'null'] } },
    };
    const full = { type: 'array', items: {} };
    expect(toProviderSchema(schema as never, provider)).toEqual({
      type: 'object',
      properties: {
        Tags: full,
        deep: { type: 'object', properties: { a: { anyOf: [full, { type: 'array', items: full }] } } },
      },
      $defs: { N: { type: ['array', 'null'], items: {} } },
    });
  });

  it.each([
    ['an empty one', {}],
    ['no type', { properties: {} }],
    ['properties that are none', { type: 'object', properties: null, required: true }],
    ['combinations', { type: 'object', anyOf: [{ required: ['a'] }], not: {}, enum: [] }],
    ['words of no schema', { $schema: 'http://json-schema.org/draft-04/schema#', $id: 'x', type: 'Object', xml: {} }],
  ])('has an object at its root, from %s', (_what, schema) => {
    expect(toProviderSchema(schema as never, provider)).toEqual({ type: 'object', properties: {} });
  });
});

describe('the schema of a property', () => {
  it.each([
    [{ type: ['array', 'null'] }, { type: ['array', 'null'], items: {} }],
    [
      { type: 'array', items: true },
      { type: 'array', items: {} },
    ],
    [
      { items: [{ type: 'string' }, { type: 'int' }], additionalItems: false },
      [{ type: 'string' }, { type: 'integer' }],
    ],
    [{ type: 'Any', title: 1, description: null }, {}],
    [{ type: 'String', required: true }, { type: 'string' }],
    [{ type: ['string', 'file'] }, { type: 'string' }],
    [{ properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    [{ properties: { a: false, b: true } }, { type: 'object', properties: { b: {} } }],
    [
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ type: 'string', enum: [] }, { type: 'string' }],
    [{ enum: ['a', 'a', 1] }, { enum: ['a', 1] }],
    [{ anyOf: [], oneOf: {}, allOf: [{ type: 'array' }] }, { allOf: [{ type: 'array', items: {} }] }],
    [
      { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: '9' },
      { type: 'integer', exclusiveMinimum: 0 },
    ],
    [
      { type: 'string', pattern: '(', maxLength: 2.5, minLength: 1 },
      { type: 'string', minLength: 1 },
    ],
    [
      { type: 'object', required: ['a', 'a', 1] },
      { type: 'object', required: ['a'] },
    ],
    [true, {}],
    ['text', {}],
    [{ $ref: 'https://example.com/schema', description: 'x' }, { description: 'x' }],
    [{ $ref: '#/$defs/missing' }, {}],
  ])('%j becomes %j', (schema, expected) => {
    const tuple = Array.isArray(expected) && { type: 'array', prefixItems: expected, items: {} };
    expect(property(schema)).toEqual(tuple || expected);
  });

  it('is truncated if it is nested deeper than providers read', () => {
    let schema: object = { type: 'string' };
    for (let depth = 0; depth < 60; depth++) schema = { type: 'array', items: schema };
    expect(JSON.stringify(property(schema)).match(/array/g)?.length).toBeLessThan(35);
  });
});

describe('references in a schema', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/definitions/N', description: 'The next.' } } };

  it('to definitions are kept, cycles too, under one name', () => {
    const schema = { type: 'object', properties: { n: { $ref: '#/definitions/N' } }, definitions: { N: node } };
    const defined = (next: object) => ({ N: { type: 'object', properties: { next } } });
    expect(toProviderSchema(schema as never, 'openai')).toEqual({
      type: 'object',
      properties: { n: { $ref: '#/$defs/N' } },
      $defs: defined({ $ref: '#/$defs/N', description: 'The next.' }),
    });
    // Google accepts no keywords beside a reference.
    expect(toProviderSchema(schema as never, 'google')).toMatchObject({ $defs: defined({ $ref: '#/$defs/N' }) });
  });

  it('of the root are expanded, and so are others, except recursive ones', () => {
    const schema = { $ref: '#/definitions/N', definitions: { N: node } };
    expect(toProviderSchema(schema as never, 'anthropic')).toMatchObject({
      properties: { next: { $ref: '#/$defs/N' } },
    });
    const list = { type: 'array', items: { $ref: '#/properties/a' } };
    const cyclic = { type: 'object', properties: { a: list, b: { $ref: '#/properties/c/x%20y' }, c: { 'x y': {} } } };
    expect(toProviderSchema(cyclic as never, 'openai').properties).toMatchObject({
      a: { type: 'array', items: { type: 'array', items: {} } },
      b: {},
    });
  });

  it('that double at each step are not expanded without limit', () => {
    const steps = Array.from({ length: 25 }, (_, at) => {
      const $ref = `#/properties/p${at + 1}`;
      return [`p${at}`, { type: 'object', properties: { a: { $ref }, b: { $ref } } }];
    });
    const schema = { type: 'object', properties: Object.fromEntries([...steps, ['p25', {}]]) };
    expect(JSON.stringify(toProviderSchema(schema as never, 'openai')).length).toBeLessThan(100_000);
  });
});

describe('a keyword that one provider rejects', () => {
  it('is moved to the description for Anthropic: names of properties', () => {
    const schema = {
      type: 'object',
      description: 'Finds.',
      properties: { q: { type: 'string' }, 'filter[name]': { type: 'string' } },
      required: ['q', 'filter[name]'],
      additionalProperties: false,
    };
    expect(toProviderSchema(schema as never, 'openai')).toEqual(schema);
    expect(toProviderSchema(schema as never, 'anthropic')).toEqual({
      type: 'object',
      description: 'Finds.\n\nFurther properties: "filter[name]" (required): {"type":"string"}',
      properties: { q: { type: 'string' } },
      required: ['q'],
    });
  });

  it('is dropped for Google: formats', () => {
    expect(property({ type: 'string', format: 'uri' }, 'google')).toEqual({ type: 'string' });
    expect(property({ type: 'string', format: 'date-time' }, 'google')).toEqual({
      type: 'string',
      format: 'date-time',
    });
    expect(property({ type: 'string', format: 'uri' }, 'openai')).toEqual({ type: 'string', format: 'uri' });
  });
});
