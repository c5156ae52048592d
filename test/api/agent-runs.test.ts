import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getToolResults,
  listConversations,
  makeAgent,
  makeTask,
  play,
  type Receiver,
  startReceiver,
} from '../support/agents.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { findProfileApi } from '../support/profile-api.ts';

let world: World;
let tenant: Tenant;
let receiver: Receiver;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  receiver = await startReceiver({ body: 'hello from outside' });
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const QUEUED = { prefer: 'respond-async' };
const sum = (expression: string) => ({ name: 'calculator', arguments: { expression } });
const http = (args: object) => ({ name: 'http_request', arguments: args });
const toolName = (task: Json) => task.name.replaceAll(' ', '_');
const reasonOf = (response: { body: Json }) => response.body?.detail?.reason;
const receivedAt = (path: string) => receiver.received.filter((request) => request.path === path);

describe('an agent run', () => {
  it('returns its output, tokens, cost and timings as JSON', async () => {
    const script = await play(world, [{ text: 'Good day.', usage: { prompt_tokens: 30, completion_tokens: 20 } }]);
    const agent = await makeAgent(tenant);
    const run = await agent.run(script.message);
    expect(run).toMatchObject({
      task_agent_id: agent.id,
      task_agent_revision_id: agent.record.active_revision_id,
      status: 'completed',
      waiting_for: null,
      message: script.message,
      output: 'Good day.',
      formatted_output: null,
      is_error: false,
      error: null,
      trigger_type: 'api',
      input_tokens: 30,
      output_tokens: 20,
      total_tokens: 50,
      charged_credits: '0.007',
      turns: 1,
      approval_requests: [],
    });
    expect(run.phase_timings.model).toBeGreaterThanOrEqual(0);
    expect(run.duration_ms).toBe(Date.parse(run.completed) - Date.parse(run.created));
    expect(await agent.read(run.id)).toEqual(run);
  });

  it('sends the model its instruction, the message and the tools of its revision', async () => {
    const script = await play(world, [{ text: 'Yes.' }]);
    const agent = await makeAgent(tenant, {
      instruction: 'Speak like a sailor.',
      builtin_tools: ['current_time'],
      llm_config: { temperature: 0.25 },
    });
    await agent.run(script.message);
    const [request] = await world.model.requests(script.key);
    const body = request!.body as Json;
    expect(body).toMatchObject({ model: 'scripted', temperature: 0.25 });
    expect(body.tools.map((tool: Json) => tool.function.name)).toEqual(['current_time']);
    const [messages] = await listConversations(world, script.key);
    expect(messages).toMatchObject([
      { role: 'system', content: expect.stringContaining('Speak like a sailor.') },
      { role: 'user', content: script.message },
    ]);
  });

  it('returns 202 with the queued run without waiting, or after the n seconds that the caller waits', async () => {
    const gate = randomUUID();
    const script = await play(world, [{ text: 'At last.', gate }]);
    const agent = await makeAgent(tenant);
    const queued = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, QUEUED);
    expect(queued).toMatchObject({ status: 202, body: { status: 'queued', completed: null } });
    const waited = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, { prefer: 'wait=1' });
    expect(waited).toMatchObject({ status: 202, body: { completed: null } });
    await world.model.open(gate);
    for (const { body } of [queued, waited]) {
      expect((await agent.follow(body.id)).at(-1)?.data).toMatchObject({ status: 'completed', output: 'At last.' });
    }
  });

  it('returns 202 with its address if it takes longer than proxies wait', async () => {
    const gate = randomUUID();
    const script = await play(world, [{ text: 'At last.', gate }]);
    const agent = await makeAgent(tenant);
    const hasty = new Client(await findProfileApi('impatient'), tenant.key);
    const response = await hasty.post(`${agent.path}/run`, { message: script.message });
    expect(response).toMatchObject({ status: 202, body: { completed: null } });
    const { pathname } = new URL(response.headers.get('location') ?? '');
    expect(pathname).toBe(`/api/v1${agent.path}/run/${response.body.id}`);
    await world.model.open(gate);
    expect((await agent.follow(response.body.id)).at(-1)?.data).toMatchObject({ output: 'At last.' });
  });

  it('continues after its caller disconnects', async () => {
    const gate = randomUUID();
    const script = await play(world, [{ chunks: ['Still', ' here.'], gate_after_chunks: { count: 1, gate } }]);
    const agent = await makeAgent(tenant);
    const stream = await tenant.owner.stream(`${agent.path}/run`, { body: { message: script.message } });
    const first = await stream.until((event) => event.event === 'text');
    expect(first.data.text).toBe('Still');
    stream.cut();
    await world.model.open(gate);
    const events = await agent.follow(stream.events[0]!.data.run_id);
    expect(events.at(-1)?.data).toMatchObject({ status: 'completed', output: 'Still here.' });
    expect(await world.model.requests(script.key)).toHaveLength(1);
  });

  it('is created once per Idempotency-Key, even by concurrent callers', async () => {
    const script = await play(world, [{ text: 'Once.' }]);
    const agent = await makeAgent(tenant);
    const headers = { 'idempotency-key': randomUUID() };
    const ask = (message: string) => tenant.owner.post(`${agent.path}/run`, { message }, headers);
    const [first, second] = await Promise.all([ask(script.message), ask(script.message)]);
    const third = await ask(script.message);
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
    expect(new Set([first.body.id, second.body.id, third.body.id]).size).toBe(1);
    expect(await world.model.requests(script.key)).toHaveLength(1);
    expect(reasonOf(await ask('something else'))).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('is rejected before creation if the organization has no credits', async () => {
    const poor = await world.tenant();
    const agent = await makeAgent(poor);
    await world.db
      .updateTable('organization_accounts')
      .set({ credits: '0' })
      .where('org_id', '=', poor.orgId)
      .execute();
    const refused = await poor.owner.post(`${agent.path}/run`, { message: 'hello' });
    expect(refused).toMatchObject({ status: 402 });
    expect(reasonOf(refused)).toBe('INSUFFICIENT_CREDITS');
    expect((await poor.owner.get(`${agent.path}/run`)).body.results).toEqual([]);
    expect((await poor.owner.get(`${agent.path}/session`)).body.results).toEqual([]);
  });

  it('is rejected for an empty message, an unknown revision or a revision of another agent', async () => {
    const agent = await makeAgent(tenant);
    const other = await makeAgent(tenant);
    const ask = (body: object) => tenant.owner.post(`${agent.path}/run`, body);
    expect(await ask({})).toMatchObject({ status: 422 });
    expect(await ask({ message: '' })).toMatchObject({ status: 422 });
    expect(await ask({ message: 7 })).toMatchObject({ status: 422 });
    for (const revision_id of [randomUUID(), other.record.active_revision_id]) {
      expect(await ask({ message: 'x', revision_id })).toMatchObject({ status: 404 });
    }
    expect((await tenant.owner.get(`${agent.path}/run`)).body.results).toEqual([]);
  });
});

describe('tool calls of an agent run', () => {
  it.each([
    ['required', ['required', undefined]],
    ['none', ['none', 'none']],
    ['auto', [undefined, undefined]],
  ])('follow the tool_choice of the agent: %s', async (tool_choice, expectedChoice) => {
    const agent = await makeAgent(tenant, { tool_choice });
    expect(agent.record.revisions[0]).toMatchObject({ tool_choice });
    const script = await play(world, [{ tool_calls: [sum('6*7')] }, { text: '42.' }]);
    expect(await agent.run(script.message)).toMatchObject({ status: 'completed', output: '42.' });
    const sent = await world.model.requests(script.key);
    expect(sent.map(({ body }) => (body as Json).tool_choice)).toEqual(expectedChoice);
  });

  it('return computed results to the model, which then continues', async () => {
    const calls = [sum('2^10'), { name: 'current_time', arguments: { timezone: 'UTC' } }];
    const script = await play(world, [{ text: 'Let me see.', tool_calls: calls }, { text: 'Done.' }]);
    const agent = await makeAgent(tenant);
    const month = () => new Date().toISOString().slice(0, 8);
    const before = month();
    const run = await agent.run(script.message);
    expect(run).toMatchObject({ status: 'completed', output: 'Done.', turns: 2, input_tokens: 20, output_tokens: 10 });
    const [, second] = await listConversations(world, script.key);
    expect(second?.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool']);
    expect(second?.[2]).toMatchObject({ content: 'Let me see.' });
    const asked = second?.[2]?.tool_calls?.map((call) => call.id);
    expect(second?.slice(3).map((message) => message.tool_call_id)).toEqual(asked);
    expect(second?.[3]?.content).toContain('1024');
    expect([before, month()].some((one) => second?.[4]?.content.includes(one))).toBe(true);
  });

  it('that only read a URL need no approval and create no ledger entry', async () => {
    const calls = [http({ method: 'GET', url: `${receiver.url}/page` })];
    const script = await play(world, [{ tool_calls: calls }, { text: 'Read.' }]);
    const agent = await makeAgent(tenant, { builtin_tools: ['http_request'] });
    const run = await agent.run(script.message);
    expect(run).toMatchObject({ status: 'completed', output: 'Read.' });
    expect(await getToolResults(world, script.key)).toEqual([expect.stringContaining('hello from outside')]);
    expect((await tenant.owner.get(`${agent.path}/run/${run.id}/effects`)).body.results).toEqual([]);
    expect(receivedAt('/page')).toHaveLength(1);
  });

  it('with side effects wait for approval, run once with the call id as idempotency key, and are in the ledger', async () => {
    const args = { method: 'POST', url: `${receiver.url}/pay`, body: { amount: 5 } };
    const script = await play(world, [{ tool_calls: [http(args)] }, { text: 'Paid.' }]);
    const agent = await makeAgent(tenant, { builtin_tools: ['http_request'] });
    const run = await agent.run(script.message);
    expect(run).toMatchObject({ status: 'waiting_for_human' });
    const [request] = await agent.requests(run.id);
    expect(request).toMatchObject({ effect: 'irreversible', arguments: args });
    expect(receivedAt('/pay')).toEqual([]);
    expect((await tenant.owner.get(`${agent.path}/run/${run.id}/effects`)).body.results).toMatchObject([
      { status: 'intended', attempts: 0, sent_at: null },
    ]);
    await agent.approve(request.id);
    expect((await agent.resume(request.id)).body).toMatchObject({ status: 'completed', output: 'Paid.' });
    const arrived = receivedAt('/pay');
    expect(arrived).toMatchObject([{ method: 'POST', body: '{"amount":5}' }]);
    expect(arrived[0]?.headers).toMatchObject({
      'idempotency-key': request.tool_call_id,
      'content-type': 'application/json',
    });
    expect((await tenant.owner.get(`${agent.path}/run/${run.id}/effects`)).body.results).toMatchObject([
      { tool_call_id: request.tool_call_id, tool_name: 'http_request', status: 'done', settled_at: expect.any(String) },
    ]);
  });

  it('to tasks create task runs, and their output is in the conversation', async () => {
    const task = await makeTask(tenant, { description: 'Makes it short.' });
    const calls = [{ name: toolName(task), arguments: { text: 'the moon' } }];
    const script = await play(world, [{ tool_calls: calls }, { text: 'Short.' }]);
    const agent = await makeAgent(tenant, { task_tools: [{ task_id: task.id }] });
    const run = await agent.run(script.message);
    expect(run).toMatchObject({ status: 'completed', output: 'Short.', task_tools_invoked: [toolName(task)] });
    const [first] = await world.model.requests(script.key);
    const offered = (first!.body as Json).tools.find((tool: Json) => tool.function.name === toolName(task));
    expect(offered.function).toMatchObject({
      description: 'Makes it short.',
      parameters: { properties: { text: {} }, required: ['text'] },
    });
    expect(await getToolResults(world, script.key)).toEqual(['echo: Summarise the moon.']);
    const { results } = (await tenant.owner.get(`${tenant.project}/task/${task.id}/run`)).body;
    expect(results).toMatchObject([
      { status: 'completed', context_id: run.id, run_data: { submitted: { text: 'the moon' } } },
    ]);
    const call = await world.db
      .selectFrom('tool_calls')
      .selectAll()
      .where('run_id', '=', run.id)
      .executeTakeFirstOrThrow();
    const row = await world.db
      .selectFrom('task_runs')
      .selectAll()
      .where('id', '=', results[0].id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ tool_call_id: call.id, trigger_type: 'task_agent' });
    expect(call).toMatchObject({ status: 'done', outcome: 'success', tool_type: 'task' });
  });

  it('of one turn run in parallel, and their results keep the order of the calls', async () => {
    const task = await makeTask(tenant);
    const calls = [
      sum('1+1'),
      { name: toolName(task), arguments: { text: 'a' } },
      http({ method: 'GET', url: `${receiver.url}/beside` }),
      { name: toolName(task), arguments: { text: 'b' } },
    ];
    const script = await play(world, [{ tool_calls: calls }, { text: 'All.' }]);
    const agent = await makeAgent(tenant, {
      builtin_tools: ['calculator', 'http_request'],
      task_tools: [{ task_id: task.id }],
    });
    expect(await agent.run(script.message)).toMatchObject({ status: 'completed', turns: 2 });
    expect(await getToolResults(world, script.key)).toEqual([
      expect.stringContaining('2'),
      'echo: Summarise a.',
      expect.stringContaining('hello from outside'),
      'echo: Summarise b.',
    ]);
  });

  it('to unknown tools or with malformed or invalid arguments return an error to the model and run nothing', async () => {
    const calls = [
      { name: 'delete_everything', arguments: {} },
      { name: 'calculator', arguments: '{"expression": "1+' },
      { name: 'calculator', arguments: {} },
      http({ method: 'TELEPORT', url: 'https://example.com' }),
      sum('1 +* 2'),
    ];
    const script = await play(world, [{ tool_calls: calls }, { text: 'Sorry.' }]);
    const agent = await makeAgent(tenant, { builtin_tools: ['calculator', 'http_request'] });
    const run = await agent.run(script.message);
    expect(run).toMatchObject({ status: 'completed', output: 'Sorry.', is_error: false });
    const results = await getToolResults(world, script.key);
    expect(results[0]).toContain('there is no tool named delete_everything');
    expect(results[1]).toContain('not valid JSON');
    expect(results[2]).toContain('expression');
    expect(results[3]).toContain('method');
    for (const text of results) expect(text).toMatch(/^error: /);
    const rows = await world.db.selectFrom('tool_calls').select('outcome').where('run_id', '=', run.id).execute();
    expect(rows.map((row) => row.outcome)).toEqual(Array(5).fill('error'));
  });

  it('stop together with the run when it reaches its turn limit', async () => {
    const script = await play(world, [{ tool_calls: [sum('1+1')] }]);
    const agent = await makeAgent(tenant, { max_turns: 2 });
    const run = await agent.run(script.message);
    expect(run).toMatchObject({ status: 'failed', is_error: true, error: { reason: 'MAX_TURNS_REACHED' }, turns: 2 });
    expect(await world.model.requests(script.key)).toHaveLength(2);
  });
});

describe('a sequential agent', () => {
  it('runs its tasks in order, each on the output of the previous one, without a model of its own', async () => {
    const first = await makeTask(tenant, { user_prompt: 'Shorten {text}' });
    const second = await makeTask(tenant, { user_prompt: 'Translate {text}' });
    const agent = await makeAgent(tenant, {
      mode: 'sequential',
      task_tools: [{ task_id: first.id }, { task_id: second.id }],
    });
    const run = await agent.run('a long story');
    expect(run).toMatchObject({ status: 'completed', output: 'echo: Translate echo: Shorten a long story' });
    const events = await agent.follow(run.id);
    expect(events.map((event) => event.event)).toEqual([
      'session_id',
      'tool_call',
      'tool_result',
      'tool_call',
      'tool_result',
      'text',
      'done',
    ]);
  });

  it('maps the fields of a JSON output to variables of the same name, and fails if a step fails', async () => {
    const script = await play(world, [{ text: '{"city":"Turin","sum":7}' }]);
    const first = await makeTask(tenant, {
      user_prompt: `{text} ${world.model.marker(script.key)}`,
      output_modality: 'json',
      output_format: { city: 'str', sum: 'int' },
    });
    const second = await makeTask(tenant, { user_prompt: '{sum} times in {city}' });
    const task_tools = [{ task_id: first.id }, { task_id: second.id }];
    const agent = await makeAgent(tenant, { mode: 'sequential', task_tools });
    expect(await agent.run('x')).toMatchObject({ output: 'echo: 7 times in Turin' });
    await world.model.script(script.key, [{ status: 400, body: { error: { message: 'no' } } }]);
    expect(await agent.run('x')).toMatchObject({ status: 'failed', is_error: true, error: { reason: 'STEP_FAILED' } });
  });
});

describe('an output formatter', () => {
  it('adds the final message in the format of its task, next to the output', async () => {
    const form = await play(world, [{ text: '{"sum":42}' }]);
    const script = await play(world, [{ text: `The sum is 42. ${world.model.marker(form.key)}` }]);
    const task = await makeTask(tenant, {
      user_prompt: '{text}',
      output_modality: 'json',
      output_format: { sum: 'int' },
    });
    const agent = await makeAgent(tenant, { task_tools: [{ task_id: task.id, is_output_formatter: true }] });
    const run = await agent.run(script.message);
    expect(run).toMatchObject({ status: 'completed', formatted_output: { sum: 42 } });
    expect(run.output).toContain('The sum is 42.');
    const events = await agent.follow(run.id);
    expect(events.find((event) => event.event === 'formatted_output')?.data).toMatchObject({
      formatted_output: { sum: 42 },
    });
    const [request] = await world.model.requests(script.key);
    expect((request!.body as Json).tools.map((tool: Json) => tool.function.name)).not.toContain(toolName(task));
    await world.model.script(form.key, [{ status: 400, body: { error: { message: 'no' } } }]);
    expect(await agent.run(script.message)).toMatchObject({ status: 'failed', error: { reason: 'FORMATTER_FAILED' } });
  });
});

describe('a session', () => {
  it('carries the conversation over to the next run', async () => {
    const agent = await makeAgent(tenant);
    const first = await play(world, [{ tool_calls: [sum('3*3')] }, { text: 'Nine.' }], { say: 'Three times three?' });
    const second = await play(world, [{ text: 'I said nine.' }], { say: 'What did you say?' });
    const run = await agent.run(first.message);
    const next = await agent.run(second.message, { session_id: run.session_id });
    expect(next).toMatchObject({ session_id: run.session_id, output: 'I said nine.' });
    const [messages] = await listConversations(world, second.key);
    expect(messages?.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(messages?.at(-2)).toMatchObject({ content: 'Nine.' });
    const session = await tenant.owner.get(`${agent.path}/session/${run.session_id}`);
    expect(session.body).toMatchObject({
      id: run.session_id,
      task_agent_id: agent.id,
      task_agent_revision_id: agent.record.active_revision_id,
      run_count: 2,
      title: first.message.slice(0, 80),
    });
    expect(session.body.runs.map((one: Json) => one.id)).toEqual([next.id, run.id]);
    const listed = await tenant.owner.get(`${agent.path}/session`);
    expect(listed.body.results.map((one: Json) => one.id)).toEqual([run.session_id]);
  });

  it('stays on its first revision, whichever is active, and rejects another', async () => {
    const script = await play(world, [{ text: 'ok' }]);
    const agent = await makeAgent(tenant, { instruction: 'Old words.' });
    const run = await agent.run(script.message);
    const updated = await tenant.owner.post(agent.path, { instruction: 'New words.' });
    const newer = updated.body.revisions[0].id;
    await tenant.owner.post(agent.path, { active_revision_id: newer });
    const more = await agent.run(script.message, { session_id: run.session_id });
    expect(more.task_agent_revision_id).toBe(run.task_agent_revision_id);
    const fresh = await agent.run(script.message);
    expect(fresh.task_agent_revision_id).toBe(newer);
    const systemPrompts = (await listConversations(world, script.key)).map((messages) => messages[0]?.content);
    expect(systemPrompts.map((text) => text?.includes('New words.'))).toEqual([false, false, true]);
    const refused = await tenant.owner.post(`${agent.path}/run`, {
      message: 'x',
      session_id: run.session_id,
      revision_id: newer,
    });
    expect(refused).toMatchObject({ status: 409 });
    expect(reasonOf(refused)).toBe('SESSION_REVISION_MISMATCH');
    const revision_id = run.task_agent_revision_id;
    const pinned = await agent.run(script.message, { revision_id });
    expect(pinned.task_agent_revision_id).toBe(revision_id);
    const torn = await tenant.owner.post(`${agent.path}/run?revision_id=${newer}`, { message: 'x', revision_id });
    expect([torn.status, torn.body.detail]).toMatchObject([422, [{ loc: ['query', 'revision_id'] }]]);
  });

  it('accepts one run at a time, even from concurrent callers, and cannot be deleted during a run', async () => {
    const gate = randomUUID();
    const agent = await makeAgent(tenant);
    const first = await agent.run((await play(world, [{ text: 'ready' }])).message);
    const script = await play(world, [{ text: 'one at a time', gate }]);
    const ask = () =>
      tenant.owner.post(`${agent.path}/run`, { message: script.message, session_id: first.session_id }, QUEUED);
    const responses = await Promise.all([ask(), ask(), ask()]);
    expect(responses.map((response) => response.status).sort()).toEqual([202, 409, 409]);
    for (const busy of responses.filter((response) => response.status === 409))
      expect(reasonOf(busy)).toBe('SESSION_BUSY');
    const refused = await tenant.owner.delete(`${agent.path}/session/${first.session_id}`);
    expect(refused).toMatchObject({ status: 409 });
    expect(reasonOf(refused)).toBe('SESSION_BUSY');
    await world.model.open(gate);
    const made = responses.find((response) => response.status === 202)!.body;
    await agent.follow(made.id);
    expect(await tenant.owner.delete(`${agent.path}/session/${first.session_id}`)).toMatchObject({ status: 200 });
    expect(await tenant.owner.get(`${agent.path}/session/${first.session_id}`)).toMatchObject({ status: 404 });
    expect(await tenant.owner.get(`${agent.path}/run/${made.id}`)).toMatchObject({ status: 404 });
    expect(await tenant.owner.delete(`${agent.path}/session/${first.session_id}`)).toMatchObject({ status: 404 });
  });

  it('that does not exist or belongs to another agent returns 404', async () => {
    const agent = await makeAgent(tenant);
    const other = await makeAgent(tenant);
    const run = await other.run((await play(world, [{ text: 'x' }])).message);
    for (const session_id of [randomUUID(), run.session_id]) {
      const refused = await tenant.owner.post(`${agent.path}/run`, { message: 'x', session_id });
      expect(refused).toMatchObject({ status: 404 });
      expect(reasonOf(refused)).toBe('RESOURCE_NOT_FOUND');
      expect(await tenant.owner.get(`${agent.path}/session/${session_id}`)).toMatchObject({ status: 404 });
    }
    for (const forked_from_run_id of [randomUUID(), run.id]) {
      const refused = await tenant.owner.post(`${agent.path}/run`, { message: 'x', forked_from_run_id });
      expect([refused.status, reasonOf(refused)]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
  });

  it('is cut to the message limit of its agent, and never separates a call from its result', async () => {
    const agent = await makeAgent(tenant, { memory_config: { max_events: 3 } });
    const script = await play(world, [{ text: 'noted' }]);
    const first = await agent.run(`one ${script.message}`);
    for (const word of ['two', 'three']) await agent.run(`${word} ${script.message}`, { session_id: first.session_id });
    const last = (await listConversations(world, script.key)).at(-1);
    expect(last?.map((message) => message.content.split(' ')[0])).toEqual(['Help.', 'two', 'noted', 'three']);

    const calling = await play(world, [{ tool_calls: [sum('1+1'), sum('2+2')] }, { text: 'Both.' }]);
    await agent.run(`four ${calling.message}`, { session_id: first.session_id });
    const roles = (await listConversations(world, calling.key)).at(-1)?.map((message) => message.role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'tool']);
  });
});

describe('lists of agent runs', () => {
  it('support every filter, per agent and per project', async () => {
    const own = await world.tenant();
    const failing = await play(world, [{ status: 400, body: { error: { message: 'no' } } }]);
    const task = await makeTask(own, { user_prompt: `{text} ${world.model.marker(failing.key)}` });
    const a = await makeAgent(own, { task_tools: [{ task_id: task.id }] });
    const b = await makeAgent(own, { approval_policy: { default: 'always' } });
    const fine = await a.run((await play(world, [{ text: 'fine' }])).message);
    const broken = await a.run(failing.message, { forked_from_run_id: fine.id });
    expect([fine.forked_from_run_id, broken.forked_from_run_id]).toEqual([null, fine.id]);
    const calls = [{ name: toolName(task), arguments: { text: 'x' } }];
    const tried = await a.run((await play(world, [{ tool_calls: calls }, { text: 'it failed' }])).message);
    expect(tried).toMatchObject({ status: 'completed', is_error: false });
    const waiting = await b.run((await play(world, [{ tool_calls: [sum('1')] }])).message);
    const ids = async (path: string) => {
      const page = await own.owner.get(path);
      expect(page).toMatchObject({ status: 200 });
      return page.body.results.map((run: Json) => run.id);
    };
    const all = `${own.project}/task_agent_run`;
    expect(await ids(all)).toEqual([waiting.id, tried.id, broken.id, fine.id]);
    expect(await ids(`${all}?task_agent_id=${b.id}`)).toEqual([waiting.id]);
    expect(await ids(`${a.path}/run`)).toEqual([tried.id, broken.id, fine.id]);
    expect(await ids(`${a.path}/run?is_error=true`)).toEqual([broken.id]);
    expect(await ids(`${all}?is_error=false`)).toEqual([waiting.id, tried.id, fine.id]);
    expect(await ids(`${a.path}/run?chaos_enabled=true`)).toEqual([]);
    expect(await ids(`${a.path}/run?chaos_enabled=false`)).toEqual(await ids(`${a.path}/run`));
    expect(await ids(`${a.path}/run?had_task_tool_fail=true`)).toEqual([tried.id]);
    expect(await ids(`${a.path}/run?had_task_tool_fail=false`)).toEqual([broken.id, fine.id]);
    expect(await ids(`${all}?status=waiting_for_human`)).toEqual([waiting.id]);
    expect(await ids(`${all}?status=failed`)).toEqual([broken.id]);
    expect(await ids(`${all}?session_id=${fine.session_id}`)).toEqual([fine.id]);
    expect(await ids(`${all}?forked_from_run_id=${fine.id}`)).toEqual([broken.id]);
    expect(await ids(`${all}?task_agent_revision_id=${b.record.active_revision_id}`)).toEqual([waiting.id]);
    expect(await ids(`${all}?trigger_type=schedule`)).toEqual([]);
    expect(await ids(`${all}?trigger_type=api&created_after=${tried.created}`)).toEqual([waiting.id, tried.id]);
    expect(await ids(`${all}?created_before=${broken.created}`)).toEqual([fine.id]);
    expect(await ids(`${all}?min_duration_ms=3600000`)).toEqual([]);
    expect(await ids(`${a.path}/run?min_duration_ms=0`)).toHaveLength(3);
    expect(await ids(`${all}?page_limit=3`)).toEqual([waiting.id, tried.id, broken.id]);
    expect(await own.owner.get(`${all}?is_error=perhaps`)).toMatchObject({ status: 422 });
    expect(await own.owner.get(`${all}?status=asleep`)).toMatchObject({ status: 422 });
  });
});

describe('run events as JSON', () => {
  it('list the conversation in order: complete, in pages, and with earlier runs of the session', async () => {
    const script = await play(world, [
      { text: 'Let me see.', tool_calls: [sum('6*7')] },
      { chunks: ['It ', 'is ', '42.'] },
    ]);
    const agent = await makeAgent(tenant);
    const run = await agent.run(script.message);
    const path = `${agent.path}/run/${run.id}/events`;
    const whole = (await tenant.owner.get(path)).body;
    expect(whole).toMatchObject({ run_id: run.id, session_id: run.session_id });
    expect(whole).not.toHaveProperty('pagination');
    const later = (await tenant.owner.get(`${path}?after=${whole.events[2].id}`)).body;
    expect(later).toEqual({ ...whole, events: whole.events.slice(3) });
    const contents = whole.events.map((event: Json) => [event.author, event.event_type, event.content]);
    expect(contents).toEqual([
      ['user', 'message', script.message],
      ['agent', 'message', 'Let me see.'],
      ['agent', 'tool_call', null],
      ['tool', 'tool_result', null],
      ['agent', 'message', 'It is 42.'],
      ['system', 'done', 'It is 42.'],
    ]);
    const [call] = whole.events[2].tool_calls;
    expect(call).toMatchObject({ tool_name: 'calculator', arguments: { expression: '6*7' } });
    expect(whole.events[3].tool_results).toMatchObject([{ tool_call_id: call.tool_call_id, outcome: 'success' }]);
    expect(JSON.stringify(whole.events[3].tool_results[0].result)).toContain('42');

    const paged: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Json = (await tenant.owner.get(`${path}?page_limit=2${cursor && `&cursor=${cursor}`}`)).body;
      expect(page.events.length).toBeLessThanOrEqual(2);
      paged.push(...page.events);
      cursor = page.pagination.next_cursor;
    }
    expect(paged).toEqual(whole.events);

    const next = await agent.run((await play(world, [{ text: 'Bye.' }])).message, { session_id: run.session_id });
    const both = (await tenant.owner.get(`${agent.path}/run/${next.id}/events?include_history=true`)).body;
    expect(both.events.slice(0, whole.events.length)).toEqual(whole.events);
    expect(both.events.at(-1)).toMatchObject({ content: 'Bye.' });
    expect(await tenant.owner.get(`${path}?cursor=nonsense`)).toMatchObject({ status: 400 });
  });

  it('include everything that the stream sends', async () => {
    const script = await play(world, [{ text: 'See.', tool_calls: [sum('6*7')] }, { text: '42.' }]);
    const agent = await makeAgent(tenant, { approval_policy: { default: 'always' } });
    const run = await agent.run(script.message);
    const [request] = await agent.requests(run.id);
    await agent.approve(request.id, { decision_note: 'fine' });
    const stream = await agent.follow(run.id);
    const { events } = (await tenant.owner.get(`${agent.path}/run/${run.id}/events`)).body;
    const of = (kind: string) => events.find((event: Json) => event.event_type === kind);
    expect(of('approval_required')).toMatchObject({
      approval_request_id: request.id,
      payload: { tool_call_id: request.tool_call_id, tool_name: 'calculator', arguments: { expression: '6*7' } },
    });
    expect(of('approval_decided')).toMatchObject({
      approval_request_id: request.id,
      payload: { status: 'approved', decided_by: `user:${tenant.userId}`, decision_note: 'fine' },
    });
    expect(of('tool_call')).toMatchObject({ approval_request_id: null, payload: { tool_type: 'builtin' } });
    expect(of('done').payload.usage).toEqual(stream.at(-1)?.data.usage);
    const spread = (event: Json): Json => ({
      text: event.content,
      output: event.content,
      message: event.error_message,
      ...event.payload,
      ...event.tool_calls[0],
      ...event.tool_results[0],
      approval_request_id: event.approval_request_id,
    });
    for (const { id, data } of stream.filter((event) => event.event !== 'text')) {
      const listed = events.find((event: Json) => event.id === String(id));
      expect(spread(listed)).toMatchObject(data);
    }
  });
});

describe('the ledger of side effects', () => {
  it('is listed newest first, in pages', async () => {
    const calls = ['/one', '/two', '/three'].map((path) => ({
      name: 'http_request',
      arguments: { method: 'POST', url: receiver.url + path },
    }));
    const script = await play(world, [{ tool_calls: calls }, { text: 'Sent.' }]);
    const agent = await makeAgent(tenant, {
      builtin_tools: ['http_request'],
      approval_policy: { default: 'never' },
    });
    const run = await agent.run(script.message);
    const path = `${agent.path}/run/${run.id}/effects`;
    const whole = (await tenant.owner.get(path)).body;
    expect(whole).toMatchObject({ pagination: { next_cursor: null, has_next: false, page_limit: 100 } });
    const ids = whole.results.map((effect: Json) => effect.tool_call_id);
    expect(ids).toHaveLength(3);
    expect(ids).toEqual(ids.toSorted().reverse());
    const first = (await tenant.owner.get(`${path}?page_limit=2`)).body;
    const rest = (await tenant.owner.get(`${path}?page_limit=2&cursor=${first.pagination.next_cursor}`)).body;
    expect([...first.results, ...rest.results]).toEqual(whole.results);
    expect(rest.pagination.has_next).toBe(false);
  });
});

describe('a failing model provider', () => {
  const noKey = { status: 401, body: { error: { message: 'bad key', type: 'invalid_api_key' } } };

  it('pauses the run if a person can fix the cause, and resume restarts it', async () => {
    const agent = await makeAgent(tenant, { approval_policy: { default: 'always' } });
    const script = await play(world, [{ tool_calls: [sum('1+1')] }, noKey]);
    const run = await agent.run(script.message);
    const [request] = await agent.requests(run.id);
    await agent.approve(request.id);
    const held = await agent.resume(request.id);
    expect(held).toMatchObject({ status: 200, body: { id: run.id, status: 'held', waiting_for: { kind: 'held' } } });
    expect(held.body.error).toMatchObject({ reason: 'MODEL_UNAUTHORIZED' });
    await world.model.script(script.key, [{ tool_calls: [sum('1+1')] }, { text: 'Mended.' }]);
    const ended = await agent.resume(request.id, { message: 'The key is mended.' });
    expect(ended.body).toMatchObject({ status: 'completed', output: 'Mended.', is_error: false, error: null });
    const [messages] = await listConversations(world, script.key);
    expect(messages?.at(-1)).toMatchObject({ role: 'user', content: 'The key is mended.' });
  });

  it('pauses a run on its first turn too, and the run shows the reason', async () => {
    const agent = await makeAgent(tenant);
    const run = await agent.run((await play(world, [noKey])).message);
    expect(run).toMatchObject({ status: 'held', is_error: false, waiting_for: { kind: 'held', until: null } });
    const busy = await tenant.owner.post(`${agent.path}/run`, { message: 'x', session_id: run.session_id });
    expect(reasonOf(busy)).toBe('SESSION_BUSY');
  });

  it('lets a run that is paused before its first event be resumed by id', async () => {
    const agent = await makeAgent(tenant);
    const script = await play(world, [noKey]);
    const held = await agent.run(script.message);
    await world.model.script(script.key, [{ text: 'Back again.' }]);
    const resumed = await tenant.owner.stream(`${agent.path}/run/${held.id}/resume`, { body: { message: 'Mended.' } });
    const events = await resumed.end();
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { status: 'completed', output: 'Back again.' } });
    const late = await tenant.owner.post(`${agent.path}/run/${held.id}/resume`, { message: 'too late' });
    expect(reasonOf(late)).toBe('RUN_NOT_WAITING');
  });

  it('fails the run on a rejection: a 200 with is_error that contains no key', async () => {
    const agent = await makeAgent(tenant);
    const body = { error: { message: 'temperature is not supported', type: 'invalid_request_error' } };
    const run = await agent.run((await play(world, [{ status: 400, body }])).message);
    expect(run).toMatchObject({ status: 'failed', is_error: true, error: { reason: 'MODEL_REJECTED' }, output: null });
    expect(run.error.message).toContain('temperature is not supported');
    const events = await agent.follow(run.id);
    expect(events.slice(-2)).toMatchObject([
      { event: 'error', data: run.error },
      { event: 'done', data: { status: 'failed' } },
    ]);
  });

  // The status text of a waiting run is tested in promises/waiting-for, where the pause outlasts a poll.
  it('is retried after the pause that it requested', async () => {
    const agent = await makeAgent(tenant);
    const limited = { status: 429, headers: { 'retry-after': '1' }, body: { error: { message: 'slow down' } } };
    const script = await play(world, [limited, { text: 'Back.' }], { by: 'call' });
    expect(await agent.run(script.message)).toMatchObject({ status: 'completed', output: 'Back.', waiting_for: null });
    const [first, second] = await world.model.requests(script.key);
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(1000);
  });

  it('is replaced by the fallback model, at the price of that model', async () => {
    const agent = await makeAgent(tenant, { llm_model_id: 'unreachable', fallback_llm_model_id: 'fallback' });
    const script = await play(world, [{ text: 'From the other one.' }]);
    const run = await agent.run(script.message);
    expect(run).toMatchObject({ status: 'completed', output: 'From the other one.', charged_credits: '0' });
    const [request] = await world.model.requests(script.key);
    expect(request!.body).toMatchObject({ model: 'fallback' });
  });

  it('in mid-stream leaves a stream whose text since the last restart is the output', async () => {
    const agent = await makeAgent(tenant, { fallback_llm_model_id: 'fallback' });
    const cut = { chunks: ['Half ', 'a ', 'sentence '], cut_after_chunks: 2 };
    const script = await play(world, [cut, cut, cut, { text: 'A whole one.' }], { by: 'call' });
    const run = await agent.run(script.message);
    expect(run).toMatchObject({ status: 'completed', output: 'A whole one.' });
    const events = await agent.follow(run.id);
    const since = events.slice(events.findLastIndex((event) => event.event === 'turn_restarted') + 1);
    expect(since.map((event) => (event.event === 'text' ? event.data.text : '')).join('')).toBe('A whole one.');
  });

  it('never exposes its key in stored data', async () => {
    const agent = await makeAgent(tenant);
    const body = { error: { message: 'Incorrect API key provided: sk-test-canary-4f1d' } };
    const run = await agent.run((await play(world, [{ status: 401, body }])).message);
    expect(JSON.stringify(run)).not.toContain('canary');
    const { rows } = await sql<{
      text: string;
    }>`select payload::text as text from run_events where run_id = ${run.id}`.execute(world.db);
    expect(rows.map((row) => row.text).join()).not.toContain('canary');
  });
});

describe('run visibility', () => {
  it('hides runs, their events and their requests from users whom the agent excludes', async () => {
    const agent = await makeAgent(tenant, {
      task_agent_run_visibility: 'owner_only',
      approval_policy: { default: 'always' },
    });
    const run = await agent.run((await play(world, [{ tool_calls: [sum('1+1')] }])).message);
    const [request] = await agent.requests(run.id);
    const viewer = await tenant.member({ org: 'viewer' });
    const hidden = [
      `/run/${run.id}`,
      `/run/${run.id}/events`,
      `/run/${run.id}/effects`,
      `/approval-request/${request.id}`,
    ];
    for (const path of hidden) expect((await viewer.get(agent.path + path)).status, path).toBe(403);
    for (const path of ['/run', '/approval-request']) {
      expect((await viewer.get(agent.path + path)).body.results, path).toEqual([]);
    }
    const editor = await tenant.member({ project: 'editor' });
    const fork = await editor.post(`${agent.path}/run`, { message: 'x', forked_from_run_id: run.id });
    expect([fork.status, reasonOf(fork)]).toEqual([403, 'PERMISSION_CHECK_FAILED']);
    expect((await tenant.owner.get(`${agent.path}/run/${run.id}`)).status).toBe(200);
  });
});
