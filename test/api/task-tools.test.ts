import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, listConversations, makeAgent, makeTask, play } from '../support/agents.ts';
import { Client, type Json, openWorld, type StreamEvent, type Tenant, type World } from '../support/client.ts';
import { type McpHandler, type ScriptedMcpServer, startMcpServer } from '../support/mcp-server.ts';
import { type AllowedServer, allowServer } from '../support/mcp-tools.ts';
import type { Step } from '../support/model-server.ts';
import { unavailable, waitForRun, waitForRunEnd } from '../support/outages.ts';
import { QUEUED } from '../support/scene.ts';
import { authorize, makeIntegration, openAccount } from '../support/services.ts';

let world: World;
let tenant: Tenant;
const open: AsyncDisposable[] = [];

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
});
afterAll(() => world.close());

const TOOLS = ['lookup', 'act'].map((name) => ({
  name,
  description: `Tool ${name}.`,
  inputSchema: { type: 'object' as const, properties: { n: { type: 'integer' } } },
}));
const answerText =
  (words: string): McpHandler =>
  (call) =>
    call.answer({ content: [{ type: 'text', text: words }] });

/** A server with a read-only tool `lookup` and a tool `act` with side effects, and a task that may call both. */
interface Scene {
  readonly mcp: ScriptedMcpServer;
  readonly server: AllowedServer;
  readonly ids: Readonly<Record<string, string>>;
  readonly task: Json;
  readonly path: string;
  /** Runs the task so that its model makes these calls, one per round, and then returns its final output. */
  run(steps: readonly (Step | 'lookup' | 'act')[], by?: 'turn' | 'call'): Promise<{ run: Json; key: string }>;
  read(id: string): Promise<Json>;
}

async function scene(fields: object = {}, handlers: Record<string, McpHandler> = {}, of = tenant): Promise<Scene> {
  const mcp = await startMcpServer({
    tools: TOOLS,
    handlers: { lookup: answerText('seen'), act: answerText('acted'), ...handlers },
  });
  open.push(mcp);
  const server = await allowServer(of, mcp.url);
  const tools = await server.tools();
  const ids = { read: tools.lookup!.id, act: tools.act!.id };
  await of.owner.post(`${of.project}/task_mcp_tool/${ids.read}`, { read_only: true });
  const task = await makeTask(of, {
    user_prompt: '{text}',
    task_mcp_tool_ids: [ids.read, ids.act],
    ...fields,
  });
  const path = `${of.project}/task/${task.id}`;
  return {
    mcp,
    server,
    ids,
    task,
    path,
    async run(steps, by = 'turn') {
      const script = steps.map((step) =>
        typeof step === 'string' ? { tool_calls: [{ name: `${server.slug}__${step}`, arguments: { n: 1 } }] } : step,
      );
      const { key, message } = await play(world, script, { by });
      const response = await of.owner.post(`${path}/run`, { task_input: { text: message } });
      expect(response).toMatchObject({ status: 200 });
      return { run: response.body, key };
    },
    read: async (id) => (await of.owner.get(`${path}/run/${id}`)).body,
  };
}

const DONE: Step = { text: 'Done.' };
const settled = async ({ read }: Scene, id: string, status: string) => {
  await expect.poll(async () => (await read(id)).status).toBe(status);
  return read(id);
};
const decide = (
  run: Json,
  verdict: 'approve' | 'reject',
  body: object = {},
  { by = tenant.owner, headers = {} }: { by?: Client; headers?: Record<string, string> } = {},
) => {
  const [request] = run.approval_requests.filter((one: Json) => one.status === 'pending');
  const path = `${tenant.project}/task-agent/${run.task_id}/approval-request/${request.id}/${verdict}`;
  return by.post(path, body, headers);
};
const kinds = (events: readonly StreamEvent[]) => events.map(({ event }) => event);
const WAITING = { prefer: 'wait=60' };

describe('a task whose model calls tools', () => {
  it('waits for its provider, reports it, and continues when all waiting runs are resumed', async () => {
    const { task, path, server } = await scene({ llm_model_id: 'patient-10' });
    const calls = { tool_calls: [{ name: `${server.slug}__lookup`, arguments: { n: 1 } }] };
    const { message } = await play(world, [calls, unavailable(3000), { text: 'Seen.' }], { by: 'call' });
    const started = await tenant.owner.post(`${path}/run`, { task_input: { text: message } }, QUEUED);
    const at = `${path}/run/${started.body.id}`;
    const waiting = await waitForRun(tenant, at, (run) => run.waiting_for?.kind === 'provider');
    expect(waiting).toMatchObject({ status: 'running', waiting_for: { attempts: 1, provider: 'openai-compatible' } });
    const body = { waiting_for: 'provider', task_id: task.id };
    expect((await tenant.owner.post(`${tenant.project}/run/resume`, body)).body).toEqual({ matched: 1 });
    expect(await waitForRunEnd(tenant, at)).toMatchObject({
      status: 'completed',
      response: 'Seen.',
      waiting_for: null,
    });
  });
});

describe('a task with tools', () => {
  it('calls them in rounds before its output, and adds up the cost of all rounds', async () => {
    const { mcp, run, server } = await scene();
    const { run: made, key } = await run(['lookup', 'lookup', DONE]);
    expect(made).toMatchObject({
      status: 'completed',
      response: 'Done.',
      input_tokens: 30,
      output_tokens: 15,
      tool_calls: [
        { tool_name: `${server.slug}__lookup`, tool_type: 'mcp', status: 'done', outcome: 'success', result: 'seen' },
        { turn: 2, outcome: 'success' },
      ],
      approval_requests: [],
    });
    expect(await getToolResults(world, key)).toEqual(['seen', 'seen']);
    expect(mcp.calls).toHaveLength(2);
    const [first] = await listConversations(world, key);
    expect(first?.[0]).toMatchObject({ role: 'system', content: 'Do it.' });
  });

  it('waits if a call needs approval, continues once it is approved, and calls once', async () => {
    const at = await scene();
    const { run: made } = await at.run(['act', DONE]);
    expect(made).toMatchObject({
      status: 'waiting_for_human',
      waiting_for: { kind: 'approval' },
      tool_calls: [{ status: 'waiting', outcome: null }],
      approval_requests: [{ status: 'pending', arguments: { n: 1 } }],
    });
    expect(at.mcp.calls).toEqual([]);
    const queue = await tenant.owner.get(`${tenant.project}/task-agent/approval-request?status=pending`);
    const listed = queue.body.results.find((one: Json) => one.task_run_id === made.id);
    expect(listed).toMatchObject({
      task_id: at.task.id,
      task_agent_id: at.task.id,
      task_agent_name: at.task.name,
      can_decide: { allowed: true },
    });
    expect(await decide(made, 'approve')).toMatchObject({ status: 200, body: { status: 'approved' } });
    const ended = await settled(at, made.id, 'completed');
    expect(ended).toMatchObject({ response: 'Done.', tool_calls: [{ outcome: 'success', result: 'acted' }] });
    expect(at.mcp.calls).toHaveLength(1);
    const again = await tenant.owner.post(
      `${tenant.project}/task-agent/${at.task.id}/approval-request/${listed.id}/approve`,
    );
    expect(again).toMatchObject({ status: 409 });
    expect(at.mcp.calls).toHaveLength(1);
  });

  it('returns the task run for a decision that waits, and for a repeat of it', async () => {
    const at = await scene();
    const { run: made } = await at.run(['act', 'act', DONE]);
    const [request] = made.approval_requests;
    expect(request).toMatchObject({ tool_type: 'mcp', arguments_digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const listed = await tenant.owner.get(`${tenant.project}/task-agent/approval-request?run_id=${made.id}`);
    expect(listed.body.results.map(({ id }: Json) => id)).toEqual([request.id]);
    const key = { ...WAITING, 'idempotency-key': randomUUID() };
    const { arguments_digest } = request;
    const first = await decide(made, 'approve', { arguments_digest }, { headers: key });
    const parked = {
      id: made.id,
      task_id: at.task.id,
      status: 'waiting_for_human',
      tool_calls: [{ result: 'acted' }, {}],
    };
    expect(first).toMatchObject({ status: 200, body: { status: 'approved', run: parked } });
    expect(await decide(made, 'approve', { arguments_digest }, { headers: key })).toMatchObject({
      status: 200,
      body: { status: 'approved', run: parked },
    });
    const rejected = await decide(first.body.run, 'reject', {}, { headers: WAITING });
    const end = { id: made.id, status: 'completed', response: 'Done.', tool_calls: [{}, { outcome: 'rejected' }] };
    expect(rejected).toMatchObject({ status: 200, body: { status: 'rejected', run: end } });
    expect(at.mcp.calls).toHaveLength(1);
  });

  it('omits the run for a decision by a credential without permission to view runs, and returns 202 in time', async () => {
    const at = await scene();
    const { run: made } = await at.run(['act', 'act', DONE]);
    const keyed = await tenant.owner.post(`${tenant.project}/api_key`, {
      name: 'decides',
      scopes: ['task_agent:decide'],
    });
    const blind = new Client(world.stack.baseUrl, keyed.body.value);
    const decided = await decide(made, 'approve', {}, { by: blind, headers: WAITING });
    expect(decided).toMatchObject({ status: 200, body: { status: 'approved', run: null } });
    const next = await settled(at, made.id, 'waiting_for_human');
    await expect.poll(async () => (await at.read(made.id)).approval_requests.length).toBe(2);
    const at0 = await decide(await at.read(next.id), 'approve', {}, { headers: { prefer: 'wait=0' } });
    expect([200, 202]).toContain(at0.status);
    expect(at0.body).toMatchObject({ status: 'approved', run: { id: made.id } });
  });

  it('streams the pending request, ends there, and continues once it is decided', async () => {
    const at = await scene();
    const act = { tool_calls: [{ name: `${at.server.slug}__act`, arguments: { n: 7 } }] };
    const { message } = await play(world, [act, DONE]);
    const stream = await tenant.owner.stream(`${at.path}/run`, { body: { task_input: { text: message } } });
    const events = await stream.end();
    expect(kinds(events)).toEqual(['approval_required']);
    const [asked] = events;
    const { body } = await tenant.owner.get(`${at.path}/run`);
    const made = await at.read(body.results[0].id);
    const [request] = made.approval_requests;
    expect(asked?.data).toEqual({
      approval_request_id: request.id,
      kind: 'tool_call',
      tool_call_id: made.tool_calls[0].tool_call_id,
      tool_name: `${at.server.slug}__act`,
      tool_type: 'mcp',
      arguments: { n: 7 },
      expires_at: null,
    });
    const path = `${at.path}/run/${made.id}/events`;
    expect((await tenant.owner.stream(path, { lastEventId: asked!.position })).status).toBe(204);
    expect(kinds(await (await tenant.owner.stream(path)).end())).toEqual(['approval_required']);
    expect(await tenant.owner.get(path)).toMatchObject({ body: { events: [{ event: 'approval_required' }] } });
    expect(await tenant.owner.get(`${path}?after=0-0-99`)).toMatchObject({ status: 400 });
    expect(await tenant.owner.get(`${path}?follow=true`)).toMatchObject({ status: 422 });
    const following = await tenant.owner.stream(`${path}?follow=true`, { lastEventId: asked!.position });
    await decide(made, 'approve');
    const rest = ['approval_decided', 'text', 'done'];
    expect(kinds(await following.end())).toEqual(rest);
    expect(kinds(await (await tenant.owner.stream(path, { lastEventId: asked!.position })).end())).toEqual(rest);
    expect(kinds(await (await tenant.owner.stream(path)).end())).toEqual(['approval_required', ...rest]);
  });

  it('reports a rejection to the model, whose response is the output of the run', async () => {
    const at = await scene();
    const { run: made, key } = await at.run(['act', DONE]);
    await decide(made, 'reject', { decision_note: 'not now' });
    expect(await settled(at, made.id, 'completed')).toMatchObject({ tool_calls: [{ outcome: 'rejected' }] });
    expect(await getToolResults(world, key)).toEqual([expect.stringContaining('not now')]);
    expect(at.mcp.calls).toEqual([]);
  });

  it('that is cancelled while it waits cancels its requests, and calls nothing', async () => {
    const at = await scene();
    const { run: made } = await at.run(['act', DONE]);
    const cancelled = await tenant.owner.post(`${at.path}/run/${made.id}/cancel`);
    const stopped = [{ tool_name: `${at.server.slug}__act` }];
    expect(cancelled).toMatchObject({ status: 200, body: { run: { status: 'cancelled' }, stopped, done: [] } });
    expect(await decide(made, 'approve')).toMatchObject({ status: 409 });
    expect(await at.read(made.id)).toMatchObject({
      status: 'cancelled',
      input_tokens: 10,
      approval_requests: [{ status: 'cancelled' }],
    });
    expect(at.mcp.calls).toEqual([]);
  });

  it('asks whether a call with a broken connection happened, and never repeats it by itself', async () => {
    const at = await scene({}, { act: (call) => void call.request.socket.destroy() });
    const { run: made } = await at.run(['act', DONE]);
    await decide(made, 'approve');
    await expect.poll(async () => (await at.read(made.id)).approval_requests.length).toBe(2);
    const asking = await settled(at, made.id, 'waiting_for_human');
    expect(asking.approval_requests[1]).toMatchObject({ kind: 'confirm_effect', status: 'pending' });
    await decide(asking, 'approve');
    expect(await settled(at, made.id, 'completed')).toMatchObject({ response: 'Done.' });
    expect(at.mcp.calls).toHaveLength(1);
  });

  it('checks its final output against the output format, and retries on a mismatch', async () => {
    const format = { output_modality: 'json', output_format: { mood: 'str' } };
    const { run } = await scene(format);
    expect((await run(['lookup', { text: '{"mood": "good"}' }])).run).toMatchObject({
      status: 'completed',
      response: { mood: 'good' },
      llm_retries: 0,
    });
    const { run: again } = await run(['lookup', { text: 'good' }, { text: '{"mood": "good"}' }], 'call');
    expect(again).toMatchObject({ response: { mood: 'good' }, llm_retries: 1, input_tokens: 30 });
  });

  it('calls none if the choice is none, and does not offer those disabled since it was saved', async () => {
    const closed = await scene({ tool_choice: 'none' });
    const { run: made, key } = await closed.run([DONE]);
    expect(made).toMatchObject({ status: 'completed', response: 'Done.' });
    const [asked] = await world.model.requests(key);
    expect((asked!.body as Json).tools).toBeUndefined();
    const { run, server, ids } = await scene();
    await tenant.owner.post(`${tenant.project}/task_mcp_tool/${ids.act}`, { enabled: false });
    const { run: after, key: later } = await run(['act', DONE]);
    expect(after).toMatchObject({ status: 'completed', tool_calls: [{ outcome: 'error' }] });
    const [request] = await world.model.requests(later);
    const offered = (request!.body as Json).tools.map((tool: Json) => tool.function.name);
    expect(offered).toEqual([`${server.slug}__lookup`]);
  });

  it('always ends with an output: its last round has no tools', async () => {
    const { run } = await scene();
    const { run: made, key } = await run(Array.from({ length: 11 }, () => 'lookup' as const).concat([DONE] as never[]));
    expect(made).toMatchObject({ status: 'completed', response: 'Done.' });
    const requests = await world.model.requests(key);
    const forbidden = requests.map(({ body }) => (body as Json).tool_choice === 'none');
    expect(forbidden).toEqual([...Array(11).fill(false), true]);
  });

  it('is no agent: its internal calls are in no list of agents, runs or reports', async () => {
    const own = await world.tenant();
    const at = await scene({}, {}, own);
    const { run: made } = await at.run(['lookup', DONE]);
    const get = async (path: string) => (await own.owner.get(`${own.project}/${path}`)).body;
    expect((await get('task-agent')).results).toEqual([]);
    expect(await own.owner.get(`${own.project}/task-agent/${made.task_id}`)).toMatchObject({ status: 404 });
    expect(await own.owner.get(`${own.project}/task-agent/${made.task_id}/run`)).toMatchObject({ status: 404 });
    expect((await get('task_run')).results).toMatchObject([{ id: made.id, input_tokens: 20 }]);
  });

  it('pauses the agent that calls it, and later resumes it', async () => {
    const at = await scene();
    const agent = await makeAgent(tenant, { task_tools: [{ task_id: at.task.id }] });
    const act = { tool_calls: [{ name: `${at.server.slug}__act`, arguments: {} }] };
    const inner = await play(world, [act, DONE]);
    const { message } = await play(world, [
      { tool_calls: [{ name: at.task.name.replace(/[^\w-]+/g, '_'), arguments: { text: inner.message } }] },
      { text: 'The task is done.' },
    ]);
    const stream = await tenant.owner.stream(`${agent.path}/run`, { body: { message } });
    const events = await stream.end();
    expect(kinds(events)).toEqual(['session_id', 'tool_call', 'approval_required']);
    const run = await agent.read(events[0]?.data.run_id);
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'approval' }, child_runs: [] });
    const { body } = await tenant.owner.get(`${at.path}/run`);
    const child = await at.read(body.results[0].id);
    expect(run.waiting_for.detail).toContain(`(run ${child.id})`);
    expect(child).toMatchObject({ status: 'waiting_for_human', trigger_type: 'task_agent' });
    expect(events[2]?.data).toMatchObject({
      approval_request_id: child.approval_requests[0].id,
      child_run_id: child.id,
      task_agent_id: at.task.id,
      tool_name: `${at.server.slug}__act`,
      arguments: {},
    });
    const path = `${agent.path}/run/${run.id}/events`;
    expect((await tenant.owner.stream(path, { lastEventId: events[2]!.position })).status).toBe(204);
    const following = await tenant.owner.stream(`${path}?follow=true`, { lastEventId: events[2]!.position });
    const decided = await decide(child, 'approve', {}, { headers: WAITING });
    expect(decided).toMatchObject({ status: 200, body: { run: { id: child.id, status: 'completed' } } });
    const rest = (await following.end()).filter(({ event }) => event !== 'text');
    expect(kinds(rest)).toEqual(['approval_decided', 'tool_result', 'done']);
    expect(rest.at(-1)?.data).toMatchObject({ status: 'completed', output: 'The task is done.' });
    expect(at.mcp.calls).toHaveLength(1);
  });
});

describe('a tool of a task', () => {
  const refusal = async (fields: object, of = tenant) => {
    const { owner, project } = of;
    const body = { name: `Task ${randomUUID().slice(0, 8)}`, enabled: true, llm_model_id: 'scripted' };
    return owner.post(`${project}/task`, { ...body, system_prompt: '', user_prompt: 'x', ...fields });
  };
  const at = (...loc: (string | number)[]) => ({ status: 422, body: { detail: [{ loc: ['body', ...loc] }] } });

  it('must belong to this project, be enabled and have a usable connection', async () => {
    const elsewhere = await world.tenant();
    const { ids, server, task } = await scene();
    expect(task).toMatchObject({ revisions: [{ task_mcp_tool_ids: [ids.read, ids.act], integration_tool_ids: [] }] });
    const field = 'task_mcp_tool_ids';
    expect(await refusal({ [field]: [ids.read] }, elsewhere)).toMatchObject(at(field, 0));
    expect(await refusal({ [field]: [ids.read, randomUUID()] })).toMatchObject(at(field, 1));
    expect(await refusal({ integration_tool_ids: ['nothing'] })).toMatchObject(at('integration_tool_ids', 0));
    expect(await refusal({ tool_choice: 'required' })).toMatchObject(at('tool_choice'));
    await tenant.owner.post(`${tenant.project}/task_mcp_tool/${ids.act}`, { enabled: false });
    expect(await refusal({ [field]: [ids.act] })).toMatchObject(at(field, 0));
    await tenant.owner.post(server.path, { enabled: false });
    expect(await refusal({ [field]: [ids.read] })).toMatchObject(at(field, 0));
    // Previously named tools stay, whatever else is edited.
    const edited = await tenant.owner.post(`${tenant.project}/task/${task.id}`, { user_prompt: 'Other {text}' });
    expect(edited).toMatchObject({
      status: 200,
      body: { revisions: [{ task_mcp_tool_ids: [ids.read, ids.act] }, {}] },
    });
    const without = await tenant.owner.post(`${tenant.project}/task/${task.id}`, { task_mcp_tool_ids: null });
    expect(without).toMatchObject({ status: 200, body: { revisions: [{ task_mcp_tool_ids: [] }, {}, {}] } });
  });

  it('can be one of an integration, by its id', async () => {
    const own = await world.tenant();
    const account = await openAccount();
    const first = await makeIntegration(own, 'github');
    const [tool] = first.available_tools;
    const field = 'integration_tool_ids';
    expect(await refusal({ [field]: [tool.id] }, own)).toMatchObject(at(field, 0));
    await authorize(own, first.id, account);
    const made = await refusal({ [field]: [tool.id] }, own);
    expect(made).toMatchObject({ status: 200, body: { revisions: [{ [field]: [tool.id] }] } });
    const second = await makeIntegration(own, 'github', { name: 'Second' });
    await authorize(own, second.id, await openAccount());
    expect(await refusal({ [field]: [tool.id] }, own)).toMatchObject(at(field, 0));
    expect(await refusal({ [field]: [`${second.id}/${tool.id}`] }, own)).toMatchObject({ status: 200 });
    // A revision keeps the integration that it was saved with.
    const path = `${own.project}/task/${made.body.id}`;
    expect(await own.owner.post(path, { user_prompt: 'y' })).toMatchObject({ status: 200 });
  });
});
