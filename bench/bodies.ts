import { OPERATIONS } from '../api/modules.ts';
import type { Operation } from '../api/operation.ts';
import { getBodyLimit } from '../api/plugins/bodies.ts';
import { Holdfast } from '../client/index.ts';
import { loadConfig } from '../src/platform/config.ts';
import { createFixture, pathOf } from '../test/guards/fixture.ts';
import { openWorld } from '../test/support/client.ts';
import { type WorstBody, worstBodies } from '../test/support/worst-bodies.ts';
import { Inspector, rssOf } from './memory.ts';
import type { CommonServers, Product } from './servers.ts';

/**
 * Times a body is sent that does not stay well below the bounds. The least counts: what else the machine does, and garbage
 * that happens to lie around, only add.
 */
const ROUNDS = 5;
const WELL_BELOW = { ms: 50, mib: 50 };
/** Milliseconds between two looks at the memory, and between two requests of the other client. */
const LOOK_MS = 5;
const ASK_MS = 10;
/** Bytes from which a body's memory is looked at: below, what the process does anyway is more. */
const WEIGHTY = 2_000_000;
/** What runs in the API: at each turn of its loop, how much CPU time its main thread took since the one before. */
const WATCH = `globalThis.benchHeld = 0; (() => {
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
export interface WorstCosts {
  readonly bodies: number;
  readonly held: BodyCost;
  readonly memory: BodyCost;
  readonly beside: BodyCost;
}

/** Sends every operation the worst bodies that its bounds allow, while another client goes on asking. */
export async function measureBodies(product: Product, common: CommonServers): Promise<WorstCosts> {
  const config = loadConfig({});
  const { baseUrl, databaseUrl, dataDir } = product;
  const stack = { baseUrl, databaseUrl, dataDir, modelServerUrl: common.modelUrl };
  const world = openWorld({ ...stack, temporalAddress: '', namespace: '' });
  const { tenant, ids } = await createFixture(world);
  const client = new Holdfast({ baseUrl, key: tenant.key });
  const inspector = await Inspector.open(product.api);
  await inspector.evaluate(WATCH);
  const costs: BodyCost[] = [];
  for (const op of OPERATIONS.filter(({ method }) => method !== 'GET')) {
    const path = new URL(tenant.owner.url(pathOf(op, ids))).pathname;
    const bounds = { body: getBodyLimit(op, config), form: op.request.form?.maxBytes ?? config.uploadLimit };
    for (const body of worstBodies(op, bounds)) {
      const send = () => sendBody(op, path, client, body);
      costs.push(await costOf(op.id, body, inspector, product, send));
    }
  }
  inspector.close();
  await world.close();
  const worst = (by: 'held' | 'memory' | 'beside') => costs.reduce((most, cost) => (cost[by] > most[by] ? cost : most));
  return { bodies: costs.length, held: worst('held'), memory: worst('memory'), beside: worst('beside') };
}

async function sendBody(op: Operation, path: string, client: Holdfast, { type, body }: WorstBody): Promise<number> {
  const headers = { 'content-type': type, prefer: 'respond-async' };
  // Under a key the body is also compared with that of the first request.
  const named = op.request.idempotent ? { ...headers, 'idempotency-key': `bench-${performance.now()}` } : headers;
  const answer = await client.raw(op.method, path, { headers: named, body });
  await answer.arrayBuffer();
  return answer.status;
}

async function costOf(
  operation: string,
  { what, body }: WorstBody,
  inspector: Inspector,
  { api, baseUrl, owner }: Product,
  send: () => Promise<number>,
): Promise<BodyCost> {
  const beside = new Holdfast({ baseUrl, key: owner.apiKey });
  const rounds: Omit<BodyCost, 'operation' | 'what' | 'size'>[] = [];
  const { pid } = api.child;
  for (let round = 0; round < ROUNDS; round++) {
    if (body.length >= WEIGHTY) await inspector.collectGarbage();
    await inspector.evaluate('benchHeld = 0');
    const { status, slowest, memory } = await observed(pid, () => askBeside(beside, owner.orgId), send);
    const held = Number(await inspector.evaluate('benchHeld'));
    const added = body.length >= WEIGHTY ? memory : 0;
    rounds.push({ status, held, beside: slowest, memory: added });
    if (held < WELL_BELOW.ms && added < WELL_BELOW.mib) break;
  }
  const least = (by: 'held' | 'memory' | 'beside') => Math.min(...rounds.map((round) => round[by]));
  const { status = 0 } = rounds[0] ?? {};
  const costs = { held: least('held'), memory: least('memory'), beside: least('beside') };
  return { operation, what, size: body.length, status, ...costs };
}

/** Sends a body, and answers what the process held more than before meanwhile, and how long another client waited. */
async function observed(pid: number | undefined, ask: () => { end(): Promise<number> }, send: () => Promise<number>) {
  const before = rssOf(pid);
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, rssOf(pid))), LOOK_MS);
  const asking = ask();
  try {
    const status = await send();
    return { status, slowest: await asking.end(), memory: most - before };
  } finally {
    clearInterval(looking);
    await asking.end().catch(() => undefined);
  }
}

/** Asks for the same again and again; answers how long the slowest took. */
function askBeside(client: Holdfast, orgId: string): { end(): Promise<number> } {
  let over = false;
  let slowest = 0;
  const asking = (async () => {
    do {
      const began = performance.now();
      await client.get('/api/v1/org/{org_id}', { params: { path: { org_id: orgId } } });
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
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
