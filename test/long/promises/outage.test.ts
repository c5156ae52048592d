import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { markCallSent } from '../../../activities/agents/calls/mark-call-sent.ts';
import { readCall } from '../../../activities/agents/calls/read-call.ts';
import type { ToolCall } from '../../../activities/agents/tools/kind.ts';
import type { ActivityContext } from '../../../activities/context.ts';
import { loadCall } from '../../../src/agents/calls/calls.ts';
import { getCacheDir } from '../../../src/platform/local/cache-dir.ts';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { findTemporal, startTemporal, type TemporalServer } from '../../../src/platform/local/temporal.ts';
import { getToolResults, makeAgent, makeTask, type Receiver, startReceiver } from '../../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../../support/client.ts';
import { createGatewayCalls, exposeTool } from '../../support/gateway-calls.ts';
import { addChunkedDocument, makeCollection, toKnowledgeAnswer } from '../../support/library.ts';
import { startMcpServer } from '../../support/mcp-server.ts';
import { allowServer } from '../../support/mcp-tools.ts';
import { checkMcpOutage, checkProviderOutage, waitForRun, waitForRunEnd } from '../../support/outages.ts';
import { startRelay } from '../../support/relay.ts';
import { getReason, post, QUEUED, type Scene, startScene, sum } from '../../support/scene.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

const dir = mkdtempSync(join(tmpdir(), 'holdfast-outage-'));
const live = join(dir, 'live');
let binary: string;
let port: number;
let temporal: TemporalServer;
let stack: Stack;
let worker: ProductProcess | undefined;
let world: World;
let tenant: Tenant;
let receiver: Receiver;

const startServer = async (namespace = 'default') => {
  mkdirSync(live, { recursive: true });
  temporal = await startTemporal({ binary, port, dbFile: join(live, 'temporal.db'), namespace });
};
/** Starts a worker if none runs. */
const startWorker = async () => {
  worker ??= stack.startWorker();
  await stack.ready();
};
const killWorker = async () => {
  await worker?.kill();
  worker = undefined;
};

beforeAll(async () => {
  binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: getCacheDir(), print: () => undefined });
  port = await findFreePort();
  await startServer();
  const servers = { ...inject('servers'), temporalAddress: temporal.address };
  const settings = { ...WITHOUT_INGESTION, RECONCILE_SECONDS: '2', MODEL_MAX_WAIT: 'PT1H' };
  stack = await Stack.create(servers, 'outage', settings);
  await stack.startApi();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  receiver = await startReceiver();
});
afterAll(async () => {
  await stack.stop();
  await temporal.stop();
  await receiver.close();
  await world.close();
  rmSync(dir, { recursive: true, force: true });
});

const countReceived = (path: string) => receiver.received.filter((request) => request.path === path).length;
const rule = (fields: object) => ({ default: 'never', rules: [{ tool: '*', mode: 'always', ...fields }] });
const ended = async ({ agent, run }: Pick<Scene, 'agent' | 'run'>) => (await agent.follow(run.id)).at(-1)?.data;

/** A run parked before a call, whose second turn then waits at a gate. */
async function startGatedRun(path: string): Promise<Scene & { gate: string }> {
  const gate = randomUUID();
  const scene = await startScene(world, tenant, [post(receiver.url + path)], { next: [{ text: 'Done.', gate }] });
  return { ...scene, gate };
}

/** Resolves when a run's second turn has reached the model. */
const secondTurn = ({ key }: Scene) =>
  eventually(
    () => world.model.requests(key),
    (requests) => requests.length === 2,
  );

describe('while no worker runs', { concurrent: true }, () => {
  const gate = randomUUID();
  let begun: Scene;
  let late: Scene;
  let refused: Scene;
  const up = Promise.withResolvers<void>();
  let pendingChecks = 4;

  beforeAll(async () => {
    await startWorker();
    const first = { chunks: ['One', ' two'], gate_after_chunks: { count: 1, gate } };
    begun = await startScene(world, tenant, [], { next: [], headers: QUEUED, first });
    late = await startScene(world, tenant, [post(`${receiver.url}/late`)], { policy: rule({ expires_in: 'PT1H' }) });
    const calls = [post(`${receiver.url}/unsent`), sum('1+1'), post(`${receiver.url}/undecided`)];
    refused = await startScene(world, tenant, calls, { policy: rule({ on_reject: 'fail' }) });
    await world.model.waitForRequests(begun.key, 1);
    await killWorker();
  });

  /** Checks while no worker runs. A worker starts after the last check and continues all runs. */
  async function whileDown(check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } finally {
      pendingChecks -= 1;
      if (pendingChecks === 0) startWorker().then(up.resolve, up.reject);
    }
    await up.promise;
  }

  it('a queued run says since when it waits for one, and its cancel is `cancelling` until a worker confirms it', async () => {
    const agent = await makeAgent(tenant);
    const task = await makeTask(tenant);
    const taskPath = `${tenant.project}/task/${task.id}`;
    const accepted = [
      await tenant.owner.post(`${agent.path}/run`, { message: 'x' }, QUEUED),
      await tenant.owner.post(`${taskPath}/run`, { task_input: { text: 'x' } }, QUEUED),
    ];
    const runs = accepted.map(({ body }, index) => ({ path: index === 0 ? agent.path : taskPath, run: body }));
    await whileDown(async () => {
      for (const { path, run } of runs) {
        const read = await eventually(
          async () => (await tenant.owner.get(`${path}/run/${run.id}`)).body,
          (now) => now.waiting_for !== null,
        );
        expect(read).toMatchObject({ status: 'queued', waiting_for: { kind: 'worker', since: run.created } });
        const listed = (await tenant.owner.get(`${path}/run`)).body.results[0];
        expect(listed.waiting_for).toEqual(read.waiting_for);
        for (const _ of [1, 2]) {
          const asked = await tenant.owner.post(`${path}/run/${run.id}/cancel`, undefined, { prefer: 'wait=1' });
          expect(asked).toMatchObject({ status: 202, body: { run: { status: 'cancelling', completed: null } } });
        }
      }
    });
    for (const { path, run } of runs) {
      const stopped = await tenant.owner.post(`${path}/run/${run.id}/cancel`);
      expect(stopped).toMatchObject({ status: 200, body: { run: { status: 'cancelled' }, done: [], unknown: [] } });
    }
  });

  it('a started run says that it has waited for one since its last progress, until one continues it', async () => {
    const { agent, run } = begun;
    await whileDown(async () => {
      const read = await eventually(
        () => agent.read(run.id),
        (now) => now.waiting_for !== null,
      );
      expect(read).toMatchObject({ status: 'running', waiting_for: { kind: 'worker', until: null } });
      const events = await world.db
        .selectFrom('run_events')
        .select('created')
        .where('run_id', '=', run.id)
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow();
      expect(read.waiting_for.since).toBe(events.created.toISOString());
      const listed = (await tenant.owner.get(`${agent.path}/run`)).body.results[0];
      expect(listed.waiting_for).toEqual(read.waiting_for);
    });
    await world.model.open(gate);
    expect(await ended(begun)).toMatchObject({ status: 'completed', output: 'One two' });
    expect(await agent.read(run.id)).toMatchObject({ waiting_for: null });
  });

  it('a request expires by the database’s clock: it can no longer be decided, and the run learns of it later', async () => {
    const { agent, run, requests, key } = late;
    await whileDown(async () => {
      const request = world.db.updateTable('approval_requests').where('id', '=', requests[0].id);
      await request.set({ expires_at: sql<Date>`now()` }).execute();
      const shown = await tenant.owner.get(`${agent.path}/approval-request/${requests[0].id}`);
      expect(shown.body).toMatchObject({ status: 'expired' });
      expect(getReason(await agent.approve(requests[0].id))).toBe('APPROVAL_REQUEST_NOT_PENDING');
      expect(await agent.read(run.id)).toMatchObject({ completed: null });
    });
    expect(await ended(late)).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, key)).toEqual([expect.stringMatching(/^expired: /)]);
    expect(countReceived('/late')).toBe(0);
  });

  it('a rejection that ends the run prevents approved but unsent calls from ever being sent', async () => {
    const { agent, run, requests, key } = refused;
    await whileDown(async () => {
      expect(await agent.approve(requests[0].id)).toMatchObject({ status: 200 });
      const callId = requests[0].tool_call_id;
      const begun = await loadCall(world.db, callId);
      expect(await agent.reject(requests[1].id)).toMatchObject({ status: 200 });
      // A worker that started the approved call sends nothing either, and the rejection ends the run.
      const call = { ...begun, sideEffects: true } as ToolCall;
      expect(await markCallSent({ db: world.db } as ActivityContext, call)).toEqual({ state: 'changed' });
      const { known } = await readCall(world.db, callId);
      expect(known).toEqual({ state: 'outcome', outcome: { state: 'settled' } });
      const statuses = (await agent.requests(run.id)).map((request) => request.status);
      expect(statuses).toEqual(['approved', 'rejected', 'cancelled']);
      expect(getReason(await agent.approve(requests[2].id))).toBe('APPROVAL_REQUEST_NOT_PENDING');
    });
    expect(await ended(refused)).toMatchObject({ status: 'failed' });
    expect((await refused.agent.read(run.id)).error).toMatchObject({ reason: 'APPROVAL_REJECTED' });
    expect([countReceived('/unsent'), countReceived('/undecided')]).toEqual([0, 0]);
    expect(await world.model.requests(key)).toHaveLength(1);
  });
});

describe('runs of a deleted resource that were not stopped', () => {
  it('are stopped by maintenance if the process that deleted it died', async () => {
    await startWorker();
    const scene = await startScene(world, tenant, [post(`${receiver.url}/deleted`)]);
    await world.db
      .updateTable('agents')
      .set({ deleted_at: sql<Date>`now()` })
      .where('id', '=', scene.agent.id)
      .execute();
    expect(await ended(scene)).toMatchObject({ status: 'cancelled' });
    const receipt = await tenant.owner.post(`${scene.agent.path}/run/${scene.run.id}/cancel`);
    expect(receipt.body.stopped).toHaveLength(1);
  });
});

describe('while Temporal is down', { timeout: 180_000 }, () => {
  it('decisions are accepted once and delivered later, runs are accepted and start later, and cancels take effect later', async () => {
    await startWorker();
    const approved = await startScene(world, tenant, [post(`${receiver.url}/down-yes`)]);
    const rejected = await startScene(world, tenant, [post(`${receiver.url}/down-no`)]);
    const stopped = await startScene(world, tenant, [post(`${receiver.url}/down-stop`)]);
    await temporal.stop();
    // Each of them tries for seconds to signal Temporal before it responds.
    const [yes, no, accepted, cancelling] = await Promise.all([
      approved.agent.approve(approved.requests[0].id),
      rejected.agent.reject(rejected.requests[0].id),
      tenant.owner.post(`${approved.agent.path}/run`, { message: 'hello' }, QUEUED),
      tenant.owner.post(`${stopped.agent.path}/run/${stopped.run.id}/cancel`, undefined, { prefer: 'wait=1' }),
    ]);
    expect([yes.status, no.status]).toEqual([200, 200]);
    expect(accepted).toMatchObject({ status: 202, body: { status: 'queued' } });
    expect(cancelling).toMatchObject({ status: 202, body: { run: { status: 'cancelling' } } });
    expect(getReason(await approved.agent.reject(approved.requests[0].id))).toBe('APPROVAL_REQUEST_NOT_PENDING');
    await startServer();
    expect(await ended(approved)).toMatchObject({ status: 'completed' });
    expect(await ended(rejected)).toMatchObject({ status: 'completed' });
    expect(await ended({ agent: approved.agent, run: accepted.body })).toMatchObject({ output: 'echo: hello' });
    expect(await ended(stopped)).toMatchObject({ status: 'cancelled' });
    expect(['/down-yes', '/down-no', '/down-stop'].map(countReceived)).toEqual([1, 0, 0]);
  });
});

/** Each turn was counted once. A run has also paid for the model call that its worker was killed in. */
async function expectCountedOnce({ agent, run }: Pick<Scene, 'agent' | 'run'>, cutOff: boolean): Promise<void> {
  const record = await agent.read(run.id);
  expect(record).toMatchObject({ turns: 2, usage_estimated: cutOff });
  if (!cutOff) expect(record.input_tokens).toBe(20);
  const turns = world.db.selectFrom('agent_turns').select(['turn', 'input_tokens']).where('run_id', '=', run.id);
  expect(await turns.orderBy('turn').execute()).toEqual([1, 2].map((turn) => ({ turn, input_tokens: 10 })));
}

describe('a Temporal server that lost', { timeout: 180_000 }, () => {
  it('its last seconds recovers every run: none is lost, no effect repeated, no stored turn requested again', async () => {
    await startWorker();
    const decided = await startGatedRun('/lost-decided');
    const waiting = await startGatedRun('/lost-waiting');
    await temporal.stop();
    cpSync(live, join(dir, 'copy'), { recursive: true });
    await startServer();
    await decided.agent.approve(decided.requests[0].id);
    await secondTurn(decided);
    const young = await startGatedRun('/lost-young');
    await killWorker();
    await temporal.stop();
    rmSync(live, { recursive: true });
    cpSync(join(dir, 'copy'), live, { recursive: true });
    await startServer();
    await startWorker();
    for (const scene of [decided, waiting, young]) await world.model.open(scene.gate);
    for (const scene of [waiting, young]) await scene.agent.approve(scene.requests[0].id);
    for (const scene of [decided, waiting, young]) {
      expect(await ended(scene)).toMatchObject({ status: 'completed', output: 'Done.' });
      await expectCountedOnce(scene, scene === decided);
    }
    expect(['/lost-decided', '/lost-waiting', '/lost-young'].map(countReceived)).toEqual([1, 1, 1]);
  });

  it('all its data recovers every run too', async () => {
    await startWorker();
    const decided = await startGatedRun('/wiped-decided');
    const waiting = await startGatedRun('/wiped-waiting');
    await decided.agent.approve(decided.requests[0].id);
    await secondTurn(decided);
    await killWorker();
    await temporal.stop();
    rmSync(live, { recursive: true });
    await startServer(stack.info.namespace);
    await startWorker();
    for (const scene of [decided, waiting]) await world.model.open(scene.gate);
    await waiting.agent.approve(waiting.requests[0].id);
    for (const scene of [decided, waiting]) {
      expect(await ended(scene)).toMatchObject({ status: 'completed', output: 'Done.' });
      await expectCountedOnce(scene, scene === decided);
    }
    expect(['/wiped-decided', '/wiped-waiting'].map(countReceived)).toEqual([1, 1]);
  });
});

describe('with a second worker', () => {
  let second: ProductProcess;
  beforeAll(async () => {
    await startWorker();
    second = stack.startWorker();
    await second.waitForLine((line) => line.includes('worker ready'));
  });
  afterAll(() => second.stop());

  describe('while a model provider is unavailable', () => {
    it('two workers together call it at most once per second, and no run fails', async () => {
      await checkProviderOutage(world, tenant, 'patient-1', 6);
    });
  });

  describe('while an MCP server is unavailable', () => {
    it('two workers together call it at most once per second, and make each call once', async () => {
      await checkMcpOutage(world, tenant, 6);
    });
  });
});

describe('while an MCP server is unavailable', () => {
  /** Starts a call of an MCP client that a person approves once the server is unavailable. */
  async function startApproved() {
    await startWorker();
    const inputSchema = { type: 'object', properties: {} };
    const mcp = await startMcpServer({
      tools: [{ name: 'act', description: 'Acts.', inputSchema }],
      handlers: { act: ({ answer }) => answer({ content: [{ type: 'text', text: 'Acted.' }] }) },
    });
    const relay = await startRelay(Number(new URL(mcp.url).port));
    const url = new URL(mcp.url);
    url.port = String(relay.port);
    const gateway = createGatewayCalls(world, tenant);
    const id = await gateway.start(await exposeTool(tenant, await allowServer(tenant, url.href), 'act'));
    await gateway.waitForTask(id, ({ status }) => status === 'input_required');
    await relay.close();
    await gateway.decide(id, 'approve');
    const run = await waitForRun(
      tenant,
      gateway.toRunPath(id),
      ({ waiting_for, completed }) => waiting_for?.kind === 'provider' || completed !== null,
    );
    expect(run).toMatchObject({ status: 'running' });
    const close = async () => {
      await relay[Symbol.asyncDispose]();
      await mcp[Symbol.asyncDispose]();
    };
    return { mcp, relay, gateway, id, [Symbol.asyncDispose]: close };
  }

  it('a call of an MCP client waits, says so, is made once after its one approval, and the client gets the result', async () => {
    await using call = await startApproved();
    const { mcp, relay, gateway, id } = call;
    const { status, statusMessage } = await gateway.waitForTask(id, () => true);
    expect(status).toBe('working');
    expect(statusMessage).toMatch(/^tools\w*__act: \d attempts? at Tools failed: /);
    await relay.open();
    expect(await gateway.result(id)).toMatchObject({ structuredContent: { status: 'completed', output: 'Acted.' } });
    expect(mcp.calls).toHaveLength(1);
    expect(await gateway.requests(id)).toHaveLength(1);
    expect(await gateway.effects(id)).toMatchObject([{ status: 'done' }]);
  });

  it('a call of an MCP client is not made after the client cancels it', async () => {
    await using call = await startApproved();
    const { mcp, relay, gateway, id } = call;
    expect(await gateway.cancel(id)).toMatchObject({ status: 'cancelled' });
    await relay.open();
    expect(await waitForRunEnd(tenant, gateway.toRunPath(id))).toMatchObject({
      status: 'cancelled',
      waiting_for: null,
    });
    expect(await gateway.result(id)).toMatchObject({ isError: true });
    expect(mcp.calls).toHaveLength(0);
    expect(await gateway.effects(id)).toMatchObject([
      { status: 'failed', detail: 'not sent', detail_code: 'effect_not_sent', detail_params: {} },
    ]);
  });
});

describe('while no worker serves the queue `background`', () => {
  it('a query of documents is answered, so evals and summaries cannot delay it', async () => {
    await killWorker();
    const script = randomUUID();
    const text = `Goods may be returned within 14 days. ${world.model.marker(script)}`;
    const document = await addChunkedDocument(world, tenant, { title: 'Terms', texts: [text] });
    const collection = await makeCollection(tenant, { document_embedding_instance_ids: [document] });
    await world.model.script(script, [toKnowledgeAnswer('Within 14 days.', ['p1', 'returned within 14 days'])]);
    stack.startWorker({ WORKER_QUEUES: 'runs:5' });
    const query = { query: 'How long may goods be returned?' };
    const answer = await tenant.owner.post(`${tenant.project}/collection/${collection}/query`, query);
    expect(answer).toMatchObject({ status: 200, body: { answer: 'Within 14 days.', found: true } });
  });
});
