import { describe, expect, it } from 'vitest';
import { findArgumentProblem } from '../../src/agents/tools/arguments.ts';
import { getRetryDelay } from '../../src/connections/integrations/calls/retry.ts';
import { type DeclaredTool, TOOL_ID } from '../../src/connections/integrations/declaration.ts';
import { INTEGRATION_KINDS } from '../../src/connections/integrations/kinds/index.ts';
import { normalizeTokenResponse } from '../../src/connections/integrations/oauth/token-response.ts';
import { buildRequest } from '../../src/connections/integrations/request.ts';
import { nameTools } from '../../src/connections/integrations/tools.ts';
import { parseRetryAfterMs } from '../../src/platform/http/backoff.ts';

const SERVICES = INTEGRATION_KINDS.flatMap(({ type, service }) => (service ? [{ type, service }] : []));
const TOOLS = SERVICES.flatMap(({ type, service }) =>
  service.tools.map((tool) => [`${type} ${tool.id}`, tool] as const),
);

type Schema = Readonly<Record<string, unknown>>;

/** Returns a valid value of a schema. */
function sample(schema: Schema): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'array') return [sample(schema.items as Schema)];
  if (schema.type === 'object') return samples(schema.properties as Record<string, Schema> | undefined);
  if (schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return true;
  if (/Message-ID/.test(String(schema.description))) return '<a@example.com>';
  return /address|email/.test(String(schema.description)) ? 'ann@example.com' : 'x1';
}

const samples = (properties: Readonly<Record<string, Schema>> = {}) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sample(schema)]));

const getProperties = ({ parameters }: DeclaredTool) => (parameters.properties ?? {}) as Record<string, Schema>;

/** Returns every argument of a request. */
function listArguments(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listArguments);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    name === 'argument' || name === '$argument' ? [String(item)] : listArguments(item),
  );
}

describe.each(TOOLS)('%s', (_name, tool) => {
  it('creates a request from every argument of its schema, and from no other', () => {
    const { request } = tool;
    const places = [...request.path.matchAll(/\{(\w+)\}/g)].map(
      ([, place = '']) => request.places?.[place]?.argument ?? place,
    );
    const from = request.body?.from;
    const properties = from && 'properties' in from ? Object.values(from.properties) : [];
    const paging = tool.paging ? [tool.paging.argument] : [];
    const used = new Set([...places, ...listArguments(request), ...properties]);
    expect([...used].toSorted()).toEqual(Object.keys(getProperties(tool)).toSorted());
    for (const argument of paging) expect(used).toContain(argument);
  });

  it('can be called with all its arguments, and is marked as reading or writing', () => {
    expect(tool.id).toMatch(TOOL_ID);
    const args = samples(getProperties(tool));
    expect(findArgumentProblem({ ...tool.parameters }, args)).toBeUndefined();
    const { method, url } = buildRequest('https://api.example.com', tool, args);
    expect(url).toMatch(/^https:\/\/api\.example\.com\/\w/);
    // Two services search with POST.
    if (!tool.sideEffects)
      expect(method === 'GET' || /^\/v1\/(?:search|data_sources)/.test(tool.request.path)).toBe(true);
    else expect(method).not.toBe('GET');
  });
});

it('the tools of a service have unique names that models accept', () => {
  for (const { type, service } of SERVICES) {
    const names = nameTools('a'.repeat(24), service.tools).map(({ name }) => name);
    expect(new Set(names).size, type).toBe(service.tools.length);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z_][\w-]{0,63}$/);
  }
});

describe('a response that asks to wait', () => {
  const answer = (status: number, headers: Record<string, string> = {}) => ({
    status,
    headers,
    body: new Uint8Array(),
    truncated: false,
    url: 'https://api.example.com',
  });
  const first = { attempts: 1, waitedMs: 0 };

  it('is respected for a limited time and number of attempts, and a write is repeated only if it was not processed', () => {
    expect(getRetryDelay(answer(429, { 'retry-after': '3' }), true, first)).toBe(3000);
    expect(getRetryDelay(answer(429, { 'retry-after': '3' }), false, first)).toBe(3000);
    expect(getRetryDelay(answer(503, { 'retry-after': '3' }), true, first)).toBe(3000);
    expect(getRetryDelay(answer(503, { 'retry-after': '3' }), false, first)).toBeUndefined();
    expect(getRetryDelay(answer(403, { 'retry-after': '3' }), false, first)).toBe(3000);
    expect(getRetryDelay(answer(403), true, first)).toBeUndefined();
    expect(getRetryDelay(answer(500), true, first)).toBeUndefined();
    expect(getRetryDelay(answer(429), true, { attempts: 2, waitedMs: 0 })).toBe(2000);
    expect(getRetryDelay(answer(429), true, { attempts: 4, waitedMs: 0 })).toBeUndefined();
    expect(
      getRetryDelay(answer(429, { 'retry-after': '20' }), true, { attempts: 2, waitedMs: 20_000 }),
    ).toBeUndefined();
  });

  it('can name a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    const at = (text: string) => parseRetryAfterMs({ 'retry-after': text }, now);
    expect(at('Thu, 01 Jan 2026 00:00:10 GMT')).toBe(10_000);
    expect(at('Thu, 01 Jan 2025 00:00:10 GMT')).toBe(0);
    expect(at('soon')).toBeUndefined();
    expect(at('')).toBeUndefined();
  });
});

describe('a token response', () => {
  const mend = async (body: string, declared = {}) => {
    const response = await normalizeTokenResponse(new Response(body, { status: 200 }), declared);
    return [response.status, await response.json()];
  };

  it('is normalized to the standard, whatever the service calls its fields', async () => {
    const slack = { failure: { flag: 'ok', code: 'error' }, within: 'authed_user', invalidGrant: ['token_revoked'] };
    const user = {
      ok: true,
      access_token: 'bot',
      authed_user: { access_token: 'user', token_type: 'user', scope: 'a,b' },
    };
    expect(await mend(JSON.stringify(user), slack)).toMatchObject([
      200,
      { access_token: 'user', token_type: 'bearer', scope: 'a,b' },
    ]);
    expect(await mend('{"ok":false,"error":"token_revoked"}', slack)).toEqual([400, { error: 'invalid_grant' }]);
    expect(await mend('{"ok":false}', slack)).toEqual([400, { error: 'unknown_error' }]);
    expect(await mend('{"error":"a\\nb"}')).toEqual([400, { error: 'unknown_error' }]);
    expect(await mend('access_token=a&expires_in=60')).toEqual([
      200,
      { access_token: 'a', expires_in: 60, token_type: 'bearer' },
    ]);
  });

  it('is unchanged if it is none', async () => {
    for (const body of ['<html>', '[]', '"x"', '', 'null'])
      expect(await (await normalizeTokenResponse(new Response(body))).text()).toBe(body);
  });
});
