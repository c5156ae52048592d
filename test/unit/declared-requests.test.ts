import { describe, expect, it } from 'vitest';
import type { DeclaredRequest, DeclaredTool, QueryStyle } from '../../src/connections/integrations/declaration.ts';
import { buildRequest, findBaseUrlProblem } from '../../src/connections/integrations/request.ts';
import { InvalidArguments } from '../../src/connections/integrations/values.ts';

const BASE = 'https://api.example.com/v1';

function tool(request: DeclaredRequest): DeclaredTool {
  return { id: 'a', name: 'a', description: '', parameters: {}, sideEffects: false, request };
}

const build = (request: DeclaredRequest, args: Record<string, unknown>, base = BASE) =>
  buildRequest(base, tool(request), args);
const buildPath = (path: string, args: Record<string, unknown>, base = BASE) =>
  build({ method: 'GET', path }, args, base).url;
const buildQuery = (style: QueryStyle, value: unknown) =>
  decodeURIComponent(
    new URL(build({ method: 'GET', path: '/q', query: [{ name: 'n', argument: 'v', style }] }, { v: value }).url)
      .search,
  );

describe('the path of a declared call', () => {
  it('has its values encoded, each within its segment', () => {
    expect(buildPath('/sheets/{id}/values/{range}', { id: 'a b', range: "It's!A1:B2" })).toBe(
      `${BASE}/sheets/a%20b/values/It's!A1%3AB2`,
    );
    expect(buildPath('/projects/{id}', { id: 'group/name?x#y' })).toBe(`${BASE}/projects/group%2Fname%3Fx%23y`);
    expect(buildPath('/n/{id}', { id: 7 })).toBe(`${BASE}/n/7`);
    expect(buildPath('/n/{ids}', { ids: ['a', 'b,c'] })).toBe(`${BASE}/n/a,b%2Cc`);
  });

  it('keeps the slashes of a value that is a path', () => {
    const request = {
      method: 'GET',
      path: '/files/{path}',
      places: { path: { argument: 'p', segments: true } },
    } as const;
    expect(build(request, { p: 'src/a b.ts' }).url).toBe(`${BASE}/files/src/a%20b.ts`);
    for (const p of ['/src', 'src/', 'a//b', 'a/../b', '..', './a', 'a\\..\\b'])
      expect(() => build(request, { p }), p).toThrow(InvalidArguments);
  });

  it.each([
    ...['', '.', '..', '../admin', 'a/..', '..\\x', 'a/./b', '\u0000', 'a\nb', '\ud800'],
    ...[undefined, null, {}, [], [['a']], [''], ['..']],
  ])('rejects %j as a value', (id) => {
    expect(() => buildPath('/users/{id}/mail', { id })).toThrow(InvalidArguments);
  });

  it('never leaves the base address, whatever was declared', () => {
    for (const path of ['/../admin', '/a/%2e%2e/b', '/a/./b', '/{a}{b}', '/.{a}']) {
      expect(() => buildPath(path, { a: '.', b: '.' }), path).toThrow(InvalidArguments);
    }
    expect(buildPath('//evil.example/x', {})).toBe(`${BASE}//evil.example/x`);
    expect(buildPath('/@evil.example', {})).toBe(`${BASE}/@evil.example`);
    expect(buildPath('/x', {}, 'https://api.example.com')).toBe('https://api.example.com/x');
    expect(buildPath('/x', {}, 'https://api.example.com/v1/')).toBe(`${BASE}/x`);
    expect(() => buildPath('/a?b=c', {})).toThrow(InvalidArguments);
  });

  it('takes no argument from a prototype', () => {
    expect(() => buildPath('/{constructor}', {})).toThrow(InvalidArguments);
  });
});

describe('the query of a declared call', () => {
  it.each<[QueryStyle, unknown, string]>([
    ['repeat', ['a', 'b'], '?n=a&n=b'],
    ['repeat', { k: 'v', l: 2 }, '?k=v&l=2'],
    ['comma', ['a', 'b'], '?n=a,b'],
    ['comma', { k: 'v', l: true }, '?n=k,v,l,true'],
    ['space', ['a', 'b'], '?n=a b'],
    ['pipe', ['a', 'b'], '?n=a|b'],
    ['brackets', ['a', 'b'], '?n[]=a&n[]=b'],
    ['deep', { k: { l: 'v' }, m: ['x', 'y'] }, '?n[k][l]=v&n[m][]=x&n[m][]=y'],
    ['json', { k: [1] }, '?n={"k":[1]}'],
    ['repeat', 'a&b=c', '?n=a&b=c'],
    ['repeat', '', '?n='],
    ['repeat', false, '?n=false'],
    ['comma', [], ''],
    ['deep', null, ''],
    ['repeat', undefined, ''],
  ])('has %s for %j', (style, value, expected) => {
    expect(buildQuery(style, value)).toBe(expected);
  });

  it('encodes reserved characters of a value', () => {
    const { url } = build({ method: 'GET', path: '/q', query: [{ name: 'n', argument: 'v' }] }, { v: 'a&b=c#d' });
    expect(url).toBe(`${BASE}/q?n=a%26b%3Dc%23d`);
  });

  it('rejects values that a query cannot carry', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10; level++) deep = { deep };
    expect(() => buildQuery('deep', deep)).toThrow(InvalidArguments);
    expect(() => buildQuery('comma', [{}])).toThrow(InvalidArguments);
    expect(() => buildQuery('repeat', '\ud800')).toThrow(InvalidArguments);
  });
});

describe('the headers of a declared call', () => {
  it('contains the declared ones, with lists joined', () => {
    const request = {
      method: 'GET',
      path: '/h',
      headers: [
        { name: 'X-Version', value: '2' },
        { name: 'X-Tags', argument: 'tags' },
        { name: 'X-None', argument: 'none' },
      ],
    } as const;
    expect(build(request, { tags: ['a', 'b'] }).headers).toEqual({ 'x-version': '2', 'x-tags': 'a,b' });
  });

  it('rejects authentication headers and headers that break the request', () => {
    const named = (name: string, v: unknown) => () =>
      build({ method: 'GET', path: '/h', headers: [{ name, argument: 'v' }] }, { v });
    for (const name of ['Authorization', 'Cookie', 'Host', 'Content-Length', 'X-HTTP-Method-Override'])
      expect(named(name, 'x'), name).toThrow(InvalidArguments);
    for (const value of ['a\r\nb: c', '\u2028', {}]) expect(named('X-A', value)).toThrow(InvalidArguments);
  });
});

describe('the body of a declared call', () => {
  const bodyOf = (body: DeclaredRequest['body'], args: Record<string, unknown>) => {
    const built = build({ method: 'POST', path: '/b', ...(body && { body }) }, args);
    return [built.headers['content-type'], built.body];
  };

  it('is one argument, an object of arguments, or a template of them', () => {
    expect(bodyOf({ type: 'json', from: { whole: 'body' } }, { body: { a: null } })).toEqual([
      'application/json',
      '{"a":null}',
    ]);
    expect(bodyOf({ type: 'json', from: { properties: { A: 'a', B: 'b' } } }, { a: 1, c: 2 })[1]).toBe('{"A":1}');
    const template = { list: [{ text: { $argument: 'text' } }, { $argument: 'none' }], none: { $argument: 'none' } };
    expect(bodyOf({ type: 'json', from: { template } }, { text: '{"$argument":"none"}' })[1]).toBe(
      '{"list":[{"text":"{\\"$argument\\":\\"none\\"}"}]}',
    );
  });

  it('is multipart, and names and values cannot end a part', async () => {
    const parts = { type: 'multipart', from: { whole: 'body' } } as const;
    const given = { 'a"\r\nx: y': 'one\r\n--part\r\n', list: [1, true], deep: { b: 1 }, none: null };
    const [type, body] = bodyOf(parts, { body: given });
    const form = await new Response(body, { headers: { 'content-type': String(type) } }).formData();
    expect([...form.keys()]).toEqual(['a"\r\nx: y', 'list', 'list', 'deep']);
    expect(form.get('a"\r\nx: y')).toBe('one\r\n--part\r\n');
    expect(form.getAll('list')).toEqual(['1', 'true']);
    expect(form.get('deep')).toBe('{"b":1}');
    expect(() => bodyOf(parts, { body: 'x' })).toThrow(InvalidArguments);
    expect(() => bodyOf(parts, { body: { a: '\ud800' } })).toThrow(InvalidArguments);
  });

  it('is a form, a text or empty', () => {
    const form = { type: 'form', from: { properties: { a: 'a', list: 'list' } } } as const;
    expect(bodyOf(form, { a: 'x&y', list: [1, 2] })).toEqual([
      'application/x-www-form-urlencoded',
      'a=x%26y&list=1&list=2',
    ]);
    const styled = { ...form, styles: { list: 'comma', a: 'deep' } } as const;
    expect(bodyOf(styled, { a: { b: { c: 1 } }, list: [1, 2] })[1]).toBe('a%5Bb%5D%5Bc%5D=1&list=1%2C2');
    expect(bodyOf({ type: 'text', from: { whole: 'a' }, contentType: 'text/csv' }, { a: 'x' })).toEqual([
      'text/csv',
      'x',
    ]);
    expect(bodyOf({ type: 'json', from: { whole: 'body' } }, {})).toEqual([undefined, undefined]);
    expect(bodyOf(undefined, {})).toEqual([undefined, undefined]);
    expect(() => bodyOf({ type: 'text', from: { whole: 'a' } }, { a: {} })).toThrow(InvalidArguments);
  });

  it('is a mail whose headers cannot be injected', () => {
    const body = {
      type: 'mail',
      from: { properties: { to: 'to', subject: 'subject', text: 'text', in_reply_to: 'in_reply_to' } },
    } as const;
    const [type, mail] = bodyOf(body, { to: ['a@b.example', 'c@d.example'], subject: 'Grüße', text: 'Hallo Jürgen' });
    expect(type).toBe('message/rfc822');
    expect(mail).toBe(
      [
        'To: a@b.example,\r\n c@d.example',
        `Subject: =?utf-8?B?${Buffer.from('Grüße').toString('base64')}?=`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('Hallo Jürgen').toString('base64'),
        '',
      ].join('\r\n'),
    );
    for (const args of [
      { to: 'a@b.example\r\nBcc: x@y.example' },
      { to: 'a@b.example, x@y.example' },
      { to: 'a@b.example', subject: 'x\r\nBcc: x@y.example' },
      { to: 'a@b.example', in_reply_to: '<a>\r\nBcc: x@y.example' },
    ])
      expect(() => bodyOf(body, args), JSON.stringify(args)).toThrow(InvalidArguments);
  });
});

describe('a base address', () => {
  it('is an http or https address with nothing after its path', () => {
    expect(findBaseUrlProblem('https://api.example.com/v1')).toBeUndefined();
    for (const base of ['api.example.com', 'ftp://a.example', 'https://u:p@a.example', 'https://a.example?x=1', ''])
      expect(findBaseUrlProblem(base), base).toMatchObject({ code: expect.stringMatching(/^api_url_/) });
  });
});
