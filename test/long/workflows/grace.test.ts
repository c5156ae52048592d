import { randomUUID } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Connection, Client as TemporalClient, WorkflowNotFoundError } from '@temporalio/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { freePort } from '../../../src/platform/local/ports.ts';
import { WORKER_CONNECTION } from '../../../src/platform/presence.ts';
import { makeAgent, makeTask, play, type TestAgent } from '../../support/agents.ts';
import { eventually, type Json, openWorld, ownerElsewhere, type Tenant, type World } from '../../support/client.ts';
import type { Step } from '../../support/model-server.ts';
import { scheduledIn } from '../../support/moved.ts';
import { ALWAYS, QUEUED, sum } from '../../support/scene.ts';
import { NO_DOCUMENTS, Stack } from '../../support/stack.ts';

/** Long enough that something else than time starts a workflow which is put off. */
const GRACE = { WORKFLOW_GRACE_MS: '30000' };

let stack: Stack;
let way: Way;
let worker: ProductProcess;
let api: ProductProcess;
let besidePort: number;
let world: World;
let tenant: Tenant;
let temporal: TemporalClient;

/** The way of the product to Temporal, which a test may close. */
interface Way {
  readonly address: string;
  close(): void;
  open(): void;
  end(): Promise<void>;
}

async function openWay(to: string): Promise<Way> {
  const { hostname, port } = new URL(`tcp://${to}`);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server: Server = createServer((near) => {
    if (!isOpen) return near.destroy();
    const far = connect({ host: hostname, port: Number(port) });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return near;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close() {
      isOpen = false;
      cut();
    },
    open: () => (isOpen = true),
    async end() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

beforeAll(async () => {
  const servers = inject('servers');
  way = await openWay(servers.temporalAddress);
  const settings = {
    ...NO_DOCUMENTS,
    ...GRACE,
    TEMPORAL_ADDRESS: way.address,
    TEMPORAL_UI_URL: 'http://temporal.test',
  };
  stack = await Stack.create(servers, 'grace', settings);
  worker = stack.startWorker();
  besidePort = await freePort();
  api = await stack.startApi();
  await stack.startApi(besidePort);
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  const connection = await Connection.connect({ address: servers.temporalAddress });
  temporal = new TemporalClient({ connection, namespace: stack.info.namespace });
});
afterAll(async () => {
  await stack.stop();
  await temporal.connection.close();
  await world.close();
  await way.end();
});

const elsewhere = () => ownerElsewhere(tenant, { ...stack.info, besideUrl: `http://127.0.0.1:${besidePort}` });

/** Whether a run has a workflow. */
async function hasWorkflow(id: string): Promise<boolean> {
  try {
    await temporal.workflow.getHandle(id).describe();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** A run that a worker has begun and whose workflow is put off. */
interface InGrace {
  readonly id: string;
  readonly table: 'task_runs' | 'agent_runs';
  readonly key: string;
  /** Opens the gate of its model. */
  readonly gate: string;
  readonly path: string;
  /** What it is of. */
  readonly of: string;
}

type Begin = (steps: readonly Step[], headers?: Record<string, string>) => Promise<Omit<InGrace, 'gate'>>;

const beginTask: Begin = async (steps, headers) => {
  const script = await play(world, steps, { by: 'call' });
  const of = `${tenant.project}/task/${(await makeTask(tenant, { user_prompt: '{text}' })).id}`;
  const input = { task_input: { text: script.message } };
  const { body } = await tenant.owner.post(`${of}/run`, input, { ...QUEUED, ...headers });
  return { id: body.id, table: 'task_runs', key: script.key, path: `${of}/run/${body.id}`, of };
};

const beginAgent: Begin = async (steps) => {
  const script = await play(world, steps, { by: 'call' });
  const { path: of } = await makeAgent(tenant, { builtin_tools: ['calculator'] });
  const { body } = await tenant.owner.post(`${of}/run`, { message: script.message }, QUEUED);
  return { id: body.id, table: 'agent_runs', key: script.key, path: `${of}/run/${body.id}`, of };
};

/** When a run's workflow is due; null where it is not put off. */
async function dueOf({ table, id }: Pick<InGrace, 'table' | 'id'>): Promise<Date | null> {
  const row = await world.db.selectFrom(table).select('workflow_due').where('id', '=', id).executeTakeFirstOrThrow();
  return row.workflow_due;
}

/** Begins runs until the workflow of one is put off, whose model waits at its gate: an API has to see that runs are begun. */
async function inGrace(begin: Begin, after: readonly Step[] = []): Promise<InGrace> {
  for (let tries = 0; tries < 200; tries++) {
    const gate = randomUUID();
    const run = await begin([{ text: 'At last.', gate }, ...after]);
    await world.model.waitForRequests(run.key, 1);
    if ((await dueOf(run)) !== null && !(await hasWorkflow(run.id))) return { ...run, gate };
    await world.model.open(gate);
    await ended(run);
  }
  throw new Error('no workflow is put off');
}

/** Lets the time for which a workflow is put off be over for workers. */
const lapse = ({ table, id }: InGrace) =>
  world.db.updateTable(table).set({ workflow_due: new Date() }).where('id', '=', id).execute();

/** The queue of the process that began a run ahead of its workflow. */
async function beginnerOf({ table, id }: Pick<InGrace, 'table' | 'id'>): Promise<string | null> {
  const row = await world.db.selectFrom(table).select('begun_ahead_by').where('id', '=', id).executeTakeFirstOrThrow();
  return row.begun_ahead_by;
}

/** The processes that work, as the database tells of their connections. */
async function listening(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select application_name as name from pg_stat_activity
    where datname = current_database() and application_name like ${`${WORKER_CONNECTION} %`}`.execute(world.db);
  return rows.map(({ name }) => name.slice(WORKER_CONNECTION.length + 1));
}

/** The queues on which activities of a run were scheduled. */
async function queuesOf({ id }: Pick<InGrace, 'id'>): Promise<string[]> {
  const handle = temporal.workflow.getHandle(id);
  await handle.result();
  return scheduledIn(await handle.fetchHistory()).map(({ queue }) => queue);
}

const ended = ({ path }: Pick<InGrace, 'path'>): Promise<Json> =>
  eventually(
    async () => (await tenant.owner.get(path)).body,
    (run) => run.completed !== null,
  );

const started = ({ id }: Pick<InGrace, 'id'>) =>
  eventually(
    () => hasWorkflow(id),
    (is) => is,
  );

const answered = { status: 'completed' };

describe('a run that a worker has begun', () => {
  it('has no workflow where it is over soon, and no link leads to one', async () => {
    const linkOf = async (id: string) => (await tenant.owner.get(`/locate?id=${id}`)).body.found.workflow_url;
    for (const begin of [beginTask, beginAgent]) {
      const run = await inGrace(begin);
      await world.model.open(run.gate);
      expect(await ended(run)).toMatchObject(answered);
      expect(await hasWorkflow(run.id)).toBe(false);
      expect(await linkOf(run.id)).toBeNull();
      expect(await world.model.requests(run.key)).toHaveLength(1);
    }
    const computing = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }]);
    const agent = await makeAgent(tenant, { builtin_tools: ['calculator'] });
    const run = await agent.run(computing.message);
    expect(run).toMatchObject({ status: 'completed', output: 'It is 42.' });
    const slow = await inGrace(beginTask);
    await lapse(slow);
    await started(slow);
    await eventually(
      () => dueOf(slow),
      (due) => due === null,
    );
    expect(await linkOf(slow.id)).toContain(slow.id);
    await world.model.open(slow.gate);
    await ended(slow);
  });

  it('has its workflow where it takes long, which finds its step under way', async () => {
    const port = await freePort();
    const quick = await stack.startApi(port, { WORKFLOW_GRACE_MS: '1' });
    const owner = ownerElsewhere(tenant, { ...stack.info, besideUrl: `http://127.0.0.1:${port}` });
    const path = `${tenant.project}/task/${(await makeTask(tenant, { user_prompt: '{text}' })).id}/run`;
    for (let n = 0; n < 3; n++) {
      const gate = randomUUID();
      const script = await play(world, [{ text: 'At last.', gate }], { by: 'call' });
      const { body } = await owner.post(path, { task_input: { text: script.message } }, QUEUED);
      await started(body);
      await world.model.open(gate);
      expect(await ended({ path: `${path}/${body.id}` })).toMatchObject({ ...answered, response: 'At last.' });
      await temporal.workflow.getHandle(body.id).result();
      expect(await world.model.requests(script.key)).toHaveLength(1);
    }
    await quick.stop();
  });

  it('is stopped at any API process, and its model with it', async () => {
    for (const begin of [beginTask, beginAgent])
      for (const client of [tenant.owner, elsewhere()]) {
        const run = await inGrace(begin);
        const { body } = await client.post(`${run.path}/cancel`);
        expect(body.run).toMatchObject({ status: 'cancelled' });
        await world.model.waitForAborts(run.key, 1);
        expect(await world.model.requests(run.key)).toHaveLength(1);
      }
  });

  it('is stopped with what it is of', async () => {
    for (const begin of [beginTask, beginAgent]) {
      const run = await inGrace(begin);
      expect(await elsewhere().delete(run.of)).toMatchObject({ status: 200 });
      expect(await ended(run)).toMatchObject({ status: 'cancelled' });
      await world.model.waitForAborts(run.key, 1);
    }
  });

  it('is followed by a repeat of its request, wherever that arrives, and begun once', async () => {
    const key = randomUUID();
    const gate = randomUUID();
    const script = await play(world, [{ text: 'At last.', gate }], { by: 'call' });
    const path = `${tenant.project}/task/${(await makeTask(tenant, { user_prompt: '{text}' })).id}/run`;
    const send = (client = tenant.owner, prefer = {}) =>
      client.post(path, { task_input: { text: script.message } }, { 'idempotency-key': key, ...prefer });
    const first = await send(tenant.owner, QUEUED);
    await world.model.waitForRequests(script.key, 1);
    const repeat = send(elsewhere());
    await started(first.body);
    await world.model.open(gate);
    expect(await repeat).toMatchObject({ status: 200, body: { id: first.body.id, response: 'At last.' } });
    expect(await world.model.requests(script.key)).toHaveLength(1);
  });

  it('goes on where a person decides at another process, as soon as it asks', async () => {
    const runOf = async (): Promise<{ agent: TestAgent; run: Json }> => {
      const script = await play(world, [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }]);
      const agent = await makeAgent(tenant, { builtin_tools: ['calculator'], approval_policy: ALWAYS });
      return { agent, run: await agent.run(script.message) };
    };
    for (let n = 0; n < 5; n++) {
      const { agent, run } = await runOf();
      expect(run).toMatchObject({ status: 'waiting_for_human' });
      const [request] = run.approval_requests;
      expect(await agent.approve(request.id, {}, elsewhere())).toMatchObject({ status: 200 });
      expect((await agent.resume(request.id)).body).toMatchObject({ status: 'completed', output: 'It is 42.' });
    }
  });
});

describe('a run whose workflow is put off', () => {
  it('has it started when its API closes', async () => {
    const run = await inGrace(beginTask);
    await api.stop();
    expect(await hasWorkflow(run.id)).toBe(true);
    api = await stack.startApi();
    await world.model.open(run.gate);
    expect(await ended(run)).toMatchObject(answered);
    expect(await world.model.requests(run.key)).toHaveLength(1);
  });

  it('has it started by a worker where its API is killed', async () => {
    const runs = [await inGrace(beginTask), await inGrace(beginAgent)];
    await api.kill();
    for (const run of runs) await lapse(run);
    await Promise.all(runs.map(started));
    api = await stack.startApi();
    for (const run of runs) {
      await world.model.open(run.gate);
      expect(await ended(run)).toMatchObject(answered);
      expect(await world.model.requests(run.key)).toHaveLength(1);
    }
  });

  it('is begun anew where its worker is killed, alone or with its API, as soon as that is not to be seen', async () => {
    for (const both of [false, true]) {
      const runs = [await inGrace(beginTask, [{ text: 'Anew.' }]), await inGrace(beginAgent, [{ text: 'Anew.' }])];
      const dead = await Promise.all(runs.map(beginnerOf));
      await Promise.all([worker.kill(), ...(both ? [api.kill()] : [])]);
      worker = stack.startWorker();
      expect(dead).toEqual([expect.stringContaining('-'), dead[0]]);
      await eventually(listening, ([id, ...more]) => id !== undefined && !dead[0]?.endsWith(id) && more.length === 0);
      for (const run of runs) await lapse(run);
      if (both) api = await stack.startApi();
      for (const run of runs) {
        expect(await ended(run)).toMatchObject(answered);
        expect(await world.model.requests(run.key)).toHaveLength(2);
        // Nobody waited on the queue of the dead until that was given up.
        expect(await queuesOf(run)).not.toContain(dead[0]);
      }
    }
  });
});

it('runs end while Temporal is away', async () => {
  const before = await inGrace(beginTask);
  way.close();
  const task = await beginTask([{ text: 'All the same.' }]);
  const agent = await beginAgent([{ text: 'All the same.' }]);
  await world.model.open(before.gate);
  for (const run of [before, task, agent]) expect(await ended(run)).toMatchObject(answered);
  way.open();
});

it('a run has its workflow at once where no worker is there', async () => {
  await worker.stop();
  const runs = [await beginTask([{ text: 'At last.' }]), await beginAgent([{ text: 'At last.' }])];
  await Promise.all(runs.map(started));
  worker = stack.startWorker();
  for (const run of runs) expect(await ended(run)).toMatchObject(answered);
});
