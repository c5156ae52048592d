import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from './random.ts';

/** A side effect that took place. */
export interface Performed {
  readonly tag: string;
  /** The Idempotency-Key that came with it; empty for none. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** The header that the model's arguments name. */
  readonly asked: string | null;
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The outside world: it performs what it is asked, counts, and never looks whether it did so before. */
export interface ToolServer {
  readonly url: string;
  readonly performed: readonly Performed[];
  /** Requests that came, by what was done with them. */
  readonly behaviours: Readonly<Record<string, number>>;
  /** Whether something was performed under the key, once no request under it is under way any more. */
  didHappen(key: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * What the server does with a request: answers at once, after a while, performs and then takes its time, or hangs up
 * before or after performing.
 */
const BEHAVIOURS = ['plain', 'slow', 'slow_after', 'cut_before', 'cut_after'] as const;
/** Longest delay of a slow answer in milliseconds. */
const SLOWEST_MS = 2500;

/** Starts the counting server. What it does with the n-th request of a call follows from the seed. */
export async function startToolServer(seed: string): Promise<ToolServer> {
  const performed: Performed[] = [];
  const arrivals = new Map<string, number>();
  const behaviours: Record<string, number> = {};
  const open = new Map<string, number>();
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key'] ?? '');
    open.set(key, (open.get(key) ?? 0) + 1);
    answer(request, response, key)
      .catch(() => response.destroy())
      .finally(() => open.set(key, (open.get(key) ?? 0) - 1));
  });

  async function answer(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const path = request.url ?? '/';
    const tag = /^\/(?:read|effect)\/(\w+)/.exec(path)?.[1] ?? path;
    const nth = (arrivals.get(tag) ?? 0) + 1;
    arrivals.set(tag, nth);
    const random = randomOf(`${seed}/tool/${tag}/${nth}`);
    // A third try goes well, so that every question ends.
    const behaviour = random.chance(nth > 2 ? 1 : 0.55) ? 'plain' : random.pick(BEHAVIOURS);
    behaviours[behaviour] = (behaviours[behaviour] ?? 0) + 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const perform = () => {
      if (request.method === 'GET') return;
      const asked = request.headers['x-asked'];
      const { method = '' } = request;
      performed.push({ tag, key, method, path, asked: typeof asked === 'string' ? asked : null, body, at: Date.now() });
    };
    if (behaviour === 'slow') await pause(random.whole(100, SLOWEST_MS));
    if (behaviour === 'cut_before') return void response.destroy();
    // Who asked has gone: nothing is begun any more, so that what was counted so far is the truth.
    if (response.closed) return;
    perform();
    if (behaviour === 'cut_after') return void response.destroy();
    if (behaviour === 'slow_after') await pause(random.whole(100, SLOWEST_MS));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ tag, body }));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    performed,
    behaviours,
    async didHappen(key) {
      while ((open.get(key) ?? 0) > 0) await pause(20);
      return performed.some((one) => one.key === key);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
