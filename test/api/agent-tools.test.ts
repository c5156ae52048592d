import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, listConversations, makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { createCallerActions, toAgentCall, toAgentTools } from '../support/callers.ts';
import { type Json, openWorld, type StreamEvent, type Tenant, type World } from '../support/client.ts';
import { sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let scripted: ReturnType<typeof createCallerActions>['scripted'];
let callerOf: ReturnType<typeof createCallerActions>['callerOf'];

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  ({ scripted, callerOf } = createCallerActions(world, tenant));
});
afterAll(() => world.close());

const edit = (agent: TestAgent, body: object) => tenant.owner.post(agent.path, body);
/** Path and code of the first problem. */
const readProblem = ({ status, body }: { status: number; body: Json }) => {
  expect(status).toBe(422);
  return [body.detail[0].loc.join('.'), body.detail[0].code];
};

describe('a tool with a name in another script', () => {
  it('is offered under its transliterated name for tasks, agents and collections, and rules use its original name', async () => {
    const [report, other] = [await makeTask(tenant, { name: 'Отчёт' }), await makeTask(tenant, { name: '東京' })];
    const yearly = await makeTask(tenant, { name: 'Отчёт 2026' });
    const helper = await makeAgent(tenant, { name: 'Помощник' });
    const { body: books } = await tenant.owner.post(`${tenant.project}/collection`, { title: 'Книги' });
    const agent = await makeAgent(tenant, {
      task_tools: [{ task_id: report.id }, { task_id: other.id }, { task_id: yearly.id }],
      agent_tools: [{ task_agent_id: helper.id }],
      collections: [{ collection_id: books.id }],
      approval_policy: { default: 'never', rules: [{ tool: 'Отчёт', mode: 'always' }] },
    });
    const { message, key } = await play(world, [{ text: 'Done.' }]);
    await agent.run(message);
    const offered = ((await world.model.requests(key))[0]!.body as Json).tools.map((tool: Json) => tool.function.name);
    expect(offered).toEqual(
      expect.arrayContaining(['Otchet', 'DongJing', 'Otchet_2026', 'Pomoshchnik', 'search_knigi']),
    );
  });
});

describe('an agent as a tool', () => {
  it('creates a run and session of its own, returns its final message to the calling model, and links both runs', async () => {
    const helper = await scripted('Helper', [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }]);
    const { agent, key, message } = await callerOf([helper]);
    const run = await agent.run(message);
    expect(run).toMatchObject({
      status: 'completed',
      output: 'Done.',
      agent_tools_invoked: ['Helper'],
      parent: null,
      child_runs: [{ task_agent_id: helper.agent.id, status: 'completed' }],
    });
    expect(await getToolResults(world, key)).toEqual(['It is 42.']);
    const [{ id, tool_call_id }] = run.child_runs;
    const called = await helper.agent.read(id);
    expect(called).toMatchObject({
      status: 'completed',
      output: 'It is 42.',
      message: helper.message,
      trigger_type: 'task_agent',
      task_agent_revision_id: helper.agent.record.active_revision_id,
      parent: { task_agent_run_id: run.id, tool_call_id },
      child_runs: [],
    });
    expect(called.session_id).not.toBe(run.session_id);
    const [conversation] = await listConversations(world, helper.key);
    expect(conversation!.map(({ role }) => role)).toEqual(['system', 'user']);
    const offered = (await world.model.requests(key))[0]!.body as Json;
    expect(offered.tools).toMatchObject([{ function: { name: 'Helper', parameters: { required: ['message'] } } }]);
  });

  it('streams only the call and its result to followers of the calling run, with a link to its own run', async () => {
    const helper = await scripted('Helper', [{ text: 'Let me see.', tool_calls: [sum('1+1')] }, { text: 'Two.' }]);
    const { agent, message } = await callerOf([helper]);
    const run = await agent.run(message);
    const [{ id, tool_call_id }] = run.child_runs;
    const events = await agent.follow(run.id);
    expect(events.map(({ event }) => event)).toEqual(['session_id', 'tool_call', 'tool_result', 'text', 'done']);
    expect(events[1]!.data).toMatchObject({ tool_call_id, tool_name: 'Helper', tool_type: 'agent', child_run_id: id });
    expect(events[2]!.data).toMatchObject({ tool_call_id, child_run_id: id, outcome: 'success', result: 'Two.' });
    const below = await helper.agent.follow(id);
    expect(below.map(({ event }) => event)).toEqual(['session_id', 'text', 'tool_call', 'tool_result', 'text', 'done']);
    const response = await tenant.owner.get(`${agent.path}/run/${run.id}/events`);
    expect(response.body.events.flatMap((event: Json) => [...event.tool_calls, ...event.tool_results])).toMatchObject([
      { child_run_id: id },
      { child_run_id: id },
    ]);
  });

  it('has its approval events copied once into the streams of all ancestor runs, with the id of the waiting run', async () => {
    const helper = await scripted('Helper', [{ tool_calls: [sum('6*7')] }, { text: 'It is 42.' }], {
      approval_policy: { default: 'always', rules: [] },
    });
    const middle = await callerOf([helper], { name: 'Middle' });
    const top = await callerOf([middle], { name: 'Top' });
    const kinds = (events: readonly StreamEvent[]) => events.map(({ event }) => event);
    const stream = await tenant.owner.stream(`${top.agent.path}/run`, { body: { message: top.message } });
    const events = await stream.end();
    expect(kinds(events)).toEqual(['session_id', 'tool_call', 'approval_required']);
    expect(events.map(({ id }) => id)).toEqual([1, 2, 3]);
    const run = await top.agent.read(events[0]!.data.run_id);
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'approval' } });
    const between = await middle.agent.read(run.child_runs[0].id);
    const asking = await helper.agent.read(between.child_runs[0].id);
    const [request] = await helper.agent.requests(asking.id);
    const copied = { approval_request_id: request!.id, child_run_id: asking.id, task_agent_id: helper.agent.id };
    expect(events[2]!.data).toMatchObject({ ...copied, tool_name: 'calculator', arguments: { expression: '6*7' } });

    const path = `${top.agent.path}/run/${run.id}/events`;
    const following = await tenant.owner.stream(`${path}?follow=true`, { lastEventId: events[2]!.position });
    expect(await helper.agent.approve(request!.id, { decision_note: 'Fine.' })).toMatchObject({ status: 200 });
    const rest = await following.end();
    expect(kinds(rest)).toEqual(['approval_decided', 'tool_result', 'text', 'done']);
    expect(rest[0]!.data).toMatchObject({ ...copied, status: 'approved', decision_note: 'Fine.' });
    expect(rest.at(-1)!.data).toMatchObject({ status: 'completed', output: 'Done.' });
    const whole = ['session_id', 'tool_call', 'approval_required', 'approval_decided', 'tool_result', 'text', 'done'];
    const [above, below] = [await top.agent.follow(run.id), await middle.agent.follow(between.id)];
    for (const response of [above, below]) expect(kinds(response)).toEqual(whole);
    expect(below.slice(2, 4).map(({ data }) => data)).toMatchObject([copied, copied]);
    expect(kinds(await helper.agent.follow(asking.id))).toEqual(whole);
    const own = (await helper.agent.follow(asking.id)).slice(2, 4).map(({ data }) => data.child_run_id);
    expect(own).toEqual([undefined, undefined]);
  });

  it('returns the format of its output formatter, and may be a sequential agent', async () => {
    const format = { output_modality: 'json', output_format: { answer: 'str' } };
    const shaped = await play(world, [{ text: '{"answer":"42"}' }]);
    const form = await makeTask(tenant, { ...format, system_prompt: shaped.message });
    const [first, second] = [await makeTask(tenant), await makeTask(tenant)];
    const formatted = await scripted('Formatted', [{ text: 'It is 42.' }], {
      task_tools: [{ task_id: form.id, is_output_formatter: true }],
    });
    const steps = await makeAgent(tenant, {
      name: 'Steps',
      mode: 'sequential',
      task_tools: [first, second].map(({ id }) => ({ task_id: id })),
    });
    const calls = [toAgentCall('Formatted', formatted), { name: 'Steps', arguments: { message: 'hello' } }];
    const { key, message } = await play(world, [{ tool_calls: calls }, { text: 'Done.' }]);
    const agent = await makeAgent(tenant, { agent_tools: toAgentTools(formatted.agent, steps) });
    expect(await agent.run(message)).toMatchObject({ status: 'completed', output: 'Done.' });
    const [one, two] = await getToolResults(world, key);
    expect(JSON.parse(one!)).toEqual({ answer: '42' });
    expect(two).toContain('hello');
  });

  it('uses the revision active at the call, or the pinned one, and a run keeps its first revision', async () => {
    const helper = await scripted('Helper', [{ text: 'Well.' }]);
    const { agent: newer, message } = await callerOf([helper]);
    const old = helper.agent.record.active_revision_id;
    const edited = await edit(helper.agent, { instruction: 'Changed.' });
    const fresh = edited.body.revisions[0].id;
    await edit(helper.agent, { active_revision_id: fresh });
    const pinned = await makeAgent(tenant, {
      agent_tools: [{ task_agent_id: helper.agent.id, task_agent_revision_id: old }],
    });
    const revisionOf = async (agent: TestAgent) => {
      const [{ id }] = (await agent.run(message)).child_runs;
      return (await helper.agent.read(id)).task_agent_revision_id;
    };
    expect([await revisionOf(newer), await revisionOf(pinned)]).toEqual([fresh, old]);
  });

  it('hides its runs from users who cannot see them, even if they can see the calling run', async () => {
    const helper = await scripted('Helper', [{ text: 'Secret.' }], { task_agent_run_visibility: 'owner_only' });
    const { agent, message } = await callerOf([helper]);
    const run = await agent.run(message);
    const viewer = await tenant.member({ project: 'viewer' });
    const [{ id }] = run.child_runs;
    expect(await viewer.get(`${agent.path}/run/${run.id}`)).toMatchObject({ status: 200, body: { output: 'Done.' } });
    expect(await viewer.get(`${helper.agent.path}/run/${id}`)).toMatchObject({ status: 403 });
    const below = await viewer.get(`${tenant.project}/task_agent_run?parent_run_id=${run.id}`);
    expect(below.body.results).toEqual([]);
  });

  it('is listed in runs by its caller, and excluded from lists of top-level runs', async () => {
    const own = await world.tenant();
    const { scripted, callerOf } = createCallerActions(world, own);
    const helper = await scripted('Helper', [{ text: 'Well.' }]);
    const { agent, message } = await callerOf([helper, helper]);
    const run = await agent.run(message);
    const runs = async (query: string) => {
      const page = await own.owner.get(`${own.project}/task_agent_run?${query}`);
      return page.body.results.map(({ id }: Json) => id).sort();
    };
    const below = run.child_runs.map(({ id }: Json) => id).sort();
    expect(below).toHaveLength(2);
    expect(await runs(`parent_run_id=${run.id}`)).toEqual(below);
    expect(await runs(`parent_run_id=${below[0]}`)).toEqual([]);
    expect(await runs('top_level=true')).toEqual([run.id]);
    expect(await runs('top_level=false')).toEqual(below);
  });
});

describe('agents attached to a revision', () => {
  it('are stored as given, belong to the revision, and appear in the audit log', async () => {
    const helper = await makeAgent(tenant, { name: 'Helper' });
    const agent = await makeAgent(tenant, { agent_tools: [{ task_agent_id: helper.id }] });
    expect(agent.record.agent_tools).toEqual(toAgentTools(helper));
    const pinned = [{ task_agent_id: helper.id, task_agent_revision_id: helper.record.active_revision_id }];
    const edited = await edit(agent, { agent_tools: pinned });
    expect(edited.body).toMatchObject({ agent_tools: toAgentTools(helper), revisions: [{ agent_tools: pinned }, {}] });
    const [{ id }] = (await tenant.owner.get(`${tenant.project}/audit_event?resource_id=${agent.id}`)).body.results;
    const event = await tenant.owner.get(`${tenant.project}/audit_event/${id}`);
    expect(event.body.payload.new_revision).toMatchObject({ after: { agent_tools: pinned } });
  });

  it('must belong to the project, and a pinned revision must belong to the agent', async () => {
    const helper = await makeAgent(tenant);
    const foreign = await makeAgent(await world.tenant());
    const gone = await makeAgent(tenant);
    await tenant.owner.delete(gone.path);
    const agent = await makeAgent(tenant);
    for (const task_agent_id of [randomUUID(), foreign.id, gone.id]) {
      const refused = await edit(agent, { agent_tools: [...toAgentTools(helper), { task_agent_id }] });
      expect(readProblem(refused)).toEqual(['body.agent_tools.1.task_agent_id', 'unknown_resource']);
    }
    for (const task_agent_revision_id of [randomUUID(), agent.record.active_revision_id]) {
      const refused = await edit(agent, { agent_tools: [{ task_agent_id: helper.id, task_agent_revision_id }] });
      expect(readProblem(refused)).toEqual(['body.agent_tools.0.task_agent_revision_id', 'unknown_agent_revision']);
    }
  });

  it('can be pinned to another revision only by users who can run them', async () => {
    const helper = await makeAgent(tenant);
    const first = helper.record.active_revision_id;
    const [{ id: second }] = (await edit(helper, { instruction: 'Help more.' })).body.revisions;
    const pinned = (task_agent_revision_id: string | null) => ({
      agent_tools: [{ task_agent_id: helper.id, task_agent_revision_id }],
    });
    const agent = await makeAgent(tenant, pinned(first));
    const editor = await tenant.member({ org: 'member' });
    await tenant.owner.post(`${agent.path}/iam/members/user:${editor.userId}`, { add: ['editor'] });
    for (const other of [second, null])
      expect(readProblem(await editor.post(agent.path, pinned(other)))[0]).toBe('body.agent_tools.0.task_agent_id');
    const kept = await editor.post(agent.path, { ...pinned(first), instruction: 'Ask.' });
    expect(kept).toMatchObject({ status: 200, body: { revisions: [pinned(first), {}] } });
  });

  it('must not form a cycle, directly or indirectly, when saved or activated', async () => {
    const [a, b, c] = [await makeAgent(tenant), await makeAgent(tenant), await makeAgent(tenant)];
    const rule = 'agent_calls_itself';
    expect(readProblem(await edit(a, { agent_tools: toAgentTools(a) }))).toEqual([
      'body.agent_tools.0.task_agent_id',
      rule,
    ]);
    const serve = async (agent: TestAgent, tools: object[]) => {
      const [{ id }] = (await edit(agent, { agent_tools: tools })).body.revisions;
      return edit(agent, { active_revision_id: id });
    };
    expect(await serve(b, toAgentTools(c))).toMatchObject({ status: 200 });
    // Nothing calls it yet, since its new revision is not active.
    const [{ id: pinned }] = (await edit(c, { agent_tools: toAgentTools(a) })).body.revisions;
    expect(await serve(a, toAgentTools(b))).toMatchObject({ status: 200 });
    expect(readProblem(await edit(c, { active_revision_id: pinned }))).toEqual(['body.active_revision_id', rule]);
    const byPin = [{ task_agent_id: c.id, task_agent_revision_id: pinned }];
    expect(readProblem(await edit(a, { agent_tools: byPin }))).toEqual(['body.agent_tools.0.task_agent_id', rule]);
    expect(readProblem(await edit(b, { agent_tools: [...toAgentTools(c), ...toAgentTools(a)] }))[0]).toBe(
      'body.agent_tools.1.task_agent_id',
    );
  });

  it('are called at most five levels deep: a sixth is rejected on save, or returns an error to the model at run time', async () => {
    const chain = await Promise.all(
      ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => makeAgent(tenant, { name, builtin_tools: [] })),
    );
    const last = await play(world, [{ text: 'Deepest.' }]);
    let below = last;
    const keys: string[] = [];
    // Activated from the top down, each revision is within the depth limit at that moment.
    for (const [index, agent] of chain.slice(0, -1).entries()) {
      const edited = await edit(agent, { agent_tools: toAgentTools(chain[index + 1]!) });
      await edit(agent, { active_revision_id: edited.body.revisions[0].id });
    }
    for (const name of ['G', 'F', 'E', 'D', 'C', 'B']) {
      below = await play(world, [{ tool_calls: [toAgentCall(name, below)] }, { text: `${name} was asked.` }]);
      keys.push(below.key);
    }
    const run = await chain[0]!.run(below.message);
    expect(run).toMatchObject({ status: 'completed', output: 'B was asked.' });
    expect((await getToolResults(world, keys[0]!))[0]).toContain('AGENTS_TOO_DEEP');
    expect(await getToolResults(world, keys[1]!)).toEqual(['G was asked.']);
    expect(await world.model.requests(last.key)).toEqual([]);
    const above = await makeAgent(tenant);
    expect(readProblem(await edit(above, { agent_tools: toAgentTools(chain[0]!) }))).toEqual([
      'body.agent_tools.0.task_agent_id',
      'agent_calls_too_deep',
    ]);
    expect(await edit(above, { agent_tools: toAgentTools(chain[2]!) })).toMatchObject({ status: 200 });
  });
});
