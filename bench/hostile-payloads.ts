import type { Operation } from '../api/operation.ts';
import { bodyLimitOf } from '../api/plugins/bodies.ts';
import { OPERATIONS } from '../api/rooms.ts';
import { Holdfast } from '../client/index.ts';
import { loadConfig } from '../src/platform/config.ts';
import { createFixture, pathOf } from '../test/guards/fixture.ts';
import { openWorld } from '../test/support/client.ts';
import { createHostilePayloads, type HostilePayload } from '../test/support/hostile-payloads.ts';
import { Inspector, readRss } from './memory.ts';
import type { CommonServers, Product } from './servers.ts';

/**
 * Times a body is sent that does not stay well below the bounds. The least counts: what else the machine does, and garbage
 * that happens to lie around, only add.
 */
const MAX_ATTEMPTS = 5;
const LOW_COST = { ms: 50, mib: 50 };
/** Milliseconds between two looks at the memory, and between two requests of the other client. */
const MEMORY_POLL_MS = 5;
const PROBE_INTERVAL_MS = 10;
/** Bytes from which a body's memory is looked at: below, what the process does anyway is more. */
const LARGE_BODY_BYTES = 2_000_000;
/** What runs in the API: at each turn of its loop, how much CPU time its main thread took since the one before. */
const EVENT_LOOP_PROBE = `globalThis.benchHeld = 0; (() => {
  const cpu = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
  let last = cpu();
  const turn = () => {
    const now = cpu();
    benchHeld = Math.max(benchHeld, now - last);
    last = now;
    setTimeout(turn, 1);
  };
  turn();
})(); 0`;

/** What one body cost the API. */
export interface BodyCost {
  readonly operation: string;
  readonly what: string;
  /** Bytes. */
  readonly size: number;
  readonly status: number;
  /** Milliseconds of CPU time that the API's main thread took between two turns of its loop, at the longest. */
  readonly held: number;
  /** MiB of memory more than before, at most. */
  readonly memory: number;
  /** Milliseconds that another request took, at the longest. */
  readonly beside: number;
}

/** The costs of the worst bodies, those that cost most in one of the three. */
export interface HighestCosts {
  readonly bodies: number;
  readonly held: BodyCost;
  readonly memory: BodyCost;
  readonly beside: BodyCost;
}

/** Sends every operation the worst bodies that its bounds allow, while another client goes on asking. */
export async function measureBodies(product: Product, common: CommonServers): Promise<HighestCosts> {
  const config = loadConfig({});
  const { baseUrl, databaseUrl, dataDir } = product;
  const stack = { baseUrl, databaseUrl, dataDir, modelServerUrl: common.modelUrl };
  const world = openWorld({ ...stack, temporalAddress: '', namespace: '' });
  const { tenant, ids } = await createFixture(world);
  const client = new Holdfast({ baseUrl, key: tenant.key });
  const inspector = await Inspector.open(product.api);
  await inspector.evaluate(EVENT_LOOP_PROBE);
  const costs: BodyCost[] = [];
  for (const op of OPERATIONS.filter(({ method }) => method !== 'GET')) {
    const path = new URL(tenant.owner.url(pathOf(op, ids))).pathname;
    const bounds = { body: bodyLimitOf(op, config), form: op.formLimit ?? config.uploadLimit };
    for (const body of createHostilePayloads(op, bounds)) {
      const send = () => sendBody(op, path, client, body);
      costs.push(await measureBody(op.id, body, inspector, product, send));
    }
  }
  inspector.close();
  await world.close();
  const worst = (by: 'held' | 'memory' | 'beside') => costs.reduce((most, cost) => (cost[by] > most[by] ? cost : most));
  return { bodies: costs.length, held: worst('held'), memory: worst('memory'), beside: worst('beside') };
}

async function sendBody(
  op: Operation,
  path: string,
  client: Holdfast,
  { type, body }: HostilePayload,
): Promise<number> {
  const headers = { 'content-type': type, prefer: 'respond-async' };
  // Under a key the body is also compared with that of the first request.
  const named = op.idempotent ? { ...headers, 'idempotency-key': `bench-${performance.now()}` } : headers;
  const answer = await client.raw(op.method, path, { headers: named, body });
  await answer.arrayBuffer();
  return answer.status;
}

async function measureBody(
  operation: string,
  { what, body }: HostilePayload,
  inspector: Inspector,
  { api, baseUrl, owner }: Product,
  send: () => Promise<number>,
): Promise<BodyCost> {
  const beside = new Holdfast({ baseUrl, key: owner.apiKey });
  const rounds: Omit<BodyCost, 'operation' | 'what' | 'size'>[] = [];
  const { pid } = api.child;
  for (let round = 0; round < MAX_ATTEMPTS; round++) {
    if (body.length >= LARGE_BODY_BYTES) await inspector.collectGarbage();
    await inspector.evaluate('benchHeld = 0');
    const { status, slowest, memory } = await observeProcess(pid, () => probeApi(beside, owner.orgId), send);
    const held = Number(await inspector.evaluate('benchHeld'));
    const added = body.length >= LARGE_BODY_BYTES ? memory : 0;
    rounds.push({ status, held, beside: slowest, memory: added });
    if (held < LOW_COST.ms && added < LOW_COST.mib) break;
  }
  const least = (by: 'held' | 'memory' | 'beside') => Math.min(...rounds.map((round) => round[by]));
  const { status = 0 } = rounds[0] ?? {};
  const costs = { held: least('held'), memory: least('memory'), beside: least('beside') };
  return { operation, what, size: body.length, status, ...costs };
}

/** Sends a body, and answers what the process held more than before meanwhile, and how long another client waited. */
async function observeProcess(
  pid: number | undefined,
  ask: () => { end(): Promise<number> },
  send: () => Promise<number>,
) {
  const before = readRss(pid);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, readRss(pid))), MEMORY_POLL_MS);
  const asking = ask();
  try {
    const status = await send();
    return { status, slowest: await asking.end(), memory: most - before };
  } finally {
    clearInterval(timer);
    await asking.end().catch(() => undefined);
  }
}

/** Asks for the same again and again; answers how long the slowest took. */
function probeApi(client: Holdfast, orgId: string): { end(): Promise<number> } {
  let over = false;
  let slowest = 0;
  const asking = (async () => {
    do {
      const began = performance.now();
      await client.get('/api/v1/org/{org_id}', { params: { path: { org_id: orgId } } });
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL_MS));
    } while (!over);
  })();
  // Whoever ends it hears of a failure.
  asking.catch(() => undefined);
  return {
    async end() {
      over = true;
      await asking;
      return slowest;
    },
  };
}
