import { afterEach, describe, expect, test } from 'vitest';
import {
  callTool,
  endSession,
  type McpCall,
  type SessionStore,
} from '../../../src/connections/mcp-servers/client/call-tool.ts';
import type { McpSession } from '../../../src/connections/mcp-servers/client/connection.ts';
import {
  CALL_DEADLINES,
  MAX_PAGES,
  MAX_RESPONSE_BYTES,
  MAX_TOOLS,
} from '../../../src/connections/mcp-servers/client/limits.ts';
import { listTools } from '../../../src/connections/mcp-servers/client/list-tools.ts';
import { type McpCredential, McpFailure, type McpTarget } from '../../../src/connections/mcp-servers/client/types.ts';
import { finishAuthorization, startAuthorization } from '../../../src/connections/mcp-servers/oauth/authorize.ts';
import { refreshMcpTokens } from '../../../src/connections/mcp-servers/oauth/refresh.ts';
import { createGuardedClient, type GuardedClient, OutboundError } from '../../../src/platform/http/guarded-client.ts';
import { type AuthScript, startAuthServer } from '../../support/auth-server.ts';
import { type EverythingServer, startEverythingServer } from '../../support/mcp-everything.ts';
import { ECHO_TOOL, type McpScript, type ScriptedMcpServer, startMcpServer } from '../../support/mcp-server.ts';

const local = createGuardedClient({ allowPrivate: ['127.0.0.0/8'] });
/** Short, because hanging servers still respond to what is awaited. */
const BRIEF = { connectMs: 60_000, silenceMs: 300, totalMs: 1000 };
const BRIEF_AT_FIRST = { ...BRIEF, connectMs: 300 };

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
});

async function serve(script: Partial<McpScript> = {}): Promise<ScriptedMcpServer> {
  const server = await startMcpServer(script);
  open.push(server);
  return server;
}

async function everything(transport: 'streamableHttp' | 'sse'): Promise<EverythingServer> {
  const server = await startEverythingServer(transport);
  open.push(server);
  return server;
}

const targetAt = (url: string, more: Partial<McpTarget> = {}): McpTarget => ({
  url,
  transport: 'auto',
  credential: { kind: 'none' },
  verdict: null,
  ...more,
});
const LEGACY = { transport: 'streamable_http', modern: [] } as const;
const MODERN = { transport: 'streamable_http', modern: ['2026-07-28'] } as const;

const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const callOf = (name: string, more: Partial<McpCall> = {}): McpCall => ({
  tool: tool(name),
  args: { a: 1 },
  callId: 'call-1',
  signal: new AbortController().signal,
  ...more,
});

/** Calls a tool of a scripted server with the older protocol. */
const call = (server: ScriptedMcpServer, name = 'echo', more: Partial<McpCall> = {}, target: Partial<McpTarget> = {}) =>
  callTool(local, targetAt(server.url, { verdict: LEGACY, ...target }), callOf(name, more));

async function failure(work: Promise<unknown>): Promise<Pick<McpFailure, 'end' | 'reason' | 'message'>> {
  const error = await work.then(
    (value) => new Error(`it answered ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof McpFailure)) throw error;
  const { end, reason, message } = error;
  return { end, reason, message };
}

/** A server whose tool `odd` has this response. */
const odd = (handler: McpScript['handlers'][string], script: Partial<McpScript> = {}) =>
  serve({ handlers: { odd: handler }, ...script });

function createSessionStore(): SessionStore & { session: McpSession | undefined } {
  return {
    session: undefined,
    async find() {
      return this.session;
    },
    async store(session) {
      this.session = session;
      return true;
    },
    async remove() {
      this.session = undefined;
    },
  };
}

describe('an MCP client', () => {
  test.each(['streamableHttp', 'sse'] as const)(
    'lists tools and reads results over %s: text, numbers, files, links',
    async (by) => {
      const server = await everything(by);
      const { tools, refused, verdict } = await listTools(local, targetAt(server.url));
      expect(refused).toEqual([]);
      expect(verdict).toEqual({ transport: by === 'sse' ? 'sse' : 'streamable_http', modern: [] });
      const made = async (name: string, args: object, more: Partial<McpCall> = {}) => {
        const found = tools.find((one) => one.name === name);
        if (!found) throw new Error(`no tool ${name}`);
        return (await callTool(local, targetAt(server.url, { verdict }), callOf(name, { tool: found, args, ...more })))
          .result;
      };
      expect(await made('echo', { message: 'hello' })).toMatchObject({ isError: false, text: 'Echo: hello' });
      const weather = await made('get-structured-content', { location: 'Chicago' });
      expect(weather).toMatchObject({ text: '', structured: { temperature: expect.any(Number) } });
      const [image] = (await made('get-tiny-image', {})).files;
      expect(image).toMatchObject({ mediaType: 'image/png' });
      expect(
        Buffer.from(image?.bytes ?? [])
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
      expect((await made('get-resource-links', {})).links).toContainEqual(
        expect.objectContaining({ uri: expect.stringContaining('demo://') }),
      );
      expect((await made('get-resource-reference', { resourceType: 'Blob', resourceId: 1 })).files).toHaveLength(1);
      const updates: number[] = [];
      const onProgress = ({ progress }: { progress: number }) => void updates.push(progress);
      await made('trigger-long-running-operation', { duration: 0.3, steps: 3 }, { onProgress });
      expect(updates.slice(0, 2)).toEqual([1, 2]);
      expect(await made('get-sum', { a: 'one' })).toMatchObject({ isError: true });
    },
  );
});

describe('the protocol version of a server', () => {
  test.each([
    ['legacy', LEGACY, ['initialize', 'notifications/initialized', 'tools/call']],
    ['stateless', LEGACY, ['initialize', 'notifications/initialized', 'tools/call']],
    ['modern', MODERN, ['tools/call']],
  ] as const)('is detected once: a %s server is then called without another probe', async (era, verdict, messages) => {
    const server = await serve({ era });
    expect((await listTools(local, targetAt(server.url))).verdict).toEqual(verdict);
    server.requests.splice(0);
    const answer = await callTool(local, targetAt(server.url, { verdict }), callOf('echo'));
    expect(answer).toMatchObject({ result: { text: '{"a":1}' }, verdict });
    expect(server.requests.flatMap(({ message }) => message?.method ?? [])).toEqual(messages);
    expect(server.sessions.size).toBe(0);
    expect(server.calls[0]?.meta).toMatchObject({ 'holdfast/idempotency-key': 'call-1' });
  });

  test.each([
    ['legacy', MODERN, LEGACY],
    ['modern', LEGACY, MODERN],
  ] as const)('is detected again if it is %s now, and the call is made once', async (era, known, found) => {
    const server = await serve({ era });
    const answer = await callTool(local, targetAt(server.url, { verdict: known }), callOf('echo'));
    expect(answer.verdict).toEqual(found);
    expect(server.calls).toHaveLength(1);
    expect((await listTools(local, targetAt(server.url, { verdict: known }))).verdict).toEqual(found);
  });

  test('is reported only if a connection succeeds, else the first method’s error is', async () => {
    const server = await serve({ before: (_, response) => !!response.writeHead(404).end('nothing here') });
    expect(await failure(listTools(local, targetAt(server.url)))).toEqual({
      end: 'failed',
      reason: 'HTTP_STATUS',
      message: 'the server answered with status 404',
    });
  });
});

describe('a session', () => {
  test('is continued with one request, and reinitialized if the server forgot it', async () => {
    const server = await serve();
    const sessions = createSessionStore();
    await call(server, 'echo', { sessions });
    expect(server.sessions).toEqual(new Set([sessions.session?.id]));
    server.requests.splice(0);
    await call(server, 'echo', { sessions });
    expect(server.requests.map(({ message }) => message?.method)).toEqual(['tools/call']);
    server.forgetSessions();
    await call(server, 'echo', { sessions });
    expect(server.calls).toHaveLength(3);
    expect(server.sessions).toEqual(new Set([sessions.session?.id]));
    await endSession(local, targetAt(server.url, { verdict: LEGACY }), sessions.session as McpSession);
    expect(server.sessions.size).toBe(0);
  });

  test('that is not stored ends with its call, even if that fails', async () => {
    const server = await odd((made) => made.refuse(500));
    await failure(call(server, 'odd', { sessions: { ...createSessionStore(), store: async () => false } }));
    expect(server.sessions.size).toBe(0);
  });

  test('that cannot be stored ends with its call, whose result still arrives', async () => {
    const server = await serve();
    const keep = () => Promise.reject(new Error('the database is away'));
    expect(await call(server, 'echo', { sessions: { ...createSessionStore(), store: keep } })).toMatchObject({
      result: { text: '{"a":1}' },
    });
    expect(server.sessions.size).toBe(0);
  });

  test('that its server does not terminate delays nobody', async () => {
    const server = await serve({ before: (request) => request.method === 'DELETE' });
    expect(await call(server)).toMatchObject({ result: { text: '{"a":1}' } });
  });
});

describe('a credential', () => {
  const shown = async (credential: McpCredential) => {
    const server = await serve();
    await call(server, 'echo', {}, { credential });
    return server.requests;
  };

  test('is sent with every request as the server requires', async () => {
    const key = { kind: 'api_key', value: 'secret' } as const;
    for (const { headers } of await shown({ ...key, strategy: 'bearer' }))
      expect(headers.authorization).toBe('Bearer secret');
    for (const { headers } of await shown({ ...key, strategy: 'header' })) expect(headers['x-api-key']).toBe('secret');
    for (const { headers } of await shown({ ...key, strategy: 'header', name: 'X-Mine' }))
      expect(headers['x-mine']).toBe('secret');
    for (const { url } of await shown({ ...key, strategy: 'query' })) expect(url).toBe('/mcp?api_key=secret');
    for (const { url } of await shown({ ...key, strategy: 'query', name: 'k' })) expect(url).toBe('/mcp?k=secret');
  });

  test('is sent only to the server’s own origin, whatever it redirects to', async () => {
    const other = await serve();
    const server = await serve({
      before: (_, response) => !!response.writeHead(307, { location: other.url }).end(),
    });
    const credential = { kind: 'api_key', value: 'secret', strategy: 'query' } as const;
    expect(await failure(call(server, 'echo', {}, { credential }))).toMatchObject({ end: 'failed' });
    expect(other.requests).toEqual([]);
  });

  test('with a token is refreshed once if the server rejects it, and the call is made once', async () => {
    const server = await serve({
      before: (request, response) => request.headers.authorization !== 'Bearer t2' && !!response.writeHead(401).end(),
    });
    const asked: (number | undefined)[] = [];
    const tokens = {
      fresh: async (rejected?: number) => {
        asked.push(rejected);
        return rejected === undefined ? { token: 't1', version: 1 } : { token: 't2', version: 2 };
      },
    };
    await call(server, 'echo', {}, { credential: { kind: 'oauth', tokens } });
    expect(asked).toEqual([undefined, 1]);
    expect(server.calls).toHaveLength(1);
  });

  test.each([401, 403])('that is rejected with %i during the session leaves the call unmade', async (status) => {
    const challenge = 'Bearer resource_metadata="https://mcp.example.com/meta", scope="read"';
    const server = await odd((made) => made.refuse(status, { 'www-authenticate': challenge }));
    const failed = call(server, 'odd', {}, { credential: { kind: 'api_key', value: 'k', strategy: 'bearer' } });
    await expect(failed).rejects.toMatchObject({
      end: 'reconnect',
      challenge: { resourceMetadataUrl: 'https://mcp.example.com/meta', scope: 'read' },
    });
    expect(server.calls).toHaveLength(1);
  });
});

describe('an authorization', () => {
  const ctx = { http: local, config: { publicUrl: 'http://127.0.0.1:3000', allowPrivateAddresses: ['127.0.0.0/8'] } };
  const method = (token_endpoint_auth_method: string) => ({ client_secret: 'shown-once', token_endpoint_auth_method });

  async function guarded(script: Partial<AuthScript> = {}) {
    const [mcp, auth] = [await serve(), await startAuthServer(script)];
    open.push(auth);
    auth.protect(mcp);
    return { mcp, auth };
  }

  test.each(['client_secret_post', 'client_secret_basic', 'none'])(
    'is refreshed as the client was registered: %s',
    async (by) => {
      const { mcp, auth } = await guarded({ registered: by === 'none' ? {} : method(by) });
      const { flow, url } = await startAuthorization(ctx, mcp.url, undefined, undefined);
      const code = (await auth.consent(url.href)).searchParams.get('code') ?? '';
      const secret = await finishAuthorization(ctx, JSON.parse(JSON.stringify(flow)), { code });
      await refreshMcpTokens(local, secret, AbortSignal.timeout(10_000));
      const shown = auth.exchanges.map((form) => [form.get('grant_type'), form.get('client_secret')]);
      const inForm = by === 'client_secret_post' ? 'shown-once' : null;
      expect(shown).toEqual([
        ['authorization_code', inForm],
        ['refresh_token', inForm],
      ]);
    },
  );

  test('is not started for a server that claims another identity', async () => {
    const [{ mcp, auth }, other] = [await guarded(), await guarded()];
    mcp.script.before = other.mcp.script.before;
    const begun = startAuthorization(ctx, mcp.url, undefined, undefined);
    await expect(begun).rejects.toThrow('the server declares the resource of another URL');
    expect([...auth.registrations, ...other.auth.registrations]).toEqual([]);
  });
});

describe('a list of tools', () => {
  test('excludes tools that contain the key or token sent to the server, in any form', async () => {
    const key = 'key/canary+17';
    const tools = [
      tool('plain', { description: 'Adds numbers.' }),
      tool('description', { description: `Use ${key}.` }),
      tool('coded', { inputSchema: { type: 'object', properties: { a: { default: btoa(key) } } } }),
    ];
    const server = await serve({ tools });
    const tokens = { fresh: async () => ({ token: key, version: 1 }) };
    const credentials: McpCredential[] = [
      { kind: 'api_key', value: key, strategy: 'bearer' },
      { kind: 'oauth', tokens },
    ];
    for (const credential of credentials) {
      const listing = await listTools(local, targetAt(server.url, { credential }));
      expect(listing.tools.map(({ name }) => name)).toEqual(['plain']);
      expect(listing.refused.map(({ name, code }) => `${name}: ${code}`)).toEqual([
        'description: mcp_tool_with_credential',
        'coded: mcp_tool_with_credential',
      ]);
    }
  });

  test('is parsed tool by tool: an invalid tool is excluded with its reason and affects no other', async () => {
    const deep = JSON.parse(`${'{"items":'.repeat(51)}{}${'}'.repeat(51)}`);
    const server = await serve({
      tools: [
        ECHO_TOOL,
        ECHO_TOOL,
        7,
        { name: 'bare' },
        tool('__proto__'),
        tool('zero\u200bwidth'),
        tool('deep', { inputSchema: deep }),
        tool('long', { inputSchema: { type: 'object', description: 'x'.repeat(70_000) } }),
        tool('wide', { inputSchema: { type: 'object', properties: properties(10_000) } }),
        tool('hidden', { inputSchema: { type: 'object', properties: { 'a\u{e0041}': {} } } }),
        tool('load_skill', { title: 5, annotations: { readOnlyHint: true, note: 'x', toString: 'y' }, execution: 1 }),
        tool('slow', { inputSchema: { type: 'object', properties: { a: { pattern: '^(a+)+$' } } } }),
        tool('far', { inputSchema: { type: 'object', $ref: 'http://127.0.0.1:9/schema' } }),
        tool('smuggled', { description: 'Adds\u{e0068}\u{e0069} \u202enumbers.' }),
      ],
    });
    const { tools, refused, hidden } = await listTools(local, targetAt(server.url));
    expect(refused.map(({ name, code }) => `${name}: ${code}`)).toEqual([
      'echo: mcp_tool_name_taken',
      ': mcp_tool_not_object',
      'bare: mcp_tool_schema_not_object',
      '__proto__: mcp_tool_name_reserved',
      'zerowidth: mcp_tool_name_hidden',
      'deep: mcp_tool_schema_too_deep',
      'long: mcp_tool_schema_too_long',
      'wide: mcp_tool_schema_too_long',
      'hidden: mcp_tool_schema_hidden',
    ]);
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'load_skill', 'slow', 'far', 'smuggled']);
    expect(tools[1]).toEqual(tool('load_skill', { annotations: { readOnlyHint: true } }));
    expect(tools[4]?.description).toBe('Adds numbers.');
    expect(hidden).toEqual([{ place: 'smuggled', characters: 3 }]);
  });

  test('ends after a limited number of pages and tools', async () => {
    const endless = await serve({
      pages: (cursor) => ({ tools: [tool(`t${cursor ?? 0}`)], nextCursor: `${Number(cursor ?? 0) + 1}` }),
    });
    const paged = await listTools(local, targetAt(endless.url));
    expect(paged.tools).toHaveLength(MAX_PAGES);
    expect(paged.refused).toMatchObject([{ name: '', code: 'mcp_tool_beyond_page', params: { page: MAX_PAGES } }]);
    const many = await serve({ tools: Array.from({ length: MAX_TOOLS + 1 }, (_, index) => tool(`t${index}`)) });
    const listed = await listTools(local, targetAt(many.url));
    expect(listed.tools).toHaveLength(MAX_TOOLS);
    expect(listed.refused).toHaveLength(1);
  });

  test('of a server without tools is empty', async () => {
    const server = await serve({
      before: (_, response, message) =>
        message?.method === 'tools/list' &&
        !!response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } })),
    });
    expect((await listTools(local, targetAt(server.url))).tools).toEqual([]);
  });
});

describe('a failing call', () => {
  const big = 'x'.repeat(MAX_RESPONSE_BYTES);
  const onProgress = () => undefined;

  test.each<[string, McpScript['handlers'][string], Partial<Pick<McpFailure, 'end' | 'reason'>>]>([
    ['answers in HTML', (made) => made.refuse(200, { 'content-type': 'text/html' }, '<p>Hi'), { end: 'unknown' }],
    ['answers half', (made) => made.refuse(200, { 'content-type': 'application/json' }, '{"js'), { end: 'unknown' }],
    ['answers with too much', (made) => made.answer({ content: [{ type: 'text', text: big }] }), TOO_LARGE()],
    ['streams too much', (made) => made.stream().send({ method: 'notifications/x', params: { big } }), TOO_LARGE()],
    ['says 500', (made) => made.refuse(500), { end: 'unknown', reason: 'HTTP_STATUS' }],
    ['says 422', (made) => made.refuse(422), { end: 'failed', reason: 'HTTP_STATUS' }],
    ['says 429', (made) => made.refuse(429, { 'retry-after': '7' }), { end: 'retry' }],
    ['hangs up', (made) => void made.request.socket.destroy(), { end: 'unknown' }],
    ['breaks its stream off', (made) => sendAndDisconnect(made.stream(), made.response), { end: 'unknown' }],
    ['ends its stream without an answer', (made) => made.stream().end(), { end: 'unknown', reason: 'STREAM_BROKEN' }],
    ['never answers', () => undefined, { end: 'unknown', reason: 'TIMEOUT' }],
    ['streams endlessly', (made) => sendEndlessRequests(made), { end: 'unknown', reason: 'TIMEOUT' }],
    ['redirects to a private address', (made) => made.refuse(307, { location: 'http://10.0.0.1/' }), { end: 'failed' }],
    ['redirects in a circle', (made) => made.refuse(307, { location: '/mcp' }), { end: 'failed' }],
    ['responds with a protocol error', (made) => rpcError(made), { end: 'failed', reason: 'REFUSED' }],
  ])('to a server that %s ends within limits, and is made once', async (_, handler, expected) => {
    const server = await odd(handler);
    const deadlines = expected.reason === 'TIMEOUT' ? BRIEF : CALL_DEADLINES;
    expect(await failure(call(server, 'odd', { onProgress, deadlines }))).toMatchObject(expected);
    const asked = server.messages('tools/call');
    expect(new Set(asked.map(({ id }) => id)).size).toBeLessThanOrEqual(1);
  });

  function TOO_LARGE() {
    return { end: 'unknown', reason: 'TOO_LARGE' } as const;
  }

  test('reports the retry delay of a busy server', async () => {
    const server = await odd((made) => made.refuse(429, { 'retry-after': '7' }));
    await expect(call(server, 'odd')).rejects.toMatchObject({ end: 'retry', retryAfterMs: 7000 });
  });

  test('that fails before it is sent is known not to be made', async () => {
    const silent = await serve({ before: (_, __, message) => message?.method === 'initialize' });
    expect(await failure(call(silent, 'echo', { deadlines: BRIEF_AT_FIRST }))).toMatchObject({
      end: 'failed',
      reason: 'TIMEOUT',
    });
    const broken = await serve({ before: (_, response) => !!response.writeHead(500).end() });
    expect(await failure(call(broken))).toMatchObject({ end: 'failed' });
    const nobody = callTool(local, targetAt('http://127.0.0.1:9/mcp'), callOf('echo'));
    expect(await failure(nobody)).toMatchObject({ end: 'failed', reason: 'CONNECT' });
    const strict = createGuardedClient({ allowPrivate: [] });
    const refused = callTool(strict, targetAt(silent.url), callOf('echo'));
    expect(await failure(refused)).toMatchObject({ end: 'failed', reason: 'REFUSED_ADDRESS' });
  });

  test('over SSE ends with its stream', async () => {
    const server = await serve({ before: sseThatBreaks });
    const made = call(server, 'odd', {}, { transport: 'sse', verdict: null });
    expect(await failure(made)).toMatchObject({ end: 'unknown', reason: 'STREAM_BROKEN' });
  });

  test('over SSE that never starts times out', async () => {
    const server = await serve({ before: (_, response) => !!response.writeHead(200, SSE).write(': hello\n\n') });
    const made = call(server, 'odd', { deadlines: BRIEF_AT_FIRST }, { transport: 'sse', verdict: null });
    expect(await failure(made)).toMatchObject({ end: 'failed', reason: 'TIMEOUT' });
  });

  test('is resumed where its stream broke, and not made again', async () => {
    let tries = 0;
    const server = await serve({
      handlers: {
        odd: (made) => {
          const stream = made.stream();
          made.response.write('id: 1\nretry: 0\ndata:\n\n');
          stream.end();
        },
      },
      before(request, response) {
        if (request.method !== 'GET') return false;
        response.writeHead(200, SSE);
        // The call has the third id of the library.
        const result = { jsonrpc: '2.0', id: server.messages('tools/call')[0]?.id, result: { content: [] } };
        response.end(++tries < 3 ? 'id: 2\nretry: 0\ndata:\n\n' : `data: ${JSON.stringify(result)}\n\n`);
        return true;
      },
    });
    expect(await call(server, 'odd')).toMatchObject({ result: { text: '' } });
    expect(server.calls).toHaveLength(1);
    expect(tries).toBe(3);
  });

  test('whose stream breaks repeatedly is given up after a few attempts', async () => {
    const server = await serve({
      handlers: { odd: (made) => void made.stream().send({ method: 'notifications/x' }, '1') },
      before: (request, response) =>
        request.method === 'GET' && !!response.writeHead(200, SSE).end('id: 2\nretry: 0\ndata:\n\n'),
    });
    server.script.handlers.odd = (made) => {
      const stream = made.stream();
      stream.send({ method: 'notifications/x' }, '1');
      stream.end();
    };
    expect(await failure(call(server, 'odd'))).toMatchObject({ end: 'unknown', reason: 'STREAM_BROKEN' });
    expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(5);
  });

  test('with an odd response counts as made', async () => {
    const server = await odd((made) =>
      made.answer({ content: [{ type: 'text', text: 'done' }, { type: 'hologram' }, 5, { type: 'image', data: '!' }] }),
    );
    const { result } = await call(server, 'odd');
    expect(result).toMatchObject({ isError: false, text: 'done', files: [] });
    expect(result.notes).toEqual(['Left out: a part of an unknown type.', 'Left out: image with unreadable bytes.']);
    expect((await call(await odd((made) => made.answer({ content: 'all' })), 'odd')).result.notes).toHaveLength(1);
  });

  test('is not validated against the output schema of its tool', async () => {
    const server = await odd((made) => made.answer({ content: [], structuredContent: { n: 'five' } }));
    const outputSchema = { type: 'object', properties: { n: { type: 'number', pattern: '^(a+)+$' } }, required: ['m'] };
    const { result } = await call(server, 'odd', { tool: tool('odd', { outputSchema }) });
    expect(result.structured).toEqual({ n: 'five' });
  });
});

describe('a call that is given up', () => {
  test('is cancelled on its server', async () => {
    const server = await odd((made) => void made.stream());
    const stop = new AbortController();
    const made = call(server, 'odd', { signal: stop.signal });
    made.catch(() => undefined);
    await expect.poll(() => server.calls.length).toBe(1);
    stop.abort();
    await expect(made).rejects.toMatchObject({ reason: 'aborted', sent: true });
    const [asked] = server.messages('tools/call');
    expect(server.messages('notifications/cancelled')).toMatchObject([{ params: { requestId: asked?.id } }]);
  });

  test('is cancelled on a server of the new protocol by closing its stream', async () => {
    const gone = Promise.withResolvers<void>();
    const server = await odd(
      (made) => {
        made.stream();
        void made.gone.then(gone.resolve);
      },
      { era: 'modern' },
    );
    const stop = new AbortController();
    const made = call(server, 'odd', { signal: stop.signal }, { verdict: MODERN });
    made.catch(() => undefined);
    await expect.poll(() => server.calls.length).toBe(1);
    stop.abort();
    await expect(made).rejects.toBeInstanceOf(OutboundError);
    await gone.promise;
  });

  test('because of its deadline says so, and nothing was sent', async () => {
    const server = await serve();
    const callHttp: GuardedClient = {
      ...local,
      fetch: (limits) => local.fetch({ ...limits, maySend: async () => false }),
    };
    await expect(call(server, 'echo', { callHttp })).rejects.toMatchObject({ reason: 'superseded', sent: false });
    expect(server.calls).toEqual([]);
  });
});

test('requests of a server are reported and not answered', async () => {
  const asks = { elicitation: { method: 'elicitation/create', params: { message: 'Your password?' } } };
  const server = await odd((made) => made.answer({ resultType: 'input_required', inputRequests: asks }), {
    era: 'modern',
  });
  const answer = await call(server, 'odd', {}, { verdict: MODERN });
  expect(answer).toMatchObject({ questions: ['Your password?'] });
  expect(server.calls).toHaveLength(1);
});

test('endless requests of a server are not answered endlessly', async () => {
  const server = await odd((made) => {
    const stream = made.stream();
    for (let id = 0; id < 200; id++) stream.send({ id: `s${id}`, method: 'sampling/createMessage', params: {} });
    stream.result({ content: [] });
  });
  await call(server, 'odd');
  const answers = server.requests.filter(({ message }) => message !== undefined && message.method === undefined);
  expect(answers.length).toBeLessThanOrEqual(20);
});

const SSE = { 'content-type': 'text/event-stream' };

function properties(count: number): Record<string, object> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }]));
}

function sendAndDisconnect(stream: { progress(n: number): void }, response: { destroy(): unknown }): void {
  stream.progress(1);
  setImmediate(() => response.destroy());
}

function sendEndlessRequests(made: Parameters<McpScript['handlers'][string]>[0]): void {
  const stream = made.stream();
  const timer = setInterval(() => stream.progress(1), 20);
  void made.gone.then(() => clearInterval(timer));
}

function rpcError(made: Parameters<McpScript['handlers'][string]>[0]): void {
  const error = { code: -32020, message: 'header mismatch' };
  made.refuse(200, { 'content-type': 'application/json' }, JSON.stringify({ jsonrpc: '2.0', id: made.id, error }));
}

/** Sends the endpoint, completes the handshake, and breaks off at the call. */
function sseThatBreaks(
  request: { method?: string | undefined },
  response: import('node:http').ServerResponse,
  message?: { id?: string | number; method?: string },
): boolean {
  if (request.method === 'GET') {
    sse = response;
    response.writeHead(200, SSE).write('event: endpoint\ndata: /mcp\n\n');
    return true;
  }
  response.writeHead(202).end();
  const result = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
  };
  if (message?.method === 'initialize')
    sse?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n\n`);
  if (message?.method === 'tools/call') sse?.end();
  return true;
}
let sse: import('node:http').ServerResponse | undefined;
