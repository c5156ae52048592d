import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { parseJson } from '../../src/platform/json.ts';

/** A received message of the protocol. */
export interface RpcMessage {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

/** A request to a scripted server. */
interface McpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: RpcMessage | undefined;
}

/** A tool call, with the ways to answer it. */
export interface McpToolCall {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly meta: Record<string, unknown>;
  readonly id: string | number;
  readonly headers: IncomingHttpHeaders;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Returns a result as JSON. */
  answer(result: unknown): void;
  /** Returns a status and a body. */
  refuse(status: number, headers?: Record<string, string>, body?: string): void;
  /** Starts a stream of events. */
  stream(): McpStream;
  /** Resolves when the client has disconnected. */
  readonly gone: Promise<void>;
}

interface McpStream {
  send(message: object, id?: string): void;
  progress(progress: number, total?: number, message?: string): void;
  result(result: unknown): void;
  end(): void;
}

export type McpHandler = (call: McpToolCall) => void | Promise<void>;

/** Behavior of a scripted server. Tests can change it while it runs. */
export interface McpScript {
  /** Result of `tools/list`. */
  tools: unknown[];
  /** Handlers by tool name. Other tools return their arguments. */
  handlers: Record<string, McpHandler>;
  /** `modern` offers the revision without handshake; `stateless` has the handshake and no sessions. */
  era: 'legacy' | 'stateless' | 'modern';
  /** Called before each request. Returns true if it has answered. */
  before: ((request: IncomingMessage, response: ServerResponse, message?: RpcMessage) => boolean) | undefined;
  /** Capabilities in the handshake. */
  capabilities: object;
  /** Whether it records requests; a bench sends too many. */
  remembers: boolean;
  /** Returns the pages of the list; one by default. */
  pages: ((cursor: string | undefined) => { tools: unknown[]; nextCursor?: string }) | undefined;
}

/** An MCP server over streamable HTTP with scripted failures. */
export interface ScriptedMcpServer extends AsyncDisposable {
  readonly url: string;
  readonly script: McpScript;
  readonly requests: McpRequest[];
  /** Received tool calls in order. */
  readonly calls: { readonly name: string; readonly args: unknown; readonly meta: Record<string, unknown> }[];
  /** Open sessions. */
  readonly sessions: Set<string>;
  /** Forgets the sessions, as a restarted server does. */
  forgetSessions(): void;
  /** Returns the received messages of a method. */
  messages(method: string): RpcMessage[];
}

export const ECHO_TOOL = {
  name: 'echo',
  description: 'Says what it is given.',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } } },
};

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });
const MODERN = '2026-07-28';

/** Starts a scripted MCP server on a free port. */
export async function startMcpServer(given: Partial<McpScript> = {}): Promise<ScriptedMcpServer> {
  const script: McpScript = {
    tools: [ECHO_TOOL],
    handlers: {},
    era: 'legacy',
    before: undefined,
    pages: undefined,
    remembers: true,
    capabilities: { tools: {} },
    ...given,
  };
  const requests: McpRequest[] = [];
  const calls: ScriptedMcpServer['calls'] = [];
  const sessions = new Set<string>();
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = request.method === 'POST' ? (parseJson(await readText(request)) as RpcMessage) : undefined;
    if (script.remembers)
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, message });
    if (script.before?.(request, response, message)) return;
    const session = request.headers['mcp-session-id'];
    if (request.method === 'DELETE') {
      response.writeHead(sessions.delete(String(session)) ? 200 : 404).end();
      return;
    }
    if (message === undefined) {
      response.writeHead(405).end();
      return;
    }
    if (message.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const needsSession =
      script.era === 'legacy' && message.method !== 'initialize' && message.method !== 'server/discover';
    if (needsSession && !sessions.has(String(session))) {
      const status = session === undefined ? 400 : 404;
      sendJson(response, status, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'No such session' } });
      return;
    }
    await reply(message, request, response);
  }

  async function reply(message: RpcMessage, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = (value: object) =>
      sendJson(response, 200, {
        jsonrpc: '2.0',
        id: message.id,
        result: script.era === 'modern' ? { resultType: 'complete', ...value } : value,
      });
    switch (message.method) {
      case 'server/discover':
        if (script.era !== 'modern') return unknownMethod(message, response);
        return result({ supportedVersions: [MODERN], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' });
      case 'initialize': {
        if (script.era === 'modern') return unknownMethod(message, response);
        if (script.era === 'legacy') {
          const id = randomUUID();
          sessions.add(id);
          response.setHeader('mcp-session-id', id);
        }
        const serverInfo = { name: 'scripted', version: '1' };
        return result({ protocolVersion: '2025-11-25', capabilities: script.capabilities, serverInfo });
      }
      case 'tools/list': {
        const page = script.pages?.(message.params?.cursor as string | undefined) ?? { tools: script.tools };
        return result({ ...page, ttlMs: 0, cacheScope: 'private' });
      }
      case 'tools/call':
        return call(message, request, response, result);
      default:
        return unknownMethod(message, response);
    }
  }

  async function call(
    message: RpcMessage,
    request: IncomingMessage,
    response: ServerResponse,
    answer: (value: object) => void,
  ): Promise<void> {
    const { name, arguments: args, _meta: meta } = message.params as Record<string, unknown>;
    if (script.remembers) calls.push({ name: name as string, args, meta: (meta ?? {}) as Record<string, unknown> });
    const gone = Promise.withResolvers<void>();
    response.once('close', gone.resolve);
    const handler = script.handlers[name as string] ?? ((made) => made.answer(text(JSON.stringify(made.args))));
    await handler({
      name: name as string,
      args: (args ?? {}) as Record<string, unknown>,
      meta: (meta ?? {}) as Record<string, unknown>,
      id: message.id as string | number,
      headers: request.headers,
      request,
      response,
      answer: (value) => answer(value as object),
      refuse: (status, headers = {}, body = '') => void response.writeHead(status, headers).end(body),
      stream: () => streamOf(message, response),
      gone: gone.promise,
    });
  }

  function streamOf(message: RpcMessage, response: ServerResponse): McpStream {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    const send = (value: object, id?: string) =>
      void response.write(
        `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify({ jsonrpc: '2.0', ...value })}\n\n`,
      );
    const { progressToken } = (message.params?._meta ?? {}) as { progressToken?: unknown };
    return {
      send,
      progress: (progress, total, words) =>
        send({ method: 'notifications/progress', params: { progressToken, progress, total, message: words } }),
      result(value) {
        const kind = script.era === 'modern' ? { resultType: 'complete' } : {};
        send({ id: message.id, result: { ...kind, ...(value as object) } });
        response.end();
      },
      end: () => void response.end(),
    };
  }

  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    script,
    requests,
    calls,
    sessions,
    forgetSessions: () => sessions.clear(),
    messages: (method) => requests.flatMap(({ message }) => (message?.method === method ? [message] : [])),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function unknownMethod(message: RpcMessage, response: ServerResponse): void {
  sendJson(response, 404, { jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'Method not found' } });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
