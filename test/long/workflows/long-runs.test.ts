import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DECIDED_SIGNAL } from '../../../src/agents/contract.ts';
import { getCacheDir } from '../../../src/platform/local/cache-dir.ts';
import type { ProductProcess } from '../../../src/platform/local/launch.ts';
import { findFreePort } from '../../../src/platform/local/ports.ts';
import { spawnGuarded, stopChild } from '../../../src/platform/local/processes.ts';
import { createTemporalCommand, findTemporal, waitForTemporal } from '../../../src/platform/local/temporal.ts';
import {
  getToolResults,
  listConversations,
  makeAgent,
  play,
  type Receiver,
  startReceiver,
  type TestAgent,
} from '../../support/agents.ts';
import { eventually, type Json, openWorld, type Tenant, type World } from '../../support/client.ts';
import { historyToJson } from '../../support/histories.ts';
import { Stack, WITHOUT_INGESTION } from '../../support/stack.ts';

/** History events after which this file's Temporal server suggests to continue as new; the default is 4,096. */
const LONG_HISTORY = 24;
/** Maximum number of events of a turn with one call and a decision. */
const MOST_PER_TURN = 18;
/** Average number of events of a turn with one call, with some ordinary steps. */
const EVENTS_PER_TURN = 15;
const PATIENCE = 300_000;

const ALWAYS = { default: 'always' };
const QUEUED = { prefer: 'respond-async' };
const sum = (expression: string) => ({ name: 'calculator', arguments: { expression } });
/** A call with side effects: it adds events to the history when it starts, not only at its end. */
const send = (path: string) => ({
  name: 'http_request',
  arguments: { method: 'POST', url: `${receiver.url}/${path}`, body: '' },
});
const SENDING = { builtin_tools: ['http_request'], approval_policy: { default: 'never' } };

let server: ChildProcess;
let stack: Stack;
let worker: ProductProcess;
let receiver: Receiver;
let world: World;
let tenant: Tenant;
let temporal: TemporalClient;

beforeAll(async () => {
  const say = () => undefined;
  const binary = await findTemporal({ cli: process.env.TEMPORAL_CLI, cacheDir: getCacheDir(), print: say });
  const port = await findFreePort();
  const spec = createTemporalCommand({ binary, port, namespace: 'default' });
  const limit = ['--dynamic-config-value', `limit.historyCount.suggestContinueAsNew=${LONG_HISTORY}`];
  server = spawnGuarded({ ...spec, args: [...spec.args, ...limit] });
  const address = `127.0.0.1:${port}`;
  const signal = new AbortController().signal;
  await waitForTemporal({ address, namespace: 'default', timeoutMs: 60_000, signal });
  stack = await Stack.create({ ...inject('servers'), temporalAddress: address }, 'long', WITHOUT_INGESTION);
  receiver = await startReceiver();
  worker = stack.startWorker();
  await stack.startApi();
  await stack.ready();
  world = openWorld(stack.info);
  tenant = await world.tenant();
  temporal = new TemporalClient({ connection: await Connection.connect({ address }), namespace: stack.info.namespace });
});
afterAll(async () => {
  await stack.stop();
  await temporal.connection.close();
  await receiver.close();
  await world.close();
  await stopChild(server, 10_000);
});

/** Returns the events of every execution of a run, oldest first: each but the last was continued as new. */
async function listExecutionHistories(runId: string): Promise<Json[][]> {
  const chain: Json[][] = [];
  for (let execution: string | undefined, first = true; first || execution; first = false) {
    const history = await temporal.workflow.getHandle(runId, execution).fetchHistory();
    const { events } = JSON.parse(historyToJson(history)) as { events: Json[] };
    chain.unshift(events);
    execution = events[0].workflowExecutionStartedEventAttributes.continuedExecutionRunId || undefined;
  }
  return chain;
}

const kinds = (events: readonly Json[]): string[] => events.map((event) => event.eventType.replace('EVENT_TYPE_', ''));

/** The arguments of a started or continued execution. */
function getWorkflowInput(event: Json): Json {
  const { input } =
    event.workflowExecutionStartedEventAttributes ?? event.workflowExecutionContinuedAsNewEventAttributes;
  return JSON.parse(Buffer.from(input.payloads[0].data, 'base64').toString('utf8'));
}

/** Starts a run without waiting for it. */
async function startRun(agent: TestAgent, message: string): Promise<string> {
  const run = await tenant.owner.post(`${agent.path}/run`, { message }, QUEUED);
  expect(run).toMatchObject({ status: 202 });
  return run.body.id;
}

/** Returns the run once it matches. */
const waitForRun = (agent: TestAgent, runId: string, fits: (run: Json) => boolean) =>
  eventually(() => agent.read(runId), fits);

/** Returns the pending requests of a run once there are this many. */
const pending = (agent: TestAgent, runId: string, count: number): Promise<Json[]> =>
  eventually(
    async () => (await agent.requests(runId)).filter((request) => request.status === 'pending'),
    (requests) => requests.length === count,
  );

describe('a long run', { timeout: PATIENCE }, () => {
  it('makes a hundred tool calls in a hundred turns, each once, with few events each', async () => {
    const calls = Array.from({ length: 100 }, (_, n) => ({ tool_calls: [send(`hundred/${n}`)] }));
    const script = await play(world, [...calls, { text: 'All hundred.' }], { by: 'call' });
    const agent = await makeAgent(tenant, { ...SENDING, max_turns: 200 });
    const run = await agent.run(script.message);
    expect(run).toMatchObject({ status: 'completed', output: 'All hundred.', turns: 101 });
    expect(run).toMatchObject({ input_tokens: 1010, output_tokens: 505 });
    const sent = await listConversations(world, script.key);
    expect(sent).toHaveLength(101);
    // An agent keeps 200 messages: the user's message stays, the first call and its result are dropped.
    expect(sent[99]?.map((message) => message.role).slice(0, 4)).toEqual(['system', 'user', 'assistant', 'tool']);
    expect(sent[99]).toHaveLength(1 + 199);
    expect(sent[100]).toHaveLength(1 + 199);
    expect(sent[100]?.[1]?.content).toBe(script.message);
    expect(await getToolResults(world, script.key)).toHaveLength(99);
    const hundred = receiver.received.filter(({ path }) => path.startsWith('/hundred/'));
    expect(hundred.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, n) => `/hundred/${n}`));

    await temporal.workflow.getHandle(run.id).result();
    const chain = await listExecutionHistories(run.id);
    // Inline steps are markers of one workflow task of some seconds, so a history only grows between two of them.
    expect(chain.flat().length).toBeLessThanOrEqual(101 * EVENTS_PER_TURN);
    for (const [index, events] of chain.entries()) {
      const last = index === chain.length - 1;
      expect(kinds(events).at(-1)).toBe(`WORKFLOW_EXECUTION_${last ? 'COMPLETED' : 'CONTINUED_AS_NEW'}`);
      if (!last)
        expect(getWorkflowInput(events.at(-1))).toEqual({ runId: run.id, turn: expect.any(Number), failures: 0 });
      const { priority } = events[0].workflowExecutionStartedEventAttributes;
      expect(priority).toMatchObject({ fairnessKey: tenant.orgId });
    }
  });

  it('sends a conversation of two hundred thousand tokens completely, with a hundred calls in addition', async () => {
    const agent = await makeAgent(tenant);
    // About four characters per token.
    const long = Array.from({ length: 8 }, (_, n) => `Part ${n}: ${'lorem ipsum '.repeat(8400)} end of part ${n}.`);
    const noting = await play(world, [{ text: 'Noted.' }]);
    const first = await agent.run(`${long[0]} ${noting.message}`);
    const session = { session_id: first.session_id };
    for (const part of long.slice(1)) await agent.run(`${part} ${noting.message}`, session);
    const turns = Array.from({ length: 25 }, (_, turn) => ({
      text: `Turn ${turn}.`,
      tool_calls: [0, 1, 2, 3].map((call) => sum(`${turn * 4 + call}+1`)),
    }));
    const script = await play(world, [...turns, { text: 'All of them.' }], { say: 'Now count.' });
    const run = await agent.run(script.message, session);
    expect(run).toMatchObject({ status: 'completed', output: 'All of them.', turns: 26 });

    const sent = await listConversations(world, script.key);
    expect(sent).toHaveLength(26);
    const last = sent.at(-1) ?? [];
    expect(last.reduce((length, message) => length + message.content.length, 0)).toBeGreaterThan(800_000);
    const results = long.flatMap((part) => [`${part} ${noting.message}`, 'Noted.']);
    expect(last.slice(1, 17).map((message) => message.content)).toEqual(results);
    expect(last[17]).toMatchObject({ role: 'user', content: script.message });
    expect(await getToolResults(world, script.key)).toEqual(
      Array.from({ length: 100 }, (_, n) => `{"result":"${n + 1}"}`),
    );
    for (const [index, message] of last.entries()) {
      const called = message.tool_calls?.map((call) => call.id);
      if (called) expect(last.slice(index + 1, index + 5).map((answer) => answer.tool_call_id)).toEqual(called);
    }
    // Only ids: the conversation is not in the history.
    await temporal.workflow.getHandle(run.id).result();
    for (const events of await listExecutionHistories(run.id))
      expect(JSON.stringify(events).length).toBeLessThan(200_000);
  });

  it('whose conversation is truncated within an earlier run sends the message of that run, then its newest turns', async () => {
    const agent = await makeAgent(tenant, { memory_config: { max_events: 6 } });
    const earlier = await play(
      world,
      [...[1, 2, 3].map((n) => ({ tool_calls: [sum(`${n}*7`)] })), { text: 'Sevens.' }],
      { say: 'Multiply by seven.', by: 'call' },
    );
    const before = await agent.run(earlier.message);
    const script = await play(world, [{ text: 'Thanked.' }], { say: 'Thank you.' });
    await agent.run(script.message, { session_id: before.session_id });
    const [sent] = await listConversations(world, script.key);
    expect(sent?.map(({ role, content }) => [role, content])).toEqual([
      ['system', 'Help.'],
      ['user', earlier.message],
      ['assistant', ''],
      ['tool', '{"result":"21"}'],
      ['assistant', 'Sevens.'],
      ['user', script.message],
    ]);
  });

  it('makes sixty-four calls of one turn, and answers the model that the sixty-fifth was one too many', async () => {
    const calls = Array.from({ length: 65 }, (_, n) => sum(`${n}*2`));
    const script = await play(world, [{ tool_calls: calls }, { text: 'Many.' }]);
    const run = await (await makeAgent(tenant)).run(script.message);
    expect(run).toMatchObject({ status: 'completed', turns: 2 });
    const results = await getToolResults(world, script.key);
    expect(results.slice(0, 64)).toEqual(calls.slice(0, 64).map((_, n) => `{"result":"${n * 2}"}`));
    expect(results.slice(64)).toEqual([expect.stringContaining('at most 64 tool calls')]);
  });

  it('with sixty-four requests in one turn stays far below the limits of a history, in any order of decisions', async () => {
    const calls = Array.from({ length: 64 }, (_, n) => sum(`${n}*3`));
    const script = await play(world, [{ tool_calls: calls }, { text: 'Many.' }]);
    const timed = { default: 'never', rules: [{ tool: '*', mode: 'always', expires_in: 'P30D' }] };
    const agent = await makeAgent(tenant, { approval_policy: timed });
    const parked = await agent.run(script.message);
    expect(parked).toMatchObject({ status: 'waiting_for_human' });
    // A page contains fewer than these.
    const { rows } = await agentRequests(parked.id);
    expect(rows).toHaveLength(64);
    for (const [index, id] of rows.toReversed().entries())
      expect(await (index % 3 === 0 ? agent.reject(id) : agent.approve(id))).toMatchObject({ status: 200 });
    const run = await waitForRun(agent, parked.id, ({ completed }) => completed !== null);
    expect(run).toMatchObject({ status: 'completed', output: 'Many.', turns: 2 });
    const results = await getToolResults(world, script.key);
    const rejected = (n: number) => (63 - n) % 3 === 0;
    for (const [n, text] of results.entries())
      expect(text).toMatch(rejected(n) ? /^rejected: / : new RegExp(`"result":"${n * 3}"`));
    await temporal.workflow.getHandle(run.id).result();
    const [events, ...more] = await listExecutionHistories(run.id);
    // One execution for the complete turn, at whose end it can continue as new. Its limit is 51,200 events.
    expect(more).toHaveLength(1);
    expect(events?.length).toBeLessThan(64 * MOST_PER_TURN + 20);
    expect(JSON.stringify(events).length).toBeLessThan(2_000_000);
  });
});

/** Returns all ids of a run's requests in the order of their calls. */
async function agentRequests(runId: string): Promise<{ rows: string[] }> {
  const rows = await world.db
    .selectFrom('approval_requests as q')
    .innerJoin('tool_calls as c', 'c.id', 'q.tool_call_id')
    .select('q.id')
    .where('q.run_id', '=', runId)
    .orderBy('c.position')
    .execute();
  return { rows: rows.map((row) => row.id) };
}

describe('a history that is continued as new', { timeout: PATIENCE }, () => {
  it('keeps approvals: earlier ones were carried out once, later ones wait for their own decision', async () => {
    const turns = [0, 1, 2, 3, 4, 5, 6].map((turn) => ({ tool_calls: [sum(`${turn}+10`), sum(`${turn}+20`)] }));
    const script = await play(world, [...turns, { text: 'Done.' }]);
    const agent = await makeAgent(tenant, { approval_policy: ALWAYS });
    const runId = await startRun(agent, script.message);
    for (const turn of turns.keys()) {
      const [first, second] = await pending(agent, runId, 2);
      await agent.approve(second.id);
      // The other call still holds the turn, however long its history is.
      await pending(agent, runId, 1);
      const run = await waitForRun(agent, runId, ({ status }) => status === 'waiting_for_human');
      expect(run).toMatchObject({ turns: turn + 1 });
      await (turn === 2 ? agent.reject(first.id) : agent.approve(first.id));
    }
    const run = await waitForRun(agent, runId, ({ completed }) => completed !== null);
    expect(run).toMatchObject({ status: 'completed', output: 'Done.', turns: turns.length + 1 });
    const results = (turn: number) => [
      turn === 2 ? expect.stringMatching(/^rejected/) : `{"result":"${turn + 10}"}`,
      `{"result":"${turn + 20}"}`,
    ];
    expect(await getToolResults(world, script.key)).toEqual([...turns.keys()].flatMap(results));
    expect(await world.model.requests(script.key)).toHaveLength(turns.length + 1);
    await temporal.workflow.getHandle(runId).result();
    const chain = await listExecutionHistories(runId);
    expect(chain.length).toBeGreaterThanOrEqual(3);
    // Decisions arrived in several executions: before such a boundary and after it.
    const heard = chain.filter((events) => kinds(events).includes('WORKFLOW_EXECUTION_SIGNALED'));
    expect(heard.length).toBeGreaterThanOrEqual(3);
  });

  it('loses no decision that arrives while it closes: the server rejects the close until the signal was handled', async () => {
    const calls = (turn: number) => [0, 1, 2].map((call) => sum(`${turn * 3 + call}+1`));
    // Repeats until a signal arrived during a close, and over several histories.
    const [least, most] = [6, 40];
    const turns = Array.from({ length: most }, (_, turn) => ({ tool_calls: calls(turn) }));
    const script = await play(world, turns);
    const agent = await makeAgent(tenant, { approval_policy: ALWAYS });
    const runId = await startRun(agent, script.message);
    const handle = temporal.workflow.getHandle(runId);
    const seen = [randomUUID()];
    /** Sends signals of executed decisions and of missing ones alternately. */
    const wakeOften = async () => {
      for (let n = 0; n < 25; n++) await handle.signal(DECIDED_SIGNAL, seen.at(-1 - (n % seen.length)));
    };
    // Proof: the server rejected the end of an execution because of a new signal.
    const refused = async () =>
      (await listExecutionHistories(runId)).flat().filter((event) => {
        const { cause } = event.workflowTaskFailedEventAttributes ?? {};
        return cause === 'WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND';
      });
    let made = 0;
    for (let isLast = false; !isLast; ) {
      const requests = await pending(agent, runId, 3);
      made += 1;
      seen.push(...requests.map((request) => request.id));
      expect(await agent.read(runId)).toMatchObject({ turns: made });
      isLast = made === most || (made >= least && (await refused()).length > 0);
      if (isLast) {
        expect(await world.model.requests(script.key)).toHaveLength(made);
        await world.model.script(script.key, [...turns.slice(0, made), { text: 'Done.' }]);
      }
      const answers = await Promise.all(requests.map((request) => agent.approve(request.id)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      if (!isLast) await Promise.all(Array.from({ length: 4 }, wakeOften));
    }
    const run = await waitForRun(agent, runId, ({ completed }) => completed !== null);
    expect(run).toMatchObject({ status: 'completed', output: 'Done.', turns: made + 1 });
    expect(await getToolResults(world, script.key)).toEqual(
      Array.from({ length: 3 * made }, (_, n) => `{"result":"${n + 1}"}`),
    );
    expect(await world.model.requests(script.key)).toHaveLength(1);
    await handle.result();
    expect((await listExecutionHistories(runId)).length).toBeGreaterThan(2);
    expect((await refused()).length).toBeGreaterThan(0);
  });

  it('continues a held run that was resumed at its end, and calls the model once for each resume', async () => {
    const refusal = { status: 401, body: { error: { message: 'bad key' } } };
    const script = await play(world, [...Array.from({ length: 5 }, () => refusal), { text: 'Mended.' }], {
      by: 'call',
    });
    const agent = await makeAgent(tenant);
    const runId = await startRun(agent, script.message);
    for (let resumes = 1; resumes <= 5; resumes++) {
      await waitForRun(agent, runId, ({ status }) => status === 'held');
      expect(await world.model.requests(script.key)).toHaveLength(resumes);
      const resumed = await tenant.owner.post(`${agent.path}/run/${runId}/resume`, {}, QUEUED);
      expect(resumed.status).toBeLessThan(300);
    }
    const run = await waitForRun(agent, runId, ({ completed }) => completed !== null);
    expect(run).toMatchObject({ status: 'completed', output: 'Mended.', turns: 1 });
    expect(await world.model.requests(script.key)).toHaveLength(6);
    await temporal.workflow.getHandle(runId).result();
    const closed = (await listExecutionHistories(runId)).slice(0, -1).map(kinds);
    const afterResume = closed.filter(
      (names) => names.lastIndexOf('WORKFLOW_EXECUTION_SIGNALED') > names.lastIndexOf('ACTIVITY_TASK_COMPLETED'),
    );
    expect(afterResume.length).toBeGreaterThan(0);
  });

  it('is stopped by a cancel, whichever execution the cancel reaches', async () => {
    // As many turns as possible until the cancel would only cost time of both cores.
    const script = await play(world, [{ tool_calls: [send('endless')], pace_ms: 200 }]);
    const agent = await makeAgent(tenant, { ...SENDING, max_turns: 10_000 });
    const runId = await startRun(agent, script.message);
    await eventually(
      () => listExecutionHistories(runId),
      (chain) => chain.length > 1,
    );
    const cancelled = await tenant.owner.post(`${agent.path}/run/${runId}/cancel`);
    expect(cancelled.status).toBeLessThan(300);
    const run = await waitForRun(agent, runId, ({ completed }) => completed !== null);
    expect(run).toMatchObject({ status: 'cancelled' });
    expect((await listExecutionHistories(runId)).length).toBeGreaterThan(1);
    const { status } = await eventually(
      () => temporal.workflow.getHandle(runId).describe(),
      (description) => description.status.name !== 'RUNNING',
    );
    expect(['COMPLETED', 'CANCELLED']).toContain(status.name);
    expect((await agent.read(runId)).turns).toBe(run.turns);
  });
});

describe('a wait', { timeout: PATIENCE }, () => {
  const expiring = (expires_in: string) => ({
    approval_policy: { default: 'never', rules: [{ tool: '*', mode: 'always', expires_in }] },
  });
  const timersOf = async (runId: string): Promise<number[]> =>
    (await listExecutionHistories(runId)).flat().flatMap((event) => {
      const { startToFireTimeout } = event.timerStartedEventAttributes ?? {};
      return startToFireTimeout ? [Number(startToFireTimeout.seconds) + (startToFireTimeout.nanos ?? 0) / 1e9] : [];
    });
  const asking = () => play(world, [{ tool_calls: [sum('6*7')] }, { text: 'Over.' }]);

  it('of three days is a timer of three days', async () => {
    const agent = await makeAgent(tenant, expiring('P3D'));
    const run = await agent.run((await asking()).message);
    const [request] = await agent.requests(run.id);
    expect(Date.parse(request.expires_at) - Date.parse(request.created)).toBe(3 * 86_400_000);
    // The response comes when the run is stored, just before its workflow sets the timer.
    const timers = await eventually(
      () => timersOf(run.id),
      (set) => set.length > 0,
    );
    expect(timers).toEqual([3 * 86_400]);
    expect(await agent.approve(request.id)).toMatchObject({ status: 200 });
    expect(await waitForRun(agent, run.id, ({ completed }) => completed !== null)).toMatchObject({
      status: 'completed',
    });
  });

  it('that ends early by the database’s clock is extended by the rest', async () => {
    const agent = await makeAgent(tenant, expiring('PT10S'));
    const run = await agent.run((await asking()).message);
    const [request] = await agent.requests(run.id);
    // As if Temporal's clock were an hour ahead of the database's.
    await world.db
      .updateTable('approval_requests')
      .set({ expires_at: new Date(Date.parse(request.expires_at) + 3_600_000) })
      .where('id', '=', request.id)
      .execute();
    const [first, again] = await eventually(
      () => timersOf(run.id),
      (timers) => timers.length > 1,
    );
    expect(first).toBe(10);
    expect(again).toBeGreaterThan(3000);
    expect(again).toBeLessThan(3610);
    expect(await agent.read(run.id)).toMatchObject({ status: 'waiting_for_human' });
    expect(await agent.approve(request.id)).toMatchObject({ status: 200 });
    const ended = await waitForRun(agent, run.id, ({ completed }) => completed !== null);
    expect(ended).toMatchObject({ status: 'completed', output: 'Over.' });
  });

  it('that ends while no worker runs shows as expired at once, and the next worker continues', async () => {
    // Long enough to stop the worker; it expires while none runs.
    const agent = await makeAgent(tenant, expiring('PT8S'));
    const script = await asking();
    const run = await agent.run(script.message);
    await worker.kill();
    const [request] = await eventually(
      () => agent.requests(run.id),
      ([one]) => one.status === 'expired',
    );
    expect(await agent.approve(request.id)).toMatchObject({ status: 409 });
    expect(await agent.read(run.id)).toMatchObject({ status: 'waiting_for_human', completed: null });
    worker = stack.startWorker();
    const ended = await waitForRun(agent, run.id, ({ completed }) => completed !== null);
    expect(ended).toMatchObject({ status: 'completed', output: 'Over.' });
    expect(await getToolResults(world, script.key)).toEqual([expect.stringMatching(/^expired: /)]);
  });
});
