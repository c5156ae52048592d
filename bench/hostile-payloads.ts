import { OPERATIONS } from '../api/modules.ts';
import type { Operation } from '../api/operation.ts';
import { getBodyLimit } from '../api/plugins/bodies.ts';
import { Holdfast } from '../client/index.ts';
import { loadConfig } from '../src/platform/config.ts';
import { createFixture, toPath } from '../test/guards/fixture.ts';
import { openWorld } from '../test/support/client.ts';
import { createHostilePayloads, type HostilePayload } from '../test/support/hostile-payloads.ts';
import { formatMs, formatVerdict, type Row } from './cells.ts';
import { Inspector, readRss } from './memory.ts';
import type { CommonServers, Product } from './servers.ts';

/** Attempts per body that is not clearly below the limits. The lowest result counts, because other load only adds. */
const MAX_ATTEMPTS = 5;
const LOW_COST = { ms: 50, mib: 50 };
/** Interval between memory readings, and between probe requests of the other client. */
const MEMORY_POLL_MS = 5;
const PROBE_INTERVAL_MS = 10;
/** Minimum body size for which memory is measured. Below it, other activity of the process dominates. */
const LARGE_BODY_BYTES = 2_000_000;
/** Script for the API process: records the CPU time of the main thread per iteration of its event loop. */
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

/** Cost of one body for the API. */
interface BodyCost {
  readonly operation: string;
  readonly what: string;
  /** Size in bytes. */
  readonly size: number;
  readonly status: number;
  /** Longest CPU time of the main thread within one iteration of its event loop, in milliseconds. */
  readonly held: number;
  /** Maximum added memory in MiB. */
  readonly memory: number;
  /** Slowest response to another client in milliseconds. */
  readonly beside: number;
}

/** The most expensive payloads by event loop, memory and response time. */
export interface HighestCosts {
  readonly bodies: number;
  readonly held: BodyCost;
  readonly memory: BodyCost;
  readonly beside: BodyCost;
}

/** Sends every operation the most expensive bodies within its limits, while another client sends requests. */
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
    const path = new URL(tenant.owner.url(toPath(op, ids))).pathname;
    const bounds = { body: getBodyLimit(op, config), form: op.request.form?.maxBytes ?? config.uploadLimit };
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
  // With a key, the API also compares the body with that of the first request.
  const named = op.request.idempotent ? { ...headers, 'idempotency-key': `bench-${performance.now()}` } : headers;
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

/** Sends a body. Returns the added memory of the process and the slowest response to another client. */
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

/** Sends the same request repeatedly. Returns the slowest response time. */
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
  // `end` reports a failure.
  asking.catch(() => undefined);
  return {
    async end() {
      over = true;
      await asking;
      return slowest;
    },
  };
}

/** Maximum block of the event loop in milliseconds, and added memory in MiB, per body. */
const MAX_EVENT_LOOP_BLOCK_MS = 100;
const MAX_BODY_MEMORY_MIB = 100;

/** The baseline column names the payload. */
export function bodyRows({ bodies, held: longest, memory, beside }: HighestCosts): Row[] {
  const which = ({ operation, what, size }: BodyCost) => `${operation}, ${what} (${(size / 2 ** 20).toFixed(1)} MiB)`;
  const inTime = formatVerdict(longest.held <= MAX_EVENT_LOOP_BLOCK_MS, `≤ ${MAX_EVENT_LOOP_BLOCK_MS} ms`);
  const memoryVerdict = formatVerdict(memory.memory <= MAX_BODY_MEMORY_MIB, `≤ ${MAX_BODY_MEMORY_MIB} MiB`);
  return [
    [`(j) worst of ${bodies} bodies: holds the loop`, which(longest), formatMs(longest.held), '', inTime],
    ['(j) worst of them: adds memory', which(memory), `${memory.memory.toFixed(0)} MiB`, '', memoryVerdict],
    ['(j) another request beside them, slowest', which(beside), formatMs(beside.beside), '', ''],
  ];
}
