import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toCanonicalJson } from '../../src/platform/digest.ts';
import { markResponseIntegers } from '../../src/platform/http/exact-integers.ts';
import {
  markIntegers,
  parseInteger,
  parseJson,
  restoreIntegers,
  restoreIntegerText,
  toDoubles,
} from '../../src/platform/json.ts';
import { validateAgainstSchema } from '../../src/platform/json-schema.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const TEXT = '{"a":2512292042121000001,"b":[9007199254740993,-9007199254740993,{"c":1.5}],"d":"2512292042121000001"}';

describe('parseJson', () => {
  it('keeps the digits of integers beyond doubles, through serialization and canonical JSON', () => {
    expect(parseJson(TEXT)).toMatchObject({ a: 2512292042121000001n, b: [9007199254740993n, -9007199254740993n, {}] });
    expect(JSON.stringify(parseJson(TEXT))).toBe(TEXT);
    expect(toCanonicalJson(parseJson(TEXT))).toBe(TEXT);
    expect(JSON.stringify({ n: parseJson('9'.repeat(400)) })).toBe(`{"n":${'9'.repeat(400)}}`);
  });

  it.each(['9007199254740991', '-9007199254740991', '0', '-1', '1.5', '1e3', '12345678.1234567890123456', 'null'])(
    'reads %s as JSON.parse does',
    (text) => expect(parseJson(text)).toBe(JSON.parse(text)),
  );

  it.each(['9007199254740992', '-9007199254740992'])('reads %s beside another integer as a bigint', (text) =>
    expect(parseJson(text)).toBe(BigInt(text)),
  );

  it.each([
    ['8202522731445525542.0', '8202522731445525542'],
    ['8.202522731445525542e18', '8202522731445525542'],
    ['-820252273144552554200E-2', '-8202522731445525542'],
    ['90071992547409.93e+2', '9007199254740993'],
  ])('keeps the digits of an integer with fraction or exponent: %s', (text, digits) => {
    expect(parseJson(text)).toBe(BigInt(digits));
    expect(parseJson(`{"id":[${text}]}`)).toEqual({ id: [BigInt(digits)] });
  });

  it.each(['1e21', '1e23', '1.5e300', '123456789012345680000.0', '9007199254740993.5', '0.1234567890123456789e-7'])(
    'reads %s as JSON.parse does, since it is no integer or is written as it was read',
    (text) => expect(parseJson(text)).toBe(JSON.parse(text)),
  );

  it.each(['1e400', '-1e400', '9'.repeat(401), `${'['.repeat(200_000)}1234567890123456789${']'.repeat(200_000)}`, '{'])(
    'throws a SyntaxError for what it cannot represent',
    (text) => expect(() => parseJson(text)).toThrow(SyntaxError),
  );

  it('leaves an oversized number to a caller that asks for it', () => {
    expect(parseJson('[1e400]', { overflow: 'infinity' })).toEqual([Number.POSITIVE_INFINITY]);
  });

  it('reads digits in strings, and names like __proto__, unchanged', () => {
    const value = parseJson('{"__proto__":{"x":12345678901234567890}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":12345678901234567890}}');
  });
});

describe('marked integers', () => {
  it('survive a parser that would round them', () => {
    const value = JSON.parse(markIntegers(TEXT)) as object;
    restoreIntegers(value);
    expect(JSON.stringify(value)).toBe(TEXT);
    expect(restoreIntegerText(markIntegers(TEXT))).toBe(TEXT);
    expect(markIntegers('no JSON 12345678901234567')).toBe('no JSON 12345678901234567');
  });

  it('are found in JSON bodies and events, however they are split into chunks', async () => {
    const events = `event: message\r\ndata: ${TEXT}\r\n\r\n: comment 12345678901234567\ndata:${TEXT}\n\ndata: ${TEXT}`;
    for (const [type, text] of [
      ['application/json; charset=utf-8', TEXT],
      ['text/event-stream', events],
      ['text/plain', TEXT],
    ] as const)
      for (const size of [1, 7, 1000]) {
        const bytes = new TextEncoder().encode(text);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        const response = new Response(ReadableStream.from(chunks), { headers: { 'content-type': type } });
        const marked = await markResponseIntegers(response).text();
        expect(marked === text).toBe(type === 'text/plain');
        expect(restoreIntegerText(marked)).toBe(text);
      }
  });
});

describe('large integers', () => {
  it('match the number types of third-party schemas, and limits beyond doubles', () => {
    const schema = parseJson('{"type":"object","properties":{"a":{"type":"integer","maximum":9223372036854775807}}}');
    const check = (text: string) => validateAgainstSchema(schema as Record<string, unknown>, parseJson(text));
    expect(check('{"a":2512292042121000001}')).toEqual({ valid: true });
    expect(check('{"a":99999999999999999999}')).toMatchObject({ valid: false });
    expect(toDoubles({ a: [2n ** 60n] })).toEqual({ a: [2 ** 60] });
  });

  it('are parsed from strings that contain nothing else', () => {
    expect([parseInteger('12'), parseInteger('2512292042121000001'), parseInteger('x')]).toEqual([
      12,
      2512292042121000001n,
      NaN,
    ]);
  });
});

/** Files that parse the product's own output, or where rounding is harmless. */
const OWN_JSON: Readonly<Record<string, string>> = {
  'src/platform/json.ts': 'the module itself',
  'activities/knowledge/parse.ts': 'blocks of text that the parser wrote',
  'activities/knowledge/sources/git/copy.ts': 'a list that the copy wrote',
  'api/plugins/bodies.ts': 'only asks whether a text is JSON',
  'src/connections/auth-sessions.ts': 'encrypted by the product',
  'src/connections/credentials.ts': 'encrypted by the product',
  'src/identity/oauth/provider.ts': 'a key of the product',
  'src/connections/integrations/openapi/read-document.ts': 'schemas, in which large integers are bounds',
  'src/connections/mcp-servers/client/fetch.ts': 'only asks for the method of a request',
  'src/platform/config/stdio.ts': 'settings',
  'src/platform/db/cursors.ts': 'cursors of the product',
  'src/platform/models/embeddings/folder.ts': 'a file of the model',
  'src/platform/models/providers/openai-compatible/ollama.ts': 'names and sizes of models',
  'src/platform/temporal/local-workers.ts': 'a file of the product',
};

describe('code that parses JSON', () => {
  it('parses external input with the module', () => {
    const files = globSync('{src,api,activities,workflows}/**/*.ts', { cwd: ROOT });
    const bad = files.filter((file) => {
      if (Object.hasOwn(OWN_JSON, file) || file.startsWith('src/platform/local/')) return false;
      const text = readFileSync(join(ROOT, file), 'utf8');
      return /\bJSON\.parse\(|\.json\(\)|\bjson\b[^;\n]*from 'node:stream\/consumers'/.test(text);
    });
    expect(bad, 'JSON.parse rounds large integers: use parseJson of src/platform/json.ts').toEqual([]);
  });
});
