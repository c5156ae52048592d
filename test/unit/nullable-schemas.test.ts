import { describe, expect, it } from 'vitest';
import { toNullableSchema } from '../../api/plugins/nullable-schemas.ts';

const NULL = { type: 'null' };

describe('a schema for the serializer', () => {
  it('has nullable types instead of unions of one type with null', () => {
    const text = { anyOf: [{ type: 'string', format: 'date-time' }, NULL], description: 'Time.' };
    expect(toNullableSchema(text)).toEqual({ type: 'string', format: 'date-time', nullable: true });
    const list = { type: 'array', items: { anyOf: [NULL, { type: 'object', properties: { text } }] } };
    expect(toNullableSchema({ type: 'object', properties: { list }, required: ['list'] })).toEqual({
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { text: { type: 'string', format: 'date-time', nullable: true } },
            nullable: true,
          },
        },
      },
      required: ['list'],
    });
  });

  it('keeps other unions, and values that look like schemas', () => {
    for (const schema of [
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      { anyOf: [{ type: 'string' }, { type: 'number' }, NULL] },
      { anyOf: [{ enum: ['a', 'b'] }, NULL] },
      { anyOf: [{ type: 'string' }, NULL], minLength: 1 },
      { const: { anyOf: [{ type: 'string' }, NULL] } },
      // A validator selects one of the types, and rejects null for a nullable enum.
      {
        anyOf: [
          { type: 'object', properties: { state: { anyOf: [{ type: 'string', enum: ['a'] }, NULL] } } },
          NULL,
          {},
        ],
      },
    ])
      expect(toNullableSchema(schema)).toEqual(schema);
  });

  it('keeps parts that it shares with other schemas the same object', () => {
    const shared = { anyOf: [{ type: 'object', properties: {} }, NULL] };
    const convert = () => toNullableSchema({ properties: { part: shared } }) as { properties: { part: unknown } };
    expect(convert().properties.part).toBe(convert().properties.part);
  });
});
