import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { BUILTIN_TOOLS, type BuiltinContext, type BuiltinTool, ToolFailure } from '../../src/agents/builtin/index.ts';
import { outboundFailures } from '../../src/platform/http/failures.ts';
import {
  type GuardedClient,
  type GuardedRequest,
  type GuardedResponse,
  OutboundError,
} from '../../src/platform/http/guarded-client.ts';

function tool(name: string): BuiltinTool {
  const found = BUILTIN_TOOLS[name];
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}

interface Asked {
  readonly context: BuiltinContext;
  readonly requests: GuardedRequest[];
}

function createContext(answer: Partial<GuardedResponse> | Error = {}, now = '2026-03-29T00:59:59.999Z'): Asked {
  const requests: GuardedRequest[] = [];
  const http: Pick<GuardedClient, 'request'> = {
    async request(request) {
      requests.push(request);
      if (answer instanceof Error) throw answer;
      return { status: 200, headers: {}, body: new Uint8Array(), truncated: false, url: request.url, ...answer };
    },
  };
  const signal = new AbortController().signal;
  return { context: { signal, http, now: () => new Date(now), idempotencyKey: 'call-1' }, requests };
}

test('every built-in tool has a name, a description and a strict schema that compiles', () => {
  expect(Object.keys(BUILTIN_TOOLS)).toEqual(['calculator', 'current_time', 'http_request']);
  expect(BUILTIN_TOOLS.constructor).toBeUndefined();
  for (const [name, { name: own, description, parameters }] of Object.entries(BUILTIN_TOOLS)) {
    expect(own).toBe(name);
    expect(description).not.toBe('');
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
    new Ajv({ strict: true }).compile(parameters);
  }
});

test.each(['calculator', 'current_time', 'http_request'])(
  '%s rejects arguments that are no object or unknown',
  async (name) => {
    const { context } = createContext();
    for (const args of [null, undefined, 'text', [], { unheard_of: 1 }]) {
      await expect(tool(name).run(args, context)).rejects.toThrow(ToolFailure);
    }
  },
);

describe('calculator', () => {
  const calculate = (expression: unknown) => tool('calculator').run({ expression }, createContext().context);

  test.each([
    ['0.1+0.2', '0.3'],
    ['1.1 * 1.1', '1.21'],
    ['1/3*3', '1'],
    ['1/3', '0.3333333333333333333333333333333333333333'],
    ['2^3^2', '512'],
    ['-2^2', '-4'],
    ['(-2)^2', '4'],
    ['2^-1', '0.5'],
    ['--3', '3'],
    ['2--3', '5'],
    ['10-4-3', '3'],
    ['100/10/5', '2'],
    ['2+3*4', '14'],
    ['(2+3)*4', '20'],
    ['7 % 3', '1'],
    ['-7 % 3', '-1'],
    ['2**3', '8'],
    ['5 × 4 ÷ 2 − 1', '9'],
    ['.5 + 5.', '5.5'],
    ['1e3', '1000'],
    ['2.5E-2', '0.025'],
    ['2^300', '2037035976334486086268445688409378161051468393665936250636140449354381299763336706183397376'],
    ['1.5e120', '1.5e+120'],
    ['0 * -1', '0'],
    ['sqrt(2)', '1.41421356237309504880168872420969807857'],
    ['sqrt(2)^2', '2'],
    ['8^(1/3)', '2'],
    ['abs(-3.5)', '3.5'],
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['round(1.005, 2)', '1.01'],
    ['floor(-1.5)', '-2'],
    ['ceil(-1.5)', '-1'],
    ['floor(1/3*3)', '1'],
    ['ceil(8^(1/3))', '2'],
    [`${'(1)+'.repeat(100)}abs(1)`, '101'],
    [`floor(9.${'9'.repeat(80)})`, '9'],
    ['min(3, 1, 2)', '1'],
    ['max(3, 10, 2)', '10'],
    ['log(1000)', '3'],
    ['log(8, 2)', '3'],
    ['ln(e)', '1'],
    ['exp(1) - e', '0'],
    ['sin(pi)', '0'],
    ['sin(pi/6)', '0.5'],
    ['cos(PI)', '-1'],
    ['tan(pi/4)', '1'],
    ['sin(1e-20)', '0.00000000000000000001'],
  ])('evaluates %s to %s', async (expression, result) => {
    expect(await calculate(expression)).toEqual({ result });
  });

  test.each([
    ['1/0', /division by zero/],
    ['5 % 0', /division by zero/],
    ['0^0', /0 to the power/],
    ['0^-1', /0 to the power/],
    ['sqrt(-1)', /sqrt of a negative/],
    ['(-8)^(1/3)', /fractional power/],
    ['ln(0)', /ln of a number/],
    ['log(-1)', /log of a number/],
    ['log(5, 1)', /log to a base/],
    ['tan(pi/2)', /tan is not defined/],
    ['sin(1e16)', /angle/],
    ['round(1, 0.5)', /places/],
    ['1e10000', /larger than/],
    ['1e9999 * 10', /larger than/],
    ['9^9^9^9', /larger than/],
    ['exp(1e9)', /larger than/],
    ['1e-10000', /smaller than/],
    ['1e-9999 / 10', /smaller than/],
    ['exp(-1e9)', /smaller than/],
    ['', /non-empty/],
    ['   ', /non-empty/],
    ['2 3', /"3" is at position 3 where an operator/],
    ['2pi', /"pi" is at position 2 where an operator/],
    ['1 +', /the expression ends/],
    ['(1', /the expression ends where "\)"/],
    ['1)', /"\)" is at position 2/],
    ['1,000', /"," is at position 2/],
    ['abs()', /"\)" is at position 5/],
    ['sin(1, 2)', /sin takes 1/],
    ['foo(1)', /"foo" is neither/],
    ['constructor', /"constructor" is neither/],
    ['toString(1)', /"toString" is neither/],
    ['process.exit(1)', /unexpected "." at position 8/],
    ['__proto__', /unexpected "_" at position 1/],
    ['1; 2', /unexpected ";" at position 2/],
    ['1 + 🦊', /unexpected "🦊"/],
    ['9'.repeat(1000), /digits/],
    ['1+'.repeat(500).concat('1'), /longer than 1000/],
    ['('.repeat(500), /nested/],
    ['-'.repeat(999).concat('1'), /nested/],
    ['2^'.repeat(400).concat('1'), /nested/],
    ['abs('.repeat(200), /nested/],
  ])('says what is wrong with %s', async (expression, message) => {
    const failure = calculate(expression);
    await expect(failure).rejects.toThrow(ToolFailure);
    await expect(failure).rejects.toThrow(message);
  });

  test.each([undefined, null, 5, {}, ['1']])('rejects %j as an expression', async (expression) => {
    await expect(calculate(expression)).rejects.toThrow(ToolFailure);
  });

  test('has no side effects', () => {
    expect(tool('calculator').sideEffects({ expression: '1' })).toBe(false);
  });
});

describe('current_time', () => {
  const timeAt = (args: unknown) => tool('current_time').run(args, createContext().context);

  test.each([{}, { timezone: null }, { timezone: '' }, { timezone: 'utc' }])('is in UTC for %j', async (args) => {
    expect(await timeAt(args)).toEqual({
      timezone: 'UTC',
      iso: '2026-03-29T00:59:59+00:00',
      utc: '2026-03-29T00:59:59Z',
      weekday: 'Sunday',
    });
  });

  test('follows the zone across its change to summer time', async () => {
    const berlin = { timezone: 'Europe/Berlin' };
    expect(await timeAt(berlin)).toMatchObject({ iso: '2026-03-29T01:59:59+01:00' });
    const after = createContext({}, '2026-03-29T01:00:00Z').context;
    expect(await tool('current_time').run(berlin, after)).toMatchObject({ iso: '2026-03-29T03:00:00+02:00' });
  });

  test('gives the local day and an offset in minutes', async () => {
    expect(await timeAt({ timezone: 'america/st_johns' })).toEqual({
      timezone: 'America/St_Johns',
      iso: '2026-03-28T22:29:59-02:30',
      utc: '2026-03-29T00:59:59Z',
      weekday: 'Saturday',
    });
  });

  test('writes midnight as 00', async () => {
    const midnight = createContext({}, '2026-01-01T00:00:00Z').context;
    expect(await tool('current_time').run({}, midnight)).toMatchObject({ iso: '2026-01-01T00:00:00+00:00' });
  });

  test('keeps the alias of a time zone that the runtime knows under another name', async () => {
    expect(await timeAt({ timezone: 'EST' })).toMatchObject({ timezone: 'EST', iso: '2026-03-28T19:59:59-05:00' });
  });

  test.each(['Mars/Olympus', '25', '__proto__', 'x'.repeat(5000), 5, {}])(
    'rejects %j as a time zone',
    async (timezone) => {
      await expect(timeAt({ timezone })).rejects.toThrow(ToolFailure);
    },
  );

  test('has no side effects', () => {
    expect(tool('current_time').sideEffects({})).toBe(false);
  });
});

describe('http_request', () => {
  const http = tool('http_request');
  const url = 'https://example.org/a';
  const send = async (args: Record<string, unknown>, answer: Partial<GuardedResponse> | Error = {}) => {
    const { context, requests } = createContext(answer);
    const result = await http.run({ url, ...args }, context);
    const [request] = requests;
    if (!request) throw new Error('nothing was sent');
    return { result: result as Record<string, unknown>, request, context };
  };

  test('has side effects for every method but GET and HEAD, and if the method is unclear', () => {
    for (const method of ['GET', 'HEAD', 'get']) expect(http.sideEffects({ method, url })).toBe(false);
    const unclear = [{}, null, undefined, 'GET', { method: 5 }, { method: ' GET' }, Object.create({ method: 'GET' })];
    for (const args of unclear) expect(http.sideEffects(args)).toBe(true);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      expect(http.sideEffects({ method, url })).toBe(true);
    }
  });

  test('reads with GET: without an idempotency key, with redirects, and with the abort signal', async () => {
    const { request, context } = await send({ method: 'get', headers: { Accept: 'text/csv', 'X-Number': 5 } });
    expect(request).toMatchObject({ method: 'GET', url, headers: { Accept: 'text/csv', 'X-Number': '5' } });
    expect(Object.keys(request.headers ?? {})).not.toContain('Idempotency-Key');
    expect(request.body).toBeUndefined();
    expect(request.maxRedirects).toBeGreaterThan(0);
    expect(request.signal).toBe(context.signal);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'sends the call’s idempotency key with %s and follows no redirect',
    async (method) => {
      const { request } = await send({ method });
      expect(request).toMatchObject({ method, maxRedirects: 0, headers: { 'Idempotency-Key': 'call-1' } });
    },
  );

  test('sends a JSON value as JSON, unless another type is given', async () => {
    const body = { a: [1, null] };
    const { request } = await send({ method: 'POST', body });
    expect(request).toMatchObject({ body: '{"a":[1,null]}', headers: { 'Content-Type': 'application/json' } });
    const typed = await send({ method: 'POST', body, headers: { 'content-type': 'application/ld+json' } });
    expect(typed.request.headers).toEqual({ 'content-type': 'application/ld+json', 'Idempotency-Key': 'call-1' });
    expect((await send({ method: 'POST', body: false })).request.body).toBe('false');
  });

  test('sends a text as it is', async () => {
    const { request } = await send({ method: 'POST', body: '{"a": 1}' });
    expect(request).toMatchObject({ body: '{"a": 1}', headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  });

  test.each([
    [{ method: 'TRACE' }, /method must be one of/],
    [{ method: undefined }, /method must be one of/],
    [{ method: 'GET', url: 5 }, /url must be a string/],
    [{ method: 'GET', body: 'x' }, /can't have a body/],
    [{ method: 'HEAD', body: {} }, /can't have a body/],
    [{ method: 'POST', headers: 'a: b' }, /headers must be an object/],
    [{ method: 'POST', headers: ['a'] }, /headers must be an object/],
    [{ method: 'POST', headers: { a: { b: 1 } } }, /header a must be a string/],
    [{ method: 'POST', headers: { 'idempotency-KEY': 'mine' } }, /Idempotency-Key is set by the platform/],
    [{ method: 'GET', headers: { 'Idempotency-Key': 'mine' } }, /Idempotency-Key is set by the platform/],
    [{ method: 'GET', headers: { 'X-HTTP-Method-Override': 'DELETE' } }, /not allowed/],
    [{ method: 'POST', headers: { Host: 'inner' } }, /Host/],
    [{ method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } }, /Transfer-Encoding/],
    [{ method: 'POST', headers: { a: 'b\r\nc: d' } }, /characters that HTTP does not allow/],
  ])('reports to the model what is wrong with %j, and sends nothing', async (args, message) => {
    const { context, requests } = createContext();
    const failure = http.run({ url, ...args }, context);
    await expect(failure).rejects.toThrow(ToolFailure);
    await expect(failure).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });

  test('passes an outbound error on unchanged', async () => {
    const error = new OutboundError('timeout', outboundFailures.request_timed_out({ host: 'a.example' }), true);
    await expect(send({ method: 'POST' }, error)).rejects.toBe(error);
  });

  test('returns an error status, the useful headers and the text', async () => {
    const headers = { 'content-type': 'text/plain', 'retry-after': '5', 'set-cookie': 'session=1', 'x-internal': 'a' };
    const { result } = await send({ method: 'GET' }, { status: 429, headers, body: Buffer.from('slow down') });
    expect(result).toEqual({
      status: 429,
      url,
      headers: { 'content-type': 'text/plain', 'retry-after': '5' },
      body: 'slow down',
      truncated: false,
    });
  });

  test.each([
    ['text/html; charset=iso-8859-1', Buffer.from([0xe9]), 'é'],
    ['text/html; charset="windows-1251"', Buffer.from([0xcf]), 'П'],
    ['text/plain; charset=utf-16le', Buffer.from('héé', 'utf16le'), 'héé'],
    ['text/plain; charset=unheard-of', Buffer.from('é'), 'é'],
    ['application/problem+json', Buffer.from('{"é":1}'), '{"é":1}'],
    ['image/svg+xml', Buffer.from('<svg/>'), '<svg/>'],
    ['application/octet-stream', Buffer.from('plain'), 'plain'],
    ['', Buffer.from('plain'), 'plain'],
    ['text/plain', Buffer.from('a\0b'), 'a\uFFFDb'],
    ['text/plain', Buffer.from([0x61, 0xff]), 'a\uFFFD'],
    ['application/pdf', Buffer.alloc(0), ''],
  ])('decodes a body of type %j', async (type, body, text) => {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const { result } = await send({ method: 'GET' }, { headers, body });
    expect(result.body).toBe(text);
  });

  test('truncates text to 64 KiB of UTF-8, never within a character', async () => {
    const { request } = await send({ method: 'GET' });
    expect(request.maxBytes).toBe(65536);
    const cut = Buffer.from(`a${'é'.repeat(40_000)}`).subarray(0, 65_536);
    const utf8 = { headers: { 'content-type': 'text/plain' }, body: cut, truncated: true };
    expect((await send({ method: 'GET' }, utf8)).result).toMatchObject({
      body: `a${'é'.repeat(32_767)}`,
      truncated: true,
    });
    const latin = { headers: { 'content-type': 'text/plain; charset=latin1' }, body: Buffer.alloc(40_000, 0xe9) };
    expect((await send({ method: 'GET' }, latin)).result).toMatchObject({ body: 'é'.repeat(32_768), truncated: true });
    const short = {
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from('aé').subarray(0, 2),
      truncated: true,
    };
    expect((await send({ method: 'GET' }, short)).result).toMatchObject({ body: 'a', truncated: true });
    const untyped = { body: cut, truncated: true };
    expect((await send({ method: 'GET' }, untyped)).result.body).toBe(`a${'é'.repeat(32_767)}`);
  });

  test.each([
    [{ 'content-type': 'image/png' }, Buffer.alloc(5), false, '[binary content: image/png, 5 bytes]'],
    [
      { 'content-type': 'image/png', 'content-length': '9000' },
      Buffer.alloc(5),
      true,
      '[binary content: image/png, 9000 bytes]',
    ],
    [{ 'content-type': 'audio/ogg' }, Buffer.alloc(5), true, '[binary content: audio/ogg, more than 5 bytes]'],
    [{}, Buffer.from([0, 1, 2]), false, '[binary content: unknown type, 3 bytes]'],
    [
      { 'content-type': 'application/octet-stream' },
      Buffer.from([0xff, 0xfe, 0xfd]),
      false,
      '[binary content: application/octet-stream, 3 bytes]',
    ],
  ])('describes a binary body of %j instead of showing it', async (headers, body, truncated, note) => {
    const { result } = await send({ method: 'GET' }, { headers: headers as Record<string, string>, body, truncated });
    expect(result).toMatchObject({ body: note, truncated });
  });
});
