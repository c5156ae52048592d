import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { wakeWaitingRuns } from '../../../src/agents/calls/waits.ts';
import { endWaits } from '../../../src/connections/waits.ts';
import { loadConfig } from '../../../src/platform/config.ts';
import { openTemporal, type RunStarter } from '../../../src/platform/temporal/starter.ts';
import { getToolResults, makeAgent, play, type TestAgent } from '../../support/agents.ts';
import { createCallerActions, hasEnded, isWaitingForHuman } from '../../support/callers.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { ALWAYS, get, NEVER, post, QUEUED, type Scene, startScene, sum } from '../../support/scene.ts';
import { Stack, toEnvironment, WITHOUT_INGESTION } from '../../support/stack.ts';

/** Missing requirements of turns in a project, as this test's worker has them. */
const MISSING = 'create table test_missing (project_id uuid not null, on_id uuid not null, detail text not null)';
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let stack: Stack;
let world: World;
let tenant: Tenant;
let temporal: RunStarter;
let externalServer: Server;
let url: string;
/** Received requests as `METHOD path`, and whether they were executed. */
const received: { readonly call: string; readonly done: boolean }[] = [];
/** Connections and tools that reject calls. */
const rejectingIds = new Set<string>();
/** Gates that hold the responses of a path. */
const gates = new Map<string, Promise<void>>();

/** Responds to `/<kind>/<id>/…` unless that id rejects calls; the first request to `/…/broken` is disconnected. */
async function startExternalServer(): Promise<void> {
  externalServer = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const [, kind, id = ''] = path.split('/');
    const createRejectedPath = rejectingIds.has(id);
    const call = `${request.method} ${path}`;
    const isFirst = timesSent(path) === 0;
    received.push({ call, done: !createRejectedPath });
    request.resume();
    await gates.get(path);
    if (isFirst && path.endsWith('/broken')) return request.socket.destroy();
    if (createRejectedPath) response.writeHead(401, { 'www-authenticate': `Park ${kind} ${id}` });
    response.end(createRejectedPath ? 'unauthorised' : 'done');
  });
  await new Promise<void>((resolve) => externalServer.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(externalServer.address() as AddressInfo).port}`;
}

const timesSent = (path: string) => received.filter(({ call }) => call.endsWith(` ${path}`)).length;
const timesDone = (path: string) => received.filter(({ call, done }) => done && call.endsWith(` ${path}`)).length;

beforeAll(async () => {
  await startExternalServer();
  stack = await Stack.create(inject('servers'), 'parked', { ...WITHOUT_INGESTION, RECONCILE_SECONDS: '2' });
  world = openWorld(stack.info);
  await sql.raw(MISSING).execute(world.db);
  const preload = fileURLToPath(new URL('../../support/parking.ts', import.meta.url));
  stack.startWorker({ NODE_OPTIONS: `--import ${preload}` });
  await stack.startApi();
  await stack.ready();
  tenant = await world.tenant();
  temporal = openTemporal(loadConfig(toEnvironment(stack.info)));
});
afterAll(async () => {
  await stack.stop();
  await temporal.close();
  await world.close();
  externalServer.close();
});

/** A path whose calls are rejected until it is fixed. */
function createRejectedPath(kind = 'reconnect', rest = 'x') {
  const id = randomUUID();
  rejectingIds.add(id);
  const path = `/${kind}/${id}/${rest}`;
  return { id, path, url: url + path };
}

/** Commits that the cause of the wait is fixed or deleted, without a signal. */
const note = (ids: readonly string[], gone?: string) =>
  world.db.transaction().execute((trx) => endWaits(trx, ids, gone));

/** The same, and the server accepts calls again. */
async function fixCause(ids: readonly string[], gone?: string): Promise<void> {
  for (const id of ids) rejectingIds.delete(id);
  await note(ids, gone);
}

const wake = (...ids: string[]) => wakeWaitingRuns({ db: world.db, temporal, log: SILENT }, ids);
const ended = ({ agent, run }: Pick<Scene, 'agent' | 'run'>) => eventually(() => agent.read(run.id), hasEnded);
const effects = async ({ agent, run }: Pick<Scene, 'agent' | 'run'>): Promise<Json[]> =>
  (await tenant.owner.get(`${agent.path}/run/${run.id}/effects`)).body.results;
const waitForParked = async (runId: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from run_waits where run_id = ${runId}`.execute(world.db)).rows[0]
    ?.n;

/** Returns the pending activities of a run's workflow. */
async function underWay(runId: string): Promise<number> {
  const { raw } = await (await temporal.client()).workflow.getHandle(runId).describe();
  return raw.pendingActivities?.length ?? 0;
}

describe('a call that is rejected before it had an effect', () => {
  it('waits without holding resources, says for what and who can fix it, and is sent once more after the fix', async () => {
    const at = createRejectedPath();
    const scene = await startScene(world, tenant, [post(at.url)], { policy: NEVER });
    const { agent, run } = scene;
    expect(run).toMatchObject({
      status: 'waiting_for_human',
      waiting_for: { kind: 'reconnect', until: null, detail: `http_request: an editor has to repair ${at.id}` },
      approval_requests: [],
    });
    expect(await effects(scene)).toMatchObject([{ status: 'intended', attempts: 1 }]);
    await eventually(
      () => underWay(run.id),
      (count) => count === 0,
    );
    await fixCause([at.id]);
    await wake(at.id);
    expect(await ended(scene)).toMatchObject({ status: 'completed', waiting_for: null, output: 'All done.' });
    expect([timesSent(at.path), timesDone(at.path)]).toEqual([2, 1]);
    expect(await effects(scene)).toMatchObject([{ status: 'done', attempts: 2 }]);
    const events = await agent.follow(run.id);
    const reported = events.filter(({ event }) => ['call_parked', 'tool_result'].includes(event));
    expect(reported).toMatchObject([
      { event: 'call_parked', data: { tool_name: 'http_request', kind: 'reconnect', waits_on: at.id } },
      { event: 'tool_result', data: { outcome: 'success' } },
    ]);
  });

  it('also waits if it only reads, and if its tool changed', async () => {
    const at = createRejectedPath('tool_change');
    const scene = await startScene(world, tenant, [get(at.url)], { policy: NEVER });
    expect(scene.run.waiting_for).toMatchObject({ kind: 'tool_change' });
    expect(await effects(scene)).toEqual([]);
    await fixCause([at.id]);
    await wake(at.id);
    expect(await ended(scene)).toMatchObject({ status: 'completed' });
    expect(timesSent(at.path)).toBe(2);
  });

  it('keeps its approval, so that nobody is asked twice', async () => {
    const at = createRejectedPath();
    const scene = await startScene(world, tenant, [post(at.url)], { policy: ALWAYS });
    const [request] = scene.requests;
    await scene.agent.approve(request.id);
    expect((await scene.agent.resume(request.id)).body.waiting_for).toMatchObject({ kind: 'reconnect' });
    await fixCause([at.id]);
    await wake(at.id);
    expect(await ended(scene)).toMatchObject({ status: 'completed' });
    expect(await scene.agent.requests(scene.run.id)).toMatchObject([{ id: request.id, status: 'approved' }]);
    expect(timesDone(at.path)).toBe(1);
  });

  it('waits again if it is rejected again, and is never sent more often than allowed', async () => {
    const at = createRejectedPath();
    const scene = await startScene(world, tenant, [post(at.url)], { policy: NEVER });
    // Marked as fixed, but the server still rejects it.
    await note([at.id]);
    await wake(at.id);
    await eventually(
      () => waitForParked(scene.run.id),
      (count) => count === 2,
    );
    await eventually(() => scene.agent.read(scene.run.id), isWaitingForHuman);
    await fixCause([at.id]);
    await wake(at.id);
    expect(await ended(scene)).toMatchObject({ status: 'completed' });
    expect([timesSent(at.path), timesDone(at.path)]).toEqual([3, 1]);
  });

  it('does not wait for a problem that was fixed during the call: it is made again at once', async () => {
    const at = createRejectedPath();
    const gate = Promise.withResolvers<void>();
    gates.set(at.path, gate.promise);
    const scene = await startScene(world, tenant, [post(at.url)], { policy: NEVER, headers: QUEUED });
    await eventually(
      async () => timesSent(at.path),
      (count) => count === 1,
    );
    await fixCause([at.id]);
    gate.resolve();
    expect(await ended(scene)).toMatchObject({ status: 'completed' });
    expect([timesSent(at.path), timesDone(at.path)]).toEqual([2, 1]);
    expect(await waitForParked(scene.run.id)).toBe(0);
  });

  it('returns an unavailability error to the model if what it waited for is deleted, and nothing was done', async () => {
    const at = createRejectedPath();
    const scene = await startScene(world, tenant, [post(at.url)], { policy: NEVER });
    await fixCause([at.id], 'the connection was removed');
    await wake(at.id);
    expect(await ended(scene)).toMatchObject({ status: 'completed' });
    const [result] = await getToolResults(world, scene.key);
    expect(result).toContain('NO_LONGER_AVAILABLE');
    expect(result).toContain('the connection was removed');
    expect(timesSent(at.path)).toBe(1);
    expect(await effects(scene)).toMatchObject([{ status: 'failed' }]);
  });

  it('keeps the unknown outcome of an earlier attempt: it is sent again with its key if its tool allows that', async () => {
    const at = createRejectedPath('reconnect', 'broken');
    const scene = await startScene(world, tenant, [post(at.url)], {
      policy: { ...NEVER, idempotent: ['http_request'] },
      headers: QUEUED,
    });
    await eventually(() => scene.agent.read(scene.run.id), isWaitingForHuman);
    expect(await effects(scene)).toMatchObject([{ status: 'sent', attempts: 2 }]);
    await fixCause([at.id]);
    await wake(at.id);
    expect(await ended(scene)).toMatchObject({ status: 'completed' });
    expect(await effects(scene)).toMatchObject([{ status: 'done', attempts: 3 }]);
  });
});

describe('calls next to a parked one', () => {
  it('continue, and the run waits when nothing else progresses, first for decisions, then for fixes', async () => {
    const [one, two] = [createRejectedPath(), createRejectedPath()];
    const rules = [{ tool: 'calculator', mode: 'always' }];
    const open = `/free/${randomUUID()}/x`;
    const scene = await startScene(world, tenant, [post(one.url), post(two.url), post(url + open), sum('1+1')], {
      policy: { default: 'never', rules },
    });
    const { agent, run } = scene;
    await eventually(
      () => agent.read(run.id),
      ({ status, waiting_for }) => status === 'waiting_for_human' && /repair.*repair/.test(waiting_for.detail),
    );
    expect((await agent.read(run.id)).waiting_for).toMatchObject({
      kind: 'approval',
      detail: expect.stringMatching(/^calculator waits for approval \(roles: editor, owner\); .*repair .*repair /),
    });
    expect(timesDone(open)).toBe(1);
    await agent.approve(scene.requests[0].id);
    await eventually(
      () => agent.read(run.id),
      ({ waiting_for }) => waiting_for?.kind === 'reconnect',
    );
    await fixCause([one.id]);
    await wake(one.id);
    await eventually(
      async () => timesDone(one.path),
      (count) => count === 1,
    );
    await eventually(
      () => agent.read(run.id),
      ({ waiting_for }) => waiting_for?.detail === `http_request: an editor has to repair ${two.id}`,
    );
    await fixCause([two.id]);
    await wake(two.id);
    expect(await ended(scene)).toMatchObject({ status: 'completed' });
    expect([one, two].map(({ path }) => timesDone(path))).toEqual([1, 1]);
  });

  it('in a child run let the parents show what they wait for, and continue with it', async () => {
    const at = createRejectedPath();
    const { scripted, callerOf, begin, settled } = createCallerActions(world, tenant);
    const helper = await scripted('Helper', [{ tool_calls: [post(at.url)] }, { text: 'Sent.' }], {
      approval_policy: NEVER,
    });
    const top = await callerOf([helper]);
    const id = await begin(top);
    const parked = await settled(top.agent, id, isWaitingForHuman);
    expect(parked.waiting_for).toMatchObject({
      kind: 'reconnect',
      detail: `Helper (run ${parked.child_runs[0].id}): http_request: an editor has to repair ${at.id}`,
    });
    await fixCause([at.id]);
    await wake(at.id);
    expect(await settled(top.agent, id, hasEnded)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(timesDone(at.path)).toBe(1);
  });
});

describe('a parked run', () => {
  it('can be cancelled: its call is never made, whatever is fixed later', async () => {
    const at = createRejectedPath();
    const scene = await startScene(world, tenant, [post(at.url)], { policy: NEVER });
    const stopped = await tenant.owner.post(`${scene.agent.path}/run/${scene.run.id}/cancel`);
    expect(stopped).toMatchObject({ status: 200, body: { run: { status: 'cancelled' }, done: [], unknown: [] } });
    expect(stopped.body.stopped).toMatchObject([{ tool_name: 'http_request' }]);
    await fixCause([at.id]);
    await wake(at.id);
    expect(await scene.agent.read(scene.run.id)).toMatchObject({ status: 'cancelled' });
    expect(timesSent(at.path)).toBe(1);
    expect(await effects(scene)).toMatchObject([{ status: 'failed' }]);
  });

  it('is cancelled with its agent', async () => {
    const at = createRejectedPath();
    const scene = await startScene(world, tenant, [post(at.url)], { policy: NEVER });
    expect((await tenant.owner.delete(scene.agent.path)).status).toBeLessThan(300);
    await eventually(
      () => world.db.selectFrom('agent_runs').select('status').where('id', '=', scene.run.id).executeTakeFirstOrThrow(),
      ({ status }) => status === 'cancelled',
    );
    expect(timesSent(at.path)).toBe(1);
  });

  it('ends without sending its call if the rejection of a sibling call ends it', async () => {
    const at = createRejectedPath();
    const rules = [{ tool: 'calculator', mode: 'always', on_reject: 'fail' }];
    const scene = await startScene(world, tenant, [post(at.url), sum('1+1')], { policy: { default: 'never', rules } });
    await eventually(
      () => waitForParked(scene.run.id),
      (count) => count === 1,
    );
    await scene.agent.reject(scene.requests[0].id);
    expect(await ended(scene)).toMatchObject({ status: 'failed' });
    await fixCause([at.id]);
    await wake(at.id);
    expect(timesSent(at.path)).toBe(1);
  });

  it('is continued by maintenance if the signal about the fix was lost', async () => {
    const at = createRejectedPath();
    const scene = await startScene(world, tenant, [post(at.url)], { policy: NEVER });
    await fixCause([at.id]);
    expect(await ended(scene)).toMatchObject({ status: 'completed' });
    expect([timesSent(at.path), timesDone(at.path)]).toEqual([2, 1]);
  });

  it('keeps waiting after its workflow was restarted, and its call is made once', async () => {
    const at = createRejectedPath();
    const scene = await startScene(world, tenant, [post(at.url)], { policy: NEVER });
    const { id } = scene.run;
    const { workflow } = await temporal.client();
    await workflow.getHandle(id).terminate('lost');
    const restarted = workflow.getHandle(`${id}/1`);
    await eventually(
      () =>
        restarted.describe().then(
          ({ raw }) => raw.workflowExecutionInfo?.historyLength,
          () => undefined,
        ),
      (length) => length !== undefined,
    );
    expect(await scene.agent.read(id)).toMatchObject({
      status: 'waiting_for_human',
      waiting_for: { kind: 'reconnect' },
    });
    expect(timesSent(at.path)).toBe(1);
    await fixCause([at.id]);
    await wake(at.id);
    expect(await ended(scene)).toMatchObject({ status: 'completed' });
    expect([timesSent(at.path), timesDone(at.path)]).toEqual([2, 1]);
    expect(await waitForParked(id)).toBe(1);
  });
});

describe('a run whose turn cannot start', () => {
  const lack = (projectId: string, ...names: string[]) => {
    const missing = names.map((detail) => ({ onId: randomUUID(), detail }));
    const add = missing.map(({ onId, detail }) =>
      sql`insert into test_missing values (${projectId}, ${onId}, ${detail})`.execute(world.db),
    );
    return Promise.all(add).then(() => missing.map(({ onId }) => onId));
  };
  const authorise = async (id: string) => {
    await sql`delete from test_missing where on_id = ${id}`.execute(world.db);
    await fixCause([id]);
  };
  const isHeld = (detail: string) => (run: Json) => run.status === 'held' && run.waiting_for.detail === detail;

  async function heldRun(
    ...names: string[]
  ): Promise<{ agent: TestAgent; run: Json; ids: string[]; key: string; of: Tenant }> {
    const of = await world.tenant();
    const agent = await makeAgent(of);
    const ids = await lack(of.projectId, ...names);
    const { key, message } = await play(world, [{ text: 'Here I am.' }]);
    return { agent, ids, key, of, run: await agent.run(message) };
  }

  it('is held until each requirement is authorized, one after the other, and continues automatically', async () => {
    const { agent, run, ids, key } = await heldRun('Calendar', 'Mail');
    expect(run).toMatchObject({
      status: 'held',
      waiting_for: { kind: 'reconnect', until: null, detail: 'Calendar; Mail' },
      error: { reason: 'RECONNECT_NEEDED' },
    });
    await authorise(ids[0]!);
    await wake(ids[0]!);
    await eventually(() => agent.read(run.id), isHeld('Mail'));
    await authorise(ids[1]!);
    // No signal is sent: maintenance continues it.
    expect(await ended({ agent, run })).toMatchObject({ status: 'completed', output: 'Here I am.', error: null });
    expect(await world.model.requests(key)).toHaveLength(1);
  });

  it('is held again if it is resumed too early, and can be cancelled', async () => {
    const { agent, run, ids, of } = await heldRun('Calendar');
    const resumed = await of.owner.post(`${agent.path}/run/${run.id}/resume`, {});
    expect(resumed.body).toMatchObject({ status: 'held', waiting_for: { kind: 'reconnect' } });
    expect(await waitForParked(run.id)).toBe(2);
    expect(await of.owner.post(`${agent.path}/run/${run.id}/cancel`)).toMatchObject({ status: 200 });
    await authorise(ids[0]!);
    await wake(ids[0]!);
    expect(await agent.read(run.id)).toMatchObject({ status: 'cancelled' });
  });
});
