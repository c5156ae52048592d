import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { LISTENER_CONNECTION } from '../../../src/platform/presence.ts';
import { makeAgent, play, type TestAgent } from '../../support/agents.ts';
import { Client, eventually, openWorld, type StreamEvent, type Tenant, type World } from '../../support/client.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

let stack: Stack;
let world: World;
let tenant: Tenant;
/** The tenant's owner on the second API process. */
let elsewhere: Client;
let agent: TestAgent;

beforeAll(async () => {
  stack = await Stack.create(inject('servers'), 'order', WITHOUT_INGESTION);
  // Two workers, so that the calls of a turn end in two processes.
  stack.startWorker();
  stack.startWorker();
  const port = await findFreePort();
  await Promise.all([stack.startApi(), stack.startApi(port)]);
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  elsewhere = new Client(`http://127.0.0.1:${port}`, tenant.key);
  agent = await makeAgent(tenant, { builtin_tools: ['http_request'], approval_policy: { default: 'never' } });
});
afterAll(async () => {
  await world.close();
  await stack.stop();
});

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
const ids = (events: readonly StreamEvent[]) => events.map((event) => event.id);

/** A server that waits until the expected number of requests has arrived, and then responds to all. */
async function startBarrier(expected: number) {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    waiting.push(response);
    if (waiting.length < expected) return;
    for (const one of waiting.splice(0)) one.end('now');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function begin(steps: Parameters<typeof play>[1], client = tenant.owner) {
  const script = await play(world, steps);
  const stream = await client.stream(`${agent.path}/run`, { body: { message: script.message } });
  const { run_id } = (await stream.until((event) => event.event === 'session_id')).data;
  return { stream, runId: run_id as string, path: `${agent.path}/run/${run_id}/events` };
}

describe('tool calls of a turn that end at the same moment', () => {
  const CALLS = 40;

  it('are numbered without gap or repeat, and every follower receives each number once and in order', async () => {
    const barrier = await startBarrier(CALLS);
    const call = { name: 'http_request', arguments: { method: 'GET', url: barrier.url } };
    const { stream, runId, path } = await begin([
      { tool_calls: Array.from({ length: CALLS }, () => call) },
      { chunks: ['All ', 'came.'] },
    ]);
    const followers = await Promise.all(
      [tenant.owner, elsewhere, tenant.owner, elsewhere].map((client) => client.stream(path)),
    );
    const whole = await elsewhere.stream(`${path}?deltas=false`);
    const events = await stream.end();
    await barrier.close();
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'All came.' });
    expect(ids(events)).toEqual(idsFrom(1, events.length));
    const results = events.filter((event) => event.event === 'tool_result');
    expect(new Set(results.map((event) => event.data.tool_call_id)).size).toBe(CALLS);
    expect(results).toHaveLength(CALLS);
    for (const follower of followers) expect(await follower.end()).toEqual(events);
    const others = (list: StreamEvent[]) => list.filter((event) => event.event !== 'text');
    expect(others(await whole.end())).toEqual(others(events));
    const stored = await world.db.selectFrom('run_events').select('seq').where('run_id', '=', runId).execute();
    expect(stored.map((row) => row.seq).sort((a, b) => a - b)).toEqual(ids(events));
  });

  it('reach a reader who repeatedly reconnects to other API processes without loss', async () => {
    const barrier = await startBarrier(CALLS);
    const call = { name: 'http_request', arguments: { method: 'GET', url: barrier.url } };
    const turn = { text: 'Again. ', tool_calls: Array.from({ length: CALLS }, () => call) };
    const { stream, path } = await begin([turn, turn, { text: 'Over.' }]);
    const seen: StreamEvent[] = [];
    for (let visit = 0; seen.at(-1)?.event !== 'done'; visit += 1) {
      const last = seen.at(-1)?.id ?? 0;
      const client = visit % 2 === 0 ? elsewhere : tenant.owner;
      const part = await client.stream(path, { lastEventId: last });
      // Ends with the run, or after a few events, at an arbitrary position.
      await part.until((event) => event.id >= last + 7 || event.event === 'done');
      part.cut();
      seen.push(...(await part.end()));
    }
    await barrier.close();
    expect(seen).toEqual(await stream.end());
  });
});

describe('a run started at one API process', () => {
  it('can be followed at another, interrupted there, and continued at the first', async () => {
    const gate = randomUUID();
    const { stream, path } = await begin([
      { chunks: ['Half ', 'and ', 'half.'], gate_after_chunks: { count: 1, gate } },
    ]);
    const follower = await elsewhere.stream(path);
    await follower.until((event) => event.event === 'text');
    follower.cut();
    const before = await follower.end();
    const rest = await tenant.owner.stream(path, { lastEventId: before.at(-1)?.id ?? 0 });
    await world.model.open(gate);
    expect([...before, ...(await rest.end())]).toEqual(await stream.end());
  });
});

describe('the listen connection of an API process', () => {
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and application_name = ${LISTENER_CONNECTION}`.execute(
      world.db,
    );
    return rows.map((row) => row.pid);
  };

  it('can fail: followers and waiting requests miss nothing, and it is reopened', async () => {
    const gates = [randomUUID(), randomUUID()];
    const { stream, path } = await begin([{ text: 'One.', gate: gates[0] }]);
    const follower = await elsewhere.stream(path);
    await follower.until((event) => event.event === 'session_id');
    const script = await play(world, [{ text: 'Waited.', gate: gates[1] }]);
    const waiting = elsewhere.post(`${agent.path}/run`, { message: script.message });
    await world.model.waitForRequests(script.key, 1);
    const before = await eventually(listeners, (pids) => pids.length >= 2);
    await sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) as pid`.execute(world.db);
    for (const gate of gates) await world.model.open(gate);
    const events = await stream.end();
    expect(events.at(-1)?.data.output).toBe('One.');
    expect(await follower.end()).toEqual(events);
    expect((await waiting).body).toMatchObject({ status: 'completed', output: 'Waited.' });
    const after = await eventually(listeners, (pids) => pids.length >= before.length);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    const next = await begin([{ text: 'Heard again.' }], elsewhere);
    expect((await next.stream.end()).at(-1)?.data.output).toBe('Heard again.');
  });
});
