import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parseAnswer } from '../../src/tasks/output-answer.ts';
import { checkOutputFormat } from '../../src/tasks/output-grammar.ts';
import { toOutputSchema } from '../../src/tasks/output-schema.ts';

/** Problems as "path: message". */
const problems = (format: unknown) =>
  checkOutputFormat(format).map(({ path, problem }) => `${path.join('.')}: ${problem.msg}`);

function nested(levels: number): Record<string, unknown> {
  return levels === 1 ? { leaf: 'str' } : { level: { type: 'object', nested_structure: nested(levels - 1) } };
}

function keys(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'str']));
}

describe('the check of an output format', () => {
  test('accepts every form of the grammar', () => {
    const format = {
      a: 'str',
      'b.c-d_1': 'string',
      c: 'int',
      d: 'integer',
      e: 'number',
      f: 'float',
      g: 'bool',
      h: 'boolean',
      i: 'list',
      j: 'object',
      k: { type: 'str', description: 'a'.repeat(2000), options: ['x', 'y'] },
      l: { type: 'int', options: [1, 2, 3.0] },
      m: { type: 'float', options: [1.5, -2] },
      n: { type: 'bool', options: [true] },
      o: { type: 'list', item_type: 'str', options: ['x'] },
      p: { type: 'list', item_type: 'object', nested_structure: { q: 'str' } },
      q: { type: 'list', item_type: 'list' },
      r: { type: 'object', nested_structure: { s: { type: 'object' } } },
      s: { type: 'str', description: null, options: null, item_type: null, nested_structure: null },
      constructor: 'str',
      toString: { type: 'int' },
    };
    expect(checkOutputFormat(format)).toEqual([]);
  });

  test.each([null, undefined, 'str', 5, [], ['str'], true])('rejects %j, which is no object', (format) => {
    expect(problems(format)).toEqual([': must be an object of keys and their types']);
  });

  test.each([
    [{}, ': must have at least one key'],
    [{ 'a b': 'str' }, 'a b: must be a key'],
    [{ '': 'str' }, ': must be a key'],
    [{ [`k${'a'.repeat(64)}`]: 'str' }, 'must be a key'],
    [{ é: 'str' }, 'é: must be a key'],
    [JSON.parse('{"__proto__": "str"}'), '__proto__: must not be a key'],
    [{ a: 'text' }, 'a: must be one of: str, string, int'],
    [{ a: 'constructor' }, 'a: must be one of'],
    [{ a: 'Str' }, 'a: must be one of'],
    [{ a: 5 }, 'a: must be a type name or an object'],
    [{ a: null }, 'a: must be a type name or an object'],
    [{ a: ['str'] }, 'a: must be a type name or an object'],
    [{ a: {} }, 'a.type: is required'],
    [{ a: { type: null } }, 'a.type: is required'],
    [{ a: { type: 'dict' } }, 'a.type: must be one of'],
    [{ a: { type: ['str'] } }, 'a.type: must be one of'],
    [{ a: { type: 'str', optoins: [] } }, 'a.optoins: is unknown; known members'],
    [JSON.parse('{"a": {"type": "str", "__proto__": {}}}'), 'a.__proto__: is unknown; known members'],
    [{ a: { type: 'str', description: 5 } }, 'a.description: must be a string'],
    [{ a: { type: 'str', description: 'a'.repeat(2001) } }, 'a.description: must have at most 2000'],
    [{ a: { type: 'str', description: 'a\0' } }, 'a.description: must not contain'],
    [{ a: { type: 'str', description: '\ud800' } }, 'a.description: must not contain'],
    [{ a: { type: 'str', options: 'x' } }, 'a.options: must be a list'],
    [{ a: { type: 'str', options: [] } }, 'a.options: must have at least one value'],
    [
      { a: { type: 'str', options: Array.from({ length: 501 }, (_, n) => `${n}`) } },
      'a.options: must have at most 500',
    ],
    [{ a: { type: 'str', options: ['x', 5] } }, 'a.options.1: must be a string'],
    [{ a: { type: 'str', options: ['x', null] } }, 'a.options.1: must be a string'],
    [{ a: { type: 'str', options: ['x', 'x'] } }, 'a.options.1: must not repeat'],
    [{ a: { type: 'str', options: ['a'.repeat(1001)] } }, 'a.options.0: must have at most 1000'],
    [{ a: { type: 'int', options: [1.5] } }, 'a.options.0: must be an integer'],
    [{ a: { type: 'int', options: ['1'] } }, 'a.options.0: must be an integer'],
    [{ a: { type: 'number', options: [Number.NaN] } }, 'a.options.0: must be a number'],
    [{ a: { type: 'bool', options: ['true'] } }, 'a.options.0: must be true or false'],
    [{ a: { type: 'list', options: ['x'] } }, 'a.options: must be omitted unless the list has an item_type'],
    [{ a: { type: 'list', item_type: 'int', options: ['x'] } }, 'a.options.0: must be an integer'],
    [{ a: { type: 'list', item_type: 'object', options: ['x'] } }, 'a.options: must be omitted unless'],
    [{ a: { type: 'object', options: ['x'] } }, 'a.options: must be omitted unless'],
    [{ a: { type: 'str', item_type: 'str' } }, 'a.item_type: must be omitted unless the type is a list'],
    [{ a: { type: 'list', item_type: 'dict' } }, 'a.item_type: must be one of'],
    [{ a: { type: 'list', item_type: {} } }, 'a.item_type: must be one of'],
    [
      { a: { type: 'str', nested_structure: { b: 'str' } } },
      'a.nested_structure: must be omitted unless the type is an object',
    ],
    [
      { a: { type: 'list', nested_structure: { b: 'str' } } },
      'a.nested_structure: must be omitted unless the type is an object',
    ],
    [
      { a: { type: 'list', item_type: 'str', nested_structure: { b: 'str' } } },
      'a.nested_structure: must be omitted unless',
    ],
    [{ a: { type: 'object', nested_structure: {} } }, 'a.nested_structure: must have at least one key'],
    [{ a: { type: 'object', nested_structure: 'str' } }, 'a.nested_structure: must be an object'],
    [{ a: { type: 'object', nested_structure: { b: { type: 'x' } } } }, 'a.nested_structure.b.type: must be one of'],
    [nested(11), 'must be nested at most 10 levels deep'],
    [keys(501), ': must have at most 500 keys in all'],
    [{ a: { type: 'object', nested_structure: keys(300) }, ...keys(200) }, ': must have at most 500 keys in all'],
  ])('finds exactly what is wrong with %j', (format, problem) => {
    const found = problems(format);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(problem);
  });

  test('accepts values at its limits', () => {
    expect(checkOutputFormat(nested(10))).toEqual([]);
    expect(checkOutputFormat(keys(500))).toEqual([]);
    expect(checkOutputFormat({ a: { type: 'str', options: Array.from({ length: 500 }, (_, n) => `${n}`) } })).toEqual(
      [],
    );
  });

  test('lists several problems, up to a maximum', () => {
    expect(problems({ a: 'x', b: { type: 'int', options: ['1', 2], item_type: 'str' } })).toHaveLength(3);
    const wrong = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`k${index}`, 'x']));
    expect(problems(wrong)).toHaveLength(50);
    let endless: Record<string, unknown> = {};
    for (let depth = 0; depth < 100_000; depth += 1) endless = { a: { type: 'object', nested_structure: endless } };
    expect(problems(endless)[0]).toContain('nested at most 10');
  });
});

describe('the schema of a format', () => {
  test('requires all keys in their order and allows no others', () => {
    const schema = toOutputSchema({
      zeta: 'str',
      alpha: { type: 'int', description: 'How many', options: [1, 2] },
      any: 'list',
      rows: { type: 'list', item_type: 'object', nested_structure: { price: 'float' }, description: 'Rows' },
      tags: { type: 'list', item_type: 'str', options: ['x', 'y'] },
      free: 'object',
      inner: { type: 'object', nested_structure: { ok: 'bool' } },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        zeta: { type: 'string' },
        alpha: { type: 'integer', description: 'How many', enum: [1, 2] },
        any: { type: 'array', items: {} },
        rows: {
          type: 'array',
          description: 'Rows',
          items: {
            type: 'object',
            properties: { price: { type: 'number' } },
            required: ['price'],
            additionalProperties: false,
          },
        },
        tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
        free: { type: 'object' },
        inner: {
          type: 'object',
          properties: { ok: { type: 'boolean' } },
          required: ['ok'],
          additionalProperties: false,
        },
      },
      required: ['zeta', 'alpha', 'any', 'rows', 'tags', 'free', 'inner'],
      additionalProperties: false,
    });
    expect(Object.keys(schema.properties as object)).toEqual(schema.required);
    new Ajv({ strict: true }).compile(schema);
  });

  test('is not generated for a type that does not exist', () => {
    expect(() => toOutputSchema({ a: 'dict' })).toThrow(/unknown type "dict"/);
  });
});

describe('a structured response', () => {
  const format = { name: 'str', count: 'int' };
  const good = { name: 'x', count: 3 };
  const json = JSON.stringify(good);

  test.each([
    ['alone', json],
    ['with space around', `\n  ${json}\n`],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['in a fence without a language', `\`\`\`\n${JSON.stringify(good, null, 2)}\n\`\`\``],
    ['between prose', `Here it is:\n\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`],
    ['after prose with braces', `For {variable} and {another one} I get ${json}. {done}`],
    ['after an opening brace in prose', `a set { of things: ${json}`],
    ['with an integer written as 3.0', '{"name": "x", "count": 3.0}'],
  ])('%s is parsed', (_where, text) => {
    expect(parseAnswer(format, text)).toEqual({ ok: true, value: good });
  });

  test('can contain braces, quotes and fences in its texts', () => {
    const value = { name: 'a "quoted\\" } { ```json', count: 1 };
    expect(parseAnswer(format, `Sure: ${JSON.stringify(value)} ok`)).toEqual({ ok: true, value });
  });

  const complaint = (text: string, against: Record<string, unknown> = format) => {
    const parsed = parseAnswer(against, text);
    if (parsed.ok) throw new Error('expected problems');
    return parsed.problems;
  };

  test.each([
    ['', ['the response is empty']],
    [' \n', ['the response is empty']],
    ['I cannot do that.', ['the answer has no JSON object']],
    ['{not json}', ['the answer has no JSON object']],
    [`${json} or ${json}`, ['the answer has more than one JSON object; give exactly one']],
    ['{"name": "x", "count": ', ['the JSON object is not complete']],
    ['{"name": {"name": "x", "count": 3}, "count": "te', ['the JSON object is not complete']],
    [`[${json}]`, ['the answer must be an object']],
    ['"text"', ['the answer must be an object']],
    ['null', ['the answer must be an object']],
    ['{"name": "x"}', ['count is missing']],
    ['{}', ['name is missing', 'count is missing']],
    ['{"name": 5, "count": "3"}', ['name must be a string', 'count must be an integer']],
    ['{"name": "x", "count": 3.5}', ['count must be an integer']],
    ['{"name": null, "count": true}', ['name must be a string', 'count must be an integer']],
    ['{"name": "x", "count": 3, "more": 1}', ['more is not part of the format']],
    ['{"name": "x", "count": 3, "__proto__": 1}', ['__proto__ is not part of the format']],
    ['{"name": "x", "count": 1e999}', ['count is too large a number']],
  ])('like %j is rejected with %j', (text, sentences) => {
    expect(complaint(text)).toEqual(sentences);
  });

  test('that is almost JSON is rejected completely, whatever it contains', () => {
    const [problem] = complaint('{"inner": {"name": "x", "count": 3},}');
    expect(problem).toMatch(/^the answer is not valid JSON: /);
  });

  test('reports the path and the type of each error', () => {
    const rows = {
      items: { type: 'list', item_type: 'object', nested_structure: { price: 'float', 'unit.name': 'str' } },
      kind: { type: 'str', options: ['a', 'b'] },
      flags: { type: 'list', item_type: 'bool' },
      '0': { type: 'object', nested_structure: { '1': 'str' } },
    };
    const answer = {
      items: [
        { price: 1, 'unit.name': 'kg' },
        { price: '1', 'unit.name': 5 },
        { price: 2, extra: 0, 'unit.name': '' },
        'four',
      ],
      kind: 'c',
      flags: 'yes',
      '0': { '1': 1 },
    };
    expect(complaint(JSON.stringify(answer), rows).sort()).toEqual([
      '0.1 must be a string',
      'flags must be a list',
      'items[1].price must be a number',
      'items[1]["unit.name"] must be a string',
      'items[2].extra is not part of the format',
      'items[3] must be an object',
      'kind must be one of "a", "b"',
    ]);
  });

  test('reports two errors at one path once', () => {
    expect(complaint('{"a": 5}', { a: { type: 'str', options: ['x'] } })).toEqual(['a must be a string']);
  });

  test('with many errors reports the first ones', () => {
    const list = { a: { type: 'list', item_type: 'int' } };
    const found = complaint(JSON.stringify({ a: Array.from({ length: 5000 }, () => 'x') }), list);
    expect(found).toHaveLength(21);
    expect(found[20]).toBe('there are more problems like these');
  });

  test('lacks keys that every object inherits', () => {
    const inherited = { constructor: 'object', toString: 'str' };
    expect(complaint('{}', inherited)).toEqual(['constructor is missing', 'toString is missing']);
    expect(parseAnswer(inherited, '{"constructor": {}, "toString": "x"}').ok).toBe(true);
  });

  test('keeps free-form parts unchanged, and pollutes no prototype', () => {
    const parsed = parseAnswer(
      { a: 'object', b: 'list' },
      '{"a": {"__proto__": {"p": 1}, "x": null}, "b": [1, "2", [{}]]}',
    );
    if (!parsed.ok) throw new Error('expected a value');
    expect(JSON.stringify(parsed.value)).toBe('{"a":{"__proto__":{"p":1},"x":null},"b":[1,"2",[{}]]}');
    expect(Reflect.get({}, 'p')).toBeUndefined();
  });

  test('loses characters that a database cannot store', () => {
    const parsed = parseAnswer(
      { a: 'str', b: 'object' },
      '{"a": "x\\u0000y\\ud800z😀", "b": {"k\\u0000": ["\\udc00"]}}',
    );
    expect(parsed).toEqual({ ok: true, value: { a: 'x\uFFFDy\uFFFDz😀', b: { 'k\uFFFD': ['\uFFFD'] } } });
  });

  test('nested without end is rejected without a crash', () => {
    const deep = `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(complaint(deep, { a: 'list' })).toEqual(['the response is nested more than 100 levels deep']);
    expect(complaint('{'.repeat(200_000))).toEqual(['the answer has no JSON object']);
  });

  test('is parsed correctly for more formats than the cache holds', () => {
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 205; index += 1) {
        expect(parseAnswer({ [`k${index}`]: 'int' }, `{"k${index}": ${index}}`).ok).toBe(true);
        expect(parseAnswer({ [`k${index}`]: 'str' }, `{"k${index}": ${index}}`).ok).toBe(false);
      }
    }
  });
});
