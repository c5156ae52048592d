import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SettingError } from '../../src/platform/config.ts';
import { createAddressRules } from '../../src/platform/http/addresses.ts';
import {
  createGuardedClient,
  type GuardedRequest,
  OutboundError,
  type Resolver,
} from '../../src/platform/http/guarded-client.ts';

const LOOPBACK = ['127.0.0.0/8'];
const MIB = 1024 * 1024;

const open: (Server | TcpServer)[] = [];

afterEach(() => {
  vi.useRealTimers();
  for (const server of open.splice(0)) {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  }
});

async function listen<T extends Server | TcpServer>(server: T): Promise<{ server: T; port: number; url: string }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${port}` };
}

function serve(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  return listen(createServer(handler));
}

function names(table: Record<string, string[]>): Resolver & { readonly asked: string[] } {
  const asked: string[] = [];
  const resolver = async (host: string) => {
    asked.push(host);
    return table[host] ?? Promise.reject(new Error('no such host'));
  };
  return Object.assign(resolver, { asked });
}

const local = createGuardedClient({ allowPrivate: LOOPBACK });

async function failure(promise: Promise<unknown>): Promise<OutboundError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OutboundError)) throw new Error('expected an OutboundError', { cause: error });
  return error;
}

const get = (url: string, more: Partial<GuardedRequest> = {}): GuardedRequest => ({ method: 'GET', url, ...more });
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('the address rules', () => {
  const strict = createAddressRules([]);

  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.1.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '100.100.100.200',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:8.8.8.8',
    '64:ff9b::a00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::808:808',
    '100::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    '2002:a00:1::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '4000::1',
    'not an address',
    '010.0.0.1',
    '134744072',
    '',
  ])('forbid %s', (address) => {
    expect(strict.isPermitted('host.example', 443, [address])).toBe(false);
  });

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('permit the public address %s', (address) => {
    expect(strict.isPermitted('host.example', 443, [address])).toBe(true);
  });

  test('forbid a host with one forbidden address among public ones, and a host without addresses', () => {
    expect(strict.isPermitted('host.example', 443, ['8.8.8.8', '10.0.0.1'])).toBe(false);
    expect(strict.isPermitted('host.example', 443, [])).toBe(false);
  });

  test('with a host name entry open that host only, on every port', () => {
    const rules = createAddressRules(['Internal.Example']);
    expect(rules.isPermitted('internal.example', 1, ['10.0.0.1'])).toBe(true);
    expect(rules.isPermitted('internal.example.', 2, ['10.0.0.1'])).toBe(true);
    expect(rules.isPermitted('a.internal.example', 1, ['10.0.0.1'])).toBe(false);
    expect(rules.isPermitted('internal.example.org', 1, ['10.0.0.1'])).toBe(false);
  });

  test('with a port entry open that port only', () => {
    const rules = createAddressRules(['internal.example:8080', '[::1]:80', '127.0.0.1:9']);
    expect(rules.isPermitted('internal.example', 8080, ['10.0.0.1'])).toBe(true);
    expect(rules.isPermitted('internal.example', 8081, ['10.0.0.1'])).toBe(false);
    expect(rules.isPermitted('::1', 80, ['::1'])).toBe(true);
    expect(rules.isPermitted('::1', 81, ['::1'])).toBe(false);
    expect(rules.isPermitted('127.0.0.1', 9, ['127.0.0.1'])).toBe(true);
    expect(rules.isPermitted('127.0.0.1', 10, ['127.0.0.1'])).toBe(false);
  });

  test('with a network entry open its addresses, also IPv4-mapped, and no others', () => {
    const rules = createAddressRules(['10.1.0.0/16', 'fd12::/16']);
    expect(rules.isPermitted('any.example', 80, ['10.1.2.3'])).toBe(true);
    expect(rules.isPermitted('any.example', 80, ['::ffff:10.1.2.3'])).toBe(true);
    expect(rules.isPermitted('any.example', 80, ['10.2.0.1'])).toBe(false);
    expect(rules.isPermitted('any.example', 80, ['fd12::9'])).toBe(true);
    expect(rules.isPermitted('any.example', 80, ['fd13::9'])).toBe(false);
  });

  test('open a metadata service by its address, never by a host name', () => {
    expect(createAddressRules(['meta.example']).isPermitted('meta.example', 80, ['169.254.169.254'])).toBe(false);
    expect(createAddressRules(['169.254.169.254']).isPermitted('meta.example', 80, ['169.254.169.254'])).toBe(true);
  });

  test.each(['10.0.0.0/33', '10/8', 'a b', 'host:99999', 'http://host', 'user@host', '', ':80', '[::1'])(
    'reject the setting %j and name it',
    (entry) => {
      expect(() => createAddressRules([entry])).toThrow(SettingError);
      expect(() => createAddressRules([entry])).toThrow(/ALLOW_PRIVATE_ADDRESSES/);
    },
  );
});

describe('the guarded client rejects', () => {
  const strict = createGuardedClient({ allowPrivate: [] });

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://0/',
    'http://127.0.0.1./',
    'http://１２７.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'http://localhost/',
  ])('the private address in %s', async (url) => {
    expect(await failure(strict.request(get(url)))).toMatchObject({ reason: 'refused_address', sent: false });
  });

  test.each([
    'file:///etc/passwd',
    'ftp://example.org/',
    'gopher://example.org/',
    'data:text/plain,hello',
    'not a url',
    '',
    'http://',
    'http://user@example.org/',
    'http://:secret@example.org/',
    'http://1.2.3.4.5/',
    `http://example.org/${'a'.repeat(9000)}`,
  ])('the URL %s', async (url) => {
    expect(await failure(strict.request(get(url)))).toMatchObject({ reason: 'invalid_url', sent: false });
  });

  test.each([
    'Host',
    'connection',
    'Transfer-Encoding',
    'content-length',
    'TE',
    'Upgrade',
    'Proxy-Authorization',
    'Expect',
  ])('the header %s from a caller', async (name) => {
    const error = await failure(strict.request(get('http://example.org/', { headers: { [name]: 'x' } })));
    expect(error).toMatchObject({ reason: 'protocol', sent: false });
    expect(error.message).toContain(name);
  });

  const malformed: Record<string, string>[] = [
    { 'a b': 'x' },
    { a: 'x\r\nInjected: y' },
    { a: 'x', A: 'y' },
    { a: 'snow ☃' },
    { '': 'x' },
  ];
  test.each(malformed)('the malformed headers %j', async (headers) => {
    const error = await failure(strict.request(get('http://example.org/', { headers })));
    expect(error).toMatchObject({ reason: 'protocol', sent: false });
  });

  test('a method outside its list', async () => {
    const request = { ...get('http://example.org/'), method: 'CONNECT' } as unknown as GuardedRequest;
    expect(await failure(strict.request(request))).toMatchObject({ reason: 'protocol', sent: false });
  });

  test('a public name that resolves to a private address', async () => {
    const resolver = names({ 'evil.example': ['93.184.215.14', '10.0.0.1'] });
    const client = createGuardedClient({ allowPrivate: [], resolver });
    const error = await failure(client.request(get('http://evil.example/')));
    expect(error).toMatchObject({ reason: 'refused_address', sent: false });
    expect(error.message).not.toContain('10.0.0.1');
  });
});

describe('the guarded client connects', () => {
  test('to the checked address without resolving again, and sends the original host name', async () => {
    const { port } = await serve((request, response) => response.end(request.headers.host));
    let asked = 0;
    const resolver = async () => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    const client = createGuardedClient({ allowPrivate: ['127.0.0.1'], resolver });
    const answer = await client.request(get(`http://rebind.example:${port}/`));
    expect(toText(answer.body)).toBe(`rebind.example:${port}`);
    expect(asked).toBe(1);
  });

  test('to a host on the allow-list', async () => {
    const { port } = await serve((_request, response) => response.end('hello'));
    const resolver = names({ 'inner.example': ['127.0.0.1'] });
    const client = createGuardedClient({ allowPrivate: [`inner.example:${port}`], resolver });
    const answer = await client.request(get(`http://inner.example:${port}/`));
    expect(answer).toMatchObject({ status: 200, truncated: false, url: `http://inner.example:${port}/` });
    const other = await failure(client.request(get(`http://127.0.0.1:${port}/`)));
    expect(other.reason).toBe('refused_address');
  });

  test('to the next checked address when the first one refuses', async () => {
    const { port } = await serve((_request, response) => response.end('hello'));
    const resolver = names({ 'two.example': ['127.0.0.2', '127.0.0.1'] });
    const client = createGuardedClient({ allowPrivate: LOOPBACK, resolver });
    expect((await client.request(get(`http://two.example:${port}/`))).status).toBe(200);
  });

  test('through the system resolver when none is given', async () => {
    const { port } = await serve((_request, response) => response.end('hello'));
    const client = createGuardedClient({ allowPrivate: ['localhost'] });
    expect(toText((await client.request(get(`http://localhost:${port}/`))).body)).toBe('hello');
  });

  test('and sends method, headers and body as given', async () => {
    const { url } = await serve(async (request, response) => {
      response.setHeader('X-Echo', ['a', 'b']);
      const { method, url: path, headers } = request;
      response.end(JSON.stringify({ method, path, headers, body: await readText(request) }));
    });
    const headers = { 'X-Api-Key': 'k', 'Content-Type': 'text/csv', 'User-Agent': 'mine' };
    const answer = await local.request({ method: 'PUT', url: `${url}/a?b=1#c`, headers, body: 'é' });
    const seen = JSON.parse(toText(answer.body));
    expect(seen).toMatchObject({ method: 'PUT', path: '/a?b=1', body: 'é' });
    expect(seen.headers).toMatchObject({
      'x-api-key': 'k',
      'content-type': 'text/csv',
      'user-agent': 'mine',
      'content-length': '2',
      connection: 'close',
    });
    expect(answer.headers['x-echo']).toBe('a, b');
  });

  test('and returns an error status as a response', async () => {
    const { url } = await serve((_request, response) => response.writeHead(503).end('later'));
    expect(await local.request(get(url))).toMatchObject({ status: 503 });
  });
});

describe('a redirect', () => {
  test('to a private address is rejected, and counts as sent', async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    );
    const resolver = names({ 'public.example': ['127.0.0.1'] });
    const client = createGuardedClient({ allowPrivate: ['public.example'], resolver });
    const error = await failure(client.request(get(`http://public.example:${port}/`)));
    expect(error).toMatchObject({ reason: 'refused_address', sent: true });
  });

  test('to a name that resolves to a private address is rejected', async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(307, { location: `http://inner.example:${port}/` }).end(),
    );
    const resolver = names({ 'public.example': ['127.0.0.1'], 'inner.example': ['127.0.0.1'] });
    const client = createGuardedClient({ allowPrivate: ['public.example'], resolver });
    const error = await failure(client.request({ method: 'POST', url: `http://public.example:${port}/`, body: 'x' }));
    expect(error).toMatchObject({ reason: 'refused_address', sent: true });
    expect(resolver.asked).toEqual(['public.example', 'inner.example']);
  });

  test.each(['file:///etc/passwd', 'http://user:pass@127.0.0.1/', 'http://'])('to %s is rejected', async (location) => {
    const { url } = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect(await failure(local.request(get(url)))).toMatchObject({ reason: 'invalid_url', sent: true });
  });

  async function redirecting(status: number, crossOrigin: boolean) {
    const seen: { method?: string; headers: IncomingMessage['headers']; body: string }[] = [];
    const target = await serve(async (request, response) => {
      seen.push({ method: request.method, headers: request.headers, body: await readText(request) });
      response.end('end');
    });
    const first = await serve((request, response) => {
      if (request.url === '/end') target.server.emit('request', request, response);
      else response.writeHead(status, { location: crossOrigin ? `${target.url}/end` : '/end' }).end('moved');
    });
    return { url: first.url, end: crossOrigin ? target.url : first.url, seen };
  }

  const secrets = { Authorization: 'Bearer s', Cookie: 'a=b', 'X-Api-Key': 'k', 'X-Custom': 'c' };

  test('within the origin keeps every header', async () => {
    const { url, end, seen } = await redirecting(302, false);
    const answer = await local.request(get(`${url}/start`, { headers: secrets }));
    expect(answer).toMatchObject({ status: 200, url: `${end}/end` });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer s',
      cookie: 'a=b',
      'x-api-key': 'k',
      'x-custom': 'c',
    });
  });

  test('to another origin drops every header that can be a secret', async () => {
    const { url, seen } = await redirecting(307, true);
    const headers = { ...secrets, Accept: 'text/csv', 'Idempotency-Key': 'i', 'Content-Type': 'text/plain' };
    await local.request({ method: 'POST', url: `${url}/start`, headers, body: 'data' });
    expect(seen[0]).toMatchObject({ method: 'POST', body: 'data' });
    expect(seen[0]?.headers).toMatchObject({
      accept: 'text/csv',
      'idempotency-key': 'i',
      'content-type': 'text/plain',
    });
    for (const name of Object.keys(secrets)) expect(seen[0]?.headers).not.toHaveProperty(name.toLowerCase());
  });

  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [301, 'PUT', 'PUT', 'data'],
    [307, 'POST', 'POST', 'data'],
    [308, 'PATCH', 'PATCH', 'data'],
  ] as const)('with %i after %s continues as %s', async (status, method, then, body) => {
    const { url, seen } = await redirecting(status, false);
    await local.request({ method, url: `${url}/start`, headers: { 'Content-Type': 'text/plain' }, body: 'data' });
    expect(seen[0]).toMatchObject({ method: then, body });
    expect(seen[0]?.headers['content-type']).toBe(body === '' ? undefined : 'text/plain');
  });

  test('without end is given up after the limit', async () => {
    let count = 0;
    const { url } = await serve((_request, response) => {
      count += 1;
      response.writeHead(302, { location: '/again' }).end();
    });
    const error = await failure(local.request(get(url, { maxRedirects: 2 })));
    expect(error).toMatchObject({ reason: 'too_many_redirects', sent: true });
    expect(count).toBe(3);
  });

  test('is the response if redirects are disabled', async () => {
    const { url } = await serve((_request, response) => response.writeHead(302, { location: '/next' }).end('moved'));
    const answer = await local.request(get(url, { maxRedirects: 0 }));
    expect(answer).toMatchObject({ status: 302, headers: { location: '/next' } });
    expect(toText(answer.body)).toBe('moved');
  });
});

describe('a response body', () => {
  test('over the limit is truncated and its connection closed', async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await serve((request, response) => {
      request.socket.on('close', () => closed.resolve());
      const more = () => {
        while (response.write(Buffer.alloc(64 * 1024, 'a')));
      };
      response.on('drain', more);
      more();
    });
    const answer = await local.request(get(url, { maxBytes: 100_000 }));
    expect(answer).toMatchObject({ status: 200, truncated: true });
    expect(answer.body.byteLength).toBe(100_000);
    await closed.promise;
  });

  test('of exactly the limit is complete', async () => {
    const { url } = await serve((_request, response) => response.end('12345'));
    expect(await local.request(get(url, { maxBytes: 5 }))).toMatchObject({ truncated: false });
    expect(await local.request(get(url, { maxBytes: 4 }))).toMatchObject({ truncated: true });
  });

  test.each([
    ['gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['gzip, br', brotliCompressSync(gzipSync('hello'))],
  ])('in %s is decoded', async (coding, bytes) => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': coding, 'content-length': bytes.byteLength }).end(bytes),
    );
    const answer = await local.request(get(url));
    expect(toText(answer.body)).toBe('hello');
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers).not.toHaveProperty('content-length');
  });

  test('in an unknown coding is passed on unchanged', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'x-own' }).end('raw'),
    );
    const answer = await local.request(get(url));
    expect(toText(answer.body)).toBe('raw');
    expect(answer.headers['content-encoding']).toBe('x-own');
  });

  test('that is a compression bomb is truncated at the limit', async () => {
    const member = gzipSync(Buffer.alloc(MIB));
    const bomb = Buffer.concat(Array.from({ length: 200 }, () => member));
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const before = process.memoryUsage().arrayBuffers;
    const answer = await local.request(get(url, { maxBytes: MIB }));
    expect(answer).toMatchObject({ truncated: true });
    expect(answer.body.byteLength).toBe(MIB);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * MIB);
  });

  test('that never decodes to anything is truncated at the limit on the wire', async () => {
    const empty = gzipSync('');
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const more = () => {
        while (response.write(Buffer.concat(Array.from({ length: 1000 }, () => empty))));
      };
      response.on('drain', more);
      more();
    });
    const answer = await local.request(get(url, { maxBytes: 200_000 }));
    expect(answer).toMatchObject({ truncated: true });
    expect(answer.body.byteLength).toBe(0);
  });

  test('that contradicts its coding, or is encoded many times, is a protocol error', async () => {
    for (const coding of ['gzip', 'gzip, gzip, gzip']) {
      const { url } = await serve((_request, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end('this is plain text'),
      );
      expect(await failure(local.request(get(url)))).toMatchObject({ reason: 'protocol', sent: true });
    }
  });

  test('is empty for HEAD, whose headers are kept', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': 999 }).end(),
    );
    const answer = await local.request({ method: 'HEAD', url });
    expect(answer.body.byteLength).toBe(0);
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': '999' });
  });
});

describe('the request of a failure can have arrived:', () => {
  test('not when the connection is refused', async () => {
    const { server, url } = await serve((_request, response) => response.end());
    server.close();
    await once(server, 'close');
    expect(await failure(local.request(get(url)))).toMatchObject({ reason: 'connect', sent: false });
  });

  test('not when the host has no address', async () => {
    const client = createGuardedClient({ allowPrivate: [], resolver: names({}) });
    const error = await failure(client.request(get('http://nowhere.example/')));
    expect(error).toMatchObject({ reason: 'connect', sent: false });
  });

  test('not when TLS cannot be set up', async () => {
    const { port } = await listen(createTcpServer((socket) => socket.end('this is not TLS\n')));
    const error = await failure(local.request({ method: 'POST', url: `https://127.0.0.1:${port}/`, body: 'x' }));
    expect(error).toMatchObject({ reason: 'connect', sent: false });
  });

  test('not when it was cancelled before the start or during DNS resolution', async () => {
    const never = createGuardedClient({ allowPrivate: [], resolver: () => new Promise(() => undefined) });
    const error = await failure(never.request(get('http://slow.example/', { signal: AbortSignal.abort() })));
    expect(error).toMatchObject({ reason: 'aborted', sent: false });
    const controller = new AbortController();
    const pending = failure(never.request(get('http://slow.example/', { signal: controller.signal })));
    controller.abort();
    expect(await pending).toMatchObject({ reason: 'aborted', sent: false });
  });

  test('not when it times out during DNS resolution', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const never = createGuardedClient({ allowPrivate: [], resolver: () => new Promise(() => undefined) });
    const pending = failure(never.request(get('http://slow.example/')));
    vi.advanceTimersByTime(30_000);
    expect(await pending).toMatchObject({ reason: 'timeout', sent: false });
  });

  test('not when it times out during the TLS handshake, whose socket is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opened = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const silent = createTcpServer((socket) => {
      socket.resume().on('close', () => closed.resolve());
      opened.resolve();
    });
    const { port } = await listen(silent);
    const pending = failure(local.request(get(`https://127.0.0.1:${port}/`, { timeoutMs: 100 })));
    await opened.promise;
    vi.advanceTimersByTime(100);
    expect(await pending).toMatchObject({ reason: 'timeout', sent: false });
    await closed.promise;
  });

  test('yes when the server closes without a response, and it is not sent again', async () => {
    let connections = 0;
    const { url } = await listen(
      createTcpServer((socket) => {
        connections += 1;
        socket.on('data', () => socket.end());
      }),
    );
    const error = await failure(local.request(get(url)));
    expect(error).toMatchObject({ reason: 'protocol', sent: true });
    expect(connections).toBe(1);
  });

  test('yes when the server dies during its response', async () => {
    for (const coding of ['identity', 'gzip']) {
      const { url } = await serve((request, response) => {
        response.writeHead(200, { 'content-length': 1000, 'content-encoding': coding });
        response.write(coding === 'gzip' ? gzipSync('some data').subarray(0, 12) : 'some data');
        setImmediate(() => request.socket.destroy());
      });
      const error = await failure(local.request({ method: 'POST', url, body: 'x' }));
      expect(error).toMatchObject({ reason: 'protocol', sent: true });
    }
  });

  test('yes when the response is not HTTP', async () => {
    const { url } = await listen(
      createTcpServer((socket) => socket.on('data', () => socket.end('220 mail ready\r\n'))),
    );
    expect(await failure(local.request(get(url)))).toMatchObject({ reason: 'protocol', sent: true });
  });

  test('yes when the headers of the response are too large', async () => {
    const { url } = await listen(
      createTcpServer((socket) =>
        socket
          .on('error', () => undefined)
          .on('data', () => socket.end(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`)),
      ),
    );
    expect(await failure(local.request(get(url)))).toMatchObject({ reason: 'too_large', sent: true });
  });

  test.each(['before the answer', 'within the answer'])('yes when it times out %s', async (when) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = Promise.withResolvers<void>();
    const { url } = await serve((_request, response) => {
      if (when === 'within the answer') response.write('part');
      arrived.resolve();
    });
    const pending = failure(local.request(get(url, { timeoutMs: 5000 })));
    await arrived.promise;
    vi.advanceTimersByTime(4999);
    vi.advanceTimersByTime(1);
    expect(await pending).toMatchObject({ reason: 'timeout', sent: true });
  });

  test.each(['before the answer', 'within the answer'])(
    'yes when it is cancelled %s, and its socket is closed',
    async (when) => {
      const arrived = Promise.withResolvers<void>();
      const closed = Promise.withResolvers<void>();
      const { url } = await serve((request, response) => {
        request.socket.on('close', () => closed.resolve());
        if (when === 'within the answer') response.write('part');
        arrived.resolve();
      });
      const controller = new AbortController();
      const pending = failure(local.request({ method: 'POST', url, body: 'x', signal: controller.signal }));
      await arrived.promise;
      controller.abort();
      expect(await pending).toMatchObject({ reason: 'aborted', sent: true });
      await closed.promise;
    },
  );
});

test('an error names the host but not path, query or headers', async () => {
  const { server, url } = await serve((_request, response) => response.end());
  server.close();
  await once(server, 'close');
  const error = await failure(local.request(get(`${url}/hook?token=secret1`, { headers: { 'x-key': 'secret2' } })));
  expect(error.message).toContain('127.0.0.1');
  expect(error.message).not.toContain('secret');
  expect(error.message).not.toContain('hook');
});
