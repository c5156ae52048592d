import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createGuardedClient,
  type FetchLimits,
  OutboundError,
  type Resolver,
} from '../../src/platform/http/guarded-client.ts';

const MIB = 1024 * 1024;
const strict = createGuardedClient({ allowPrivate: [] }).fetch();
const local = (limits?: FetchLimits) => createGuardedClient({ allowPrivate: ['127.0.0.0/8'] }).fetch(limits);

const open: (Server | TcpServer)[] = [];
const sockets = new Set<Socket>();

afterEach(() => {
  vi.useRealTimers();
  for (const server of open.splice(0)) server.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

async function listen(server: Server | TcpServer): Promise<{ port: number; url: string; closed: Promise<void> }> {
  const closed = Promise.withResolvers<void>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      closed.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, closed: closed.promise };
}

const serve = (handler: (request: IncomingMessage, response: ServerResponse) => void) => listen(createServer(handler));
/** A server that sends this to every request and leaves the connection open. */
const serveText = (words: string) =>
  listen(createTcpServer((socket) => socket.once('data', () => socket.write(words))));

const names = (table: Record<string, string[]>): Resolver => {
  return async (host) => table[host] ?? Promise.reject(new Error('no such host'));
};

/** Writes endlessly, as fast as it is read. */
function writeEndlessly(response: ServerResponse, chunk: Buffer): void {
  response.on('error', () => undefined);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

async function getErrorReason(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OutboundError)) throw new Error('expected an OutboundError', { cause: error });
  return error.reason;
}

const texts = (response: Response) =>
  (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();

describe('a guarded fetch', () => {
  test('sends the contents of a Request and returns a Response', async () => {
    const { url } = await serve(async (request, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      const { method, headers } = request;
      response
        .writeHead(201, { 'x-kind': 'test' })
        .end(JSON.stringify({ method, headers, body: await readText(request) }));
    });
    const request = new Request(`${url}/a?b=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer k' },
      body: new URLSearchParams({ a: 'é' }),
    });
    const response = await local()(request);
    expect(response).toBeInstanceOf(Response);
    expect(response).toMatchObject({ status: 201, ok: true, url: `${url}/a?b=1`, redirected: false });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const seen = (await response.json()) as { headers: Record<string, string> };
    expect(seen).toMatchObject({ method: 'POST', body: 'a=%C3%A9', headers: { authorization: 'Bearer k' } });
    expect(seen.headers['content-type']).toContain('application/x-www-form-urlencoded');
  });

  test('sends the length of a complete body', async () => {
    const { url } = await serve((request, response) => response.end(request.headers['content-length']));
    expect(await (await local()(url, { method: 'POST', body: 'four' })).text()).toBe('4');
  });

  test.each([204, 205, 304])('returns %i without a body, and closes the connection', async (status) => {
    const { url, closed } = await serve((_request, response) => response.writeHead(status).end());
    expect(await local()(url)).toMatchObject({ status, body: null });
    await closed;
  });

  test('decodes a content coding and drops the headers that no longer apply', async () => {
    const { url } = await serve((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync('hello')),
    );
    const response = await local()(url);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe('hello');
  });

  test('passes on each chunk of a response as it arrives', async () => {
    const answer = Promise.withResolvers<ServerResponse>();
    const { url, closed } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      answer.resolve(response);
    });
    const reader = texts(await local()(url));
    expect(await reader.read()).toEqual({ done: false, value: 'data: 1\n\n' });
    const response = await answer.promise;
    response.write('data: 2\n\n');
    expect(await reader.read()).toEqual({ done: false, value: 'data: 2\n\n' });
    response.end();
    expect(await reader.read()).toMatchObject({ done: true });
    await closed;
  });

  test('sends each chunk of a request as it is produced', async () => {
    const came = Promise.withResolvers<string>();
    const { url } = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
        came.resolve(body);
      });
      request.on('end', () => response.end(body));
    });
    const { readable, writable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    const answer = local()(url, { method: 'POST', body: readable, duplex: 'half' } as RequestInit);
    await writer.write(Buffer.from('one '));
    expect(await came.promise).toBe('one ');
    await writer.write(Buffer.from('two'));
    await writer.close();
    expect(await (await answer).text()).toBe('one two');
  });
});

describe('a guarded fetch rejects', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
  ])('the private address in %s', async (url) => {
    expect(await getErrorReason(strict(url))).toBe('refused_address');
  });

  test('other URL schemes, and headers that the client sets itself', async () => {
    expect(await getErrorReason(strict('file:///etc/passwd'))).toBe('invalid_url');
    expect(await getErrorReason(strict('http://example.org/', { headers: { host: 'other.example' } }))).toBe(
      'protocol',
    );
  });

  test('a request past its deadline, before its first byte', async () => {
    let asked = false;
    const { url } = await serve((_request, response) => {
      asked = true;
      response.end();
    });
    expect(await getErrorReason(local({ maySend: async () => false })(url))).toBe('superseded');
    expect(asked).toBe(false);
  });

  test('to resolve a name twice: the checked address is used', async () => {
    const { port } = await serve((request, response) => response.end(request.headers.host));
    let asked = 0;
    const resolver = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']);
    const fetch = createGuardedClient({ allowPrivate: ['127.0.0.1'], resolver }).fetch();
    expect(await (await fetch(`http://rebind.example:${port}/`)).text()).toBe(`rebind.example:${port}`);
    expect(asked).toBe(1);
  });
});

describe('a redirect of a guarded fetch', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://2852039166/',
    'http://10.0.0.1/',
    'http://inner.example/',
  ])('to %s is rejected', async (location) => {
    const { port } = await serve((_request, response) => response.writeHead(302, { location }).end());
    const resolver = names({ 'public.example': ['127.0.0.1'], 'inner.example': ['127.0.0.1'] });
    const fetch = createGuardedClient({ allowPrivate: ['public.example'], resolver }).fetch();
    expect(await getErrorReason(fetch(`http://public.example:${port}/`))).toBe('refused_address');
  });

  test('is followed, without sensitive headers to another origin', async () => {
    const other = await serve((request, response) => response.end(JSON.stringify(request.headers)));
    const { url } = await serve((_request, response) => response.writeHead(307, { location: other.url }).end());
    const headers = { authorization: 'Bearer k', cookie: 'a=1', 'x-api-key': 'k', accept: 'text/event-stream' };
    const response = await local()(url, { headers });
    expect(response).toMatchObject({ redirected: true, url: `${other.url}/` });
    const seen = await response.json();
    expect(seen).toMatchObject({ accept: 'text/event-stream' });
    for (const secret of ['authorization', 'cookie', 'x-api-key']) expect(seen).not.toHaveProperty(secret);
  });

  test('repeats a complete body if required, but not a streamed one', async () => {
    const { url } = await serve(async (request, response) => {
      const body = await readText(request);
      if (request.url === '/') response.writeHead(308, { location: '/again' }).end();
      else response.end(`${request.method} ${body}`);
    });
    expect(await (await local()(url, { method: 'POST', body: 'whole' })).text()).toBe('POST whole');
    const streamed = new Blob(['streamed']).stream();
    const sent = local()(url, { method: 'POST', body: streamed, duplex: 'half' } as RequestInit);
    expect(await getErrorReason(sent)).toBe('protocol');
  });

  test('is the response, or an error, if the request says so, and redirects are limited', async () => {
    const { url } = await serve((_request, response) => response.writeHead(302, { location: '/' }).end('moved'));
    const manual = await local()(url, { redirect: 'manual' });
    expect([manual.status, manual.headers.get('location'), await manual.text()]).toEqual([302, '/', 'moved']);
    expect(await getErrorReason(local()(url, { redirect: 'error' }))).toBe('too_many_redirects');
    expect(await getErrorReason(local()(url))).toBe('too_many_redirects');
  });
});

describe('a hostile server', () => {
  test('that sends more than the limit is disconnected', async () => {
    const { url, closed } = await serve((_request, response) => writeEndlessly(response, Buffer.alloc(MIB)));
    const response = await local()(url);
    expect(await getErrorReason(response.arrayBuffer())).toBe('too_large');
    await closed;
  });

  test('that sends 50 MB is read completely if the limit allows it, and else up to the limit', async () => {
    const whole = Buffer.alloc(50_000_000, 'x');
    const { url } = await serve((_request, response) => response.end(whole));
    expect((await (await local()(url)).arrayBuffer()).byteLength).toBe(whole.length);
    expect(await getErrorReason((await local({ maxBytes: whole.length - 1 })(url)).arrayBuffer())).toBe('too_large');
  });

  test('that sends a compression bomb is disconnected at the decoded limit', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * MIB));
    expect(bomb.length).toBeLessThan(MIB);
    const { url, closed } = await serve((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(bomb),
    );
    expect(await getErrorReason((await local({ maxBytes: MIB })(url)).arrayBuffer())).toBe('too_large');
    await closed;
  });

  test('that sends endless headers is disconnected', async () => {
    const { url, closed } = await listen(
      createTcpServer((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\n');
          const more = () => {
            while (!socket.destroyed && socket.write('x-filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'));
          };
          socket.on('drain', more);
          more();
        });
      }),
    );
    expect(await getErrorReason(local()(url))).toBe('too_large');
    await closed;
  });

  test('that upgrades without a request, or speaks another protocol, is disconnected', async () => {
    for (const words of [
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
      'SSH-2.0-x\r\n',
    ]) {
      const { url, closed } = await serveText(words);
      expect(await getErrorReason(local()(url)), words).toBe('protocol');
      await closed;
    }
  });

  test('that breaks off is an error to the reader', async () => {
    const { url } = await listen(
      createTcpServer((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')),
      ),
    );
    const response = await local()(url);
    expect(await getErrorReason(response.text())).toBe('protocol');
  });

  test('that sends its headers byte by byte times out', async () => {
    const { url, closed } = await listen(
      createTcpServer((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
          const dribble = setInterval(() => socket.write('a'), 5);
          socket.once('close', () => clearInterval(dribble));
        });
      }),
    );
    expect(await getErrorReason(local({ idleTimeoutMs: 200 })(url))).toBe('timeout');
    await closed;
  });

  test('that never ends times out at the total timeout', async () => {
    const { url, closed } = await serve((_request, response) => writeEndlessly(response, Buffer.from('x')));
    const limits = { totalTimeoutMs: 300, maxBytes: Number.MAX_SAFE_INTEGER };
    expect(await getErrorReason(local(limits)(url).then((response) => response.text()))).toBe('timeout');
    await closed;
  });
});

describe('the timeout of a guarded fetch', () => {
  test('restarts with each chunk, so that a stream can continue indefinitely', async () => {
    const answer = Promise.withResolvers<ServerResponse>();
    const { url, closed } = await serve((_request, response) => {
      response.writeHead(200).flushHeaders();
      answer.resolve(response);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const reader = texts(await local({ idleTimeoutMs: 30_000 })(url));
    for (const word of ['a', 'b', 'c', 'd']) {
      const read = reader.read();
      vi.advanceTimersByTime(20_000);
      (await answer.promise).write(word);
      expect(await read).toEqual({ done: false, value: word });
    }
    const silence = reader.read();
    vi.advanceTimersByTime(40_000);
    expect(await getErrorReason(silence)).toBe('timeout');
    await closed;
  });

  test('ends a response that stalls, and one that nobody reads', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = await serveText('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf');
    const read = (await local()(silent.url)).text();
    vi.advanceTimersByTime(60_000);
    expect(await getErrorReason(read)).toBe('timeout');
    await silent.closed;

    const busy = await serve((_request, response) => writeEndlessly(response, Buffer.alloc(MIB)));
    const unread = await local()(busy.url);
    vi.advanceTimersByTime(60_000);
    await busy.closed;
    expect(await getErrorReason(unread.text())).toBe('timeout');
  });
});

describe('an abort of a guarded fetch', () => {
  const stop = new Error('enough');

  test('before its start rejects with its own reason', async () => {
    await expect(local()('http://127.0.0.1:9/', { signal: AbortSignal.abort(stop) })).rejects.toBe(stop);
  });

  test('before the response closes the connection', async () => {
    const abort = new AbortController();
    const { url, closed } = await serve(() => abort.abort(stop));
    await expect(local()(url, { signal: abort.signal })).rejects.toBe(stop);
    await closed;
  });

  test('during the response leaves no socket, and its reader gets the reason', async () => {
    const abort = new AbortController();
    const { url, closed } = await serve((_request, response) => response.write('begun'));
    const reader = texts(await local()(url, { signal: abort.signal }));
    expect((await reader.read()).value).toBe('begun');
    const next = reader.read();
    abort.abort(stop);
    await expect(next).rejects.toBe(stop);
    await closed;
    expect(sockets.size).toBe(0);
  });

  test('by a reader that cancels leaves no socket', async () => {
    const { url, closed } = await serve((_request, response) => writeEndlessly(response, Buffer.alloc(MIB)));
    const response = await local()(url);
    await response.body?.cancel();
    await closed;
    expect(sockets.size).toBe(0);
  });

  test('cancels the source of the request body', async () => {
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream({ cancel: () => cancelled.resolve() });
    const sent = strict('http://10.0.0.1/', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(await getErrorReason(sent)).toBe('refused_address');
    await cancelled.promise;
  });
});
