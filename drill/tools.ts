import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { IDEMPOTENCY_META } from '../src/connections/mcp-servers/client/call-tool.ts';
import { type McpToolCall, startMcpServer } from '../test/support/mcp-server.ts';
import { type Connections, createMcpTools, startConnections } from './connections.ts';
import { createRandom } from './random.ts';

/** A performed side effect. */
export interface PerformedEffect {
  readonly tag: string;
  /** The Idempotency-Key; empty without one. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** The header from the model's arguments. */
  readonly asked: string | null;
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The outside world. It performs every request and counts, without deduplication. */
export interface ToolServer {
  readonly url: string;
  /** Address of the MCP server. */
  readonly mcpUrl: string;
  readonly connections: Connections;
  readonly performed: readonly PerformedEffect[];
  /** Requests by behavior. */
  readonly behaviours: Readonly<Record<string, number>>;
  /** Returns whether an effect was performed whose caller has no answer yet. */
  isDuringEffect(): boolean;
  /** Returns whether something was performed under the key, after all its requests have ended. */
  didHappen(key: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Behaviors: respond at once, after a delay, perform and then delay, or disconnect before or after performing. */
const BEHAVIOURS = ['plain', 'slow', 'slow_after', 'cut_before', 'cut_after'] as const;
/** Maximum delay of a slow response in milliseconds. */
const MAX_DELAY_MS = 2500;

/** An incoming request. */
interface ToolRequest {
  readonly tag: string;
  readonly key: string;
  readonly response: ServerResponse;
  /** The effect; undefined for a read-only request. */
  readonly effect: Omit<PerformedEffect, 'tag' | 'key' | 'at'> | undefined;
  answer(): void;
}

/** Shared behavior of all endpoints. */
class OutsideWorld {
  readonly performed: PerformedEffect[] = [];
  readonly behaviours: Record<string, number> = {};
  readonly #seed: string;
  readonly #arrivals = new Map<string, number>();
  readonly #open = new Map<string, number>();
  #unanswered = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Counts a request as active while `work` runs. */
  async underWay(key: string, work: () => Promise<void>): Promise<void> {
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    await work().finally(() => this.#open.set(key, (this.#open.get(key) ?? 0) - 1));
  }

  /** Responds to the n-th request of a call as the seed determines. */
  async behave({ tag, key, response, effect, answer }: ToolRequest): Promise<void> {
    const nth = (this.#arrivals.get(tag) ?? 0) + 1;
    this.#arrivals.set(tag, nth);
    const random = createRandom(`${this.#seed}/tool/${tag}/${nth}`);
    // The third attempt succeeds, so that every call ends.
    const behaviour = random.chance(nth > 2 ? 1 : 0.55) ? 'plain' : random.pick(BEHAVIOURS);
    this.note(behaviour);
    if (behaviour === 'slow') await pause(random.whole(100, MAX_DELAY_MS));
    if (behaviour === 'cut_before') return void response.destroy();
    // The caller has disconnected. Nothing starts any more, so the counts are final.
    if (response.closed) return;
    if (effect) this.performed.push({ tag, key, ...effect, at: Date.now() });
    if (behaviour === 'cut_after') return void response.destroy();
    if (behaviour === 'slow_after') await this.#delayAnswer(random.whole(100, MAX_DELAY_MS));
    answer();
  }

  async #delayAnswer(ms: number): Promise<void> {
    this.#unanswered++;
    await pause(ms);
    this.#unanswered--;
  }

  isDuringEffect(): boolean {
    return this.#unanswered > 0;
  }

  note(behaviour: string): void {
    this.behaviours[behaviour] = (this.behaviours[behaviour] ?? 0) + 1;
  }

  async didHappen(key: string): Promise<boolean> {
    while ((this.#open.get(key) ?? 0) > 0) await pause(20);
    return this.performed.some((one) => one.key === key);
  }
}

/** Starts the HTTP server and the MCP server of the outside world. */
export async function startToolServer(seed: string): Promise<ToolServer> {
  const outside = new OutsideWorld(seed);
  const connections = startConnections(seed, (what) => outside.note(what));
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key'] ?? '');
    outside.underWay(key, () => answer(request, response, key)).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const { method = '', url: path = '/' } = request;
    const [, endpoint, tag = path] = /^\/(read|effect|api)\/(\w+)/.exec(path) ?? [];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    if (endpoint === 'api' && !connections.lets('api', request, tag)) return refuse(response);
    const asked = request.headers['x-asked'];
    const effect = { method, path, asked: typeof asked === 'string' ? asked : null, body };
    await outside.behave({
      tag,
      key,
      response,
      effect: method === 'GET' ? undefined : effect,
      answer: () =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ tag, body })),
    });
  }

  const perform = (call: McpToolCall) => {
    const [tag, key] = [String(call.args.tag), String(call.meta[IDEMPOTENCY_META] ?? '')];
    const body = JSON.stringify(call.args);
    const effect = { method: 'MCP', path: call.name, asked: null, body };
    const said = { content: [{ type: 'text', text: JSON.stringify({ tag, body }) }] };
    return outside.underWay(key, () =>
      outside.behave({ tag, key, response: call.response, effect, answer: () => call.answer(said) }),
    );
  };
  const mcp = await startMcpServer({
    era: 'stateless',
    ...createMcpTools(connections, perform),
    before: (request, response, message) => {
      const tag = message?.method === 'tools/call' ? findTag(message.params) : undefined;
      if (connections.lets('mcp', request, tag)) return false;
      refuse(response);
      return true;
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mcpUrl: mcp.url,
    connections,
    performed: outside.performed,
    behaviours: outside.behaviours,
    isDuringEffect: () => outside.isDuringEffect(),
    didHappen: (key) => outside.didHappen(key),
    async close() {
      await mcp[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function findTag(params: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const args = params?.arguments as { readonly tag?: unknown } | undefined;
  return typeof args?.tag === 'string' ? args.tag : undefined;
}

function refuse(response: ServerResponse): void {
  response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"unauthorized"}');
}
