import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { getToolResults, makeAgent, play, type Receiver, startReceiver } from '../support/agents.ts';
import {
  createCallerActions,
  hasEnded,
  isWaitingForHuman,
  type ScriptedAgent,
  toAgentCall,
  toAgentTools,
} from '../support/callers.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { ALWAYS, NEVER, post, QUEUED, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let receiver: Receiver;
let { scripted, callerOf, begin, settled, runBelow } = {} as ReturnType<typeof createCallerActions>;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  receiver = await startReceiver();
  ({ scripted, callerOf, begin, settled, runBelow } = createCallerActions(world, tenant));
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const call = () => ({ tool_calls: [sum('6*7')] });
/** An agent whose one call waits for a person. */
const asking = (fields: object = {}) =>
  scripted('Helper', [call(), { text: 'It is 42.' }], { approval_policy: ALWAYS, ...fields });

/** A run whose call is another run that waits for a person; both are parked. */
async function parkedBelow(helperFields: object = {}, callerFields: object = {}) {
  const helper = await asking(helperFields);
  const top = await callerOf([helper], callerFields);
  const run = await top.agent.run(top.message);
  expect(run.status).toBe('waiting_for_human');
  const below = await runBelow(top.agent, run.id, helper.agent, isWaitingForHuman);
  const [request] = await helper.agent.requests(below.id);
  return { helper, top, run, below, request };
}

const endOf = ({ agent }: ScriptedAgent, runId: string) => settled(agent, runId, hasEnded);

describe('a run below another that waits for a person', () => {
  it('makes the caller wait, which names the run and the request; deciding it wakes both', async () => {
    const { helper, top, run, below, request } = await parkedBelow();
    expect(request).toMatchObject({ task_agent_id: helper.agent.id, task_agent_run_id: below.id, status: 'pending' });
    expect(run).toMatchObject({ waiting_for: { kind: 'approval', until: null }, approval_requests: [] });
    expect(run.waiting_for.detail).toBe(
      `Helper (run ${below.id}), request ${request.id}: calculator waits for approval by editor or owner`,
    );
    const queue = await tenant.owner.get(`${tenant.project}/task-agent/approval-request?run_id=${run.id}`);
    expect(queue.body.results).toEqual([]);
    expect(await helper.agent.approve(request.id)).toMatchObject({ status: 200 });
    expect(await endOf(top, run.id)).toMatchObject({ status: 'completed', output: 'Done.', waiting_for: null });
    expect(await helper.agent.read(below.id)).toMatchObject({ status: 'completed', output: 'It is 42.' });
    expect(await getToolResults(world, top.key)).toEqual(['It is 42.']);
  });

  it('waits on its own where other calls of the caller go on: that waits when they have ended', async () => {
    const helper = await asking();
    const gate = randomUUID();
    const busy = await scripted('Busy', [{ text: 'Ready.', gate }]);
    const top = await callerOf([helper, busy]);
    const id = await begin(top);
    const below = await runBelow(top.agent, id, helper.agent, isWaitingForHuman);
    await world.model.waitForRequests(busy.key, 1);
    expect(await top.agent.read(id)).toMatchObject({ status: 'running', waiting_for: null });
    await world.model.open(gate);
    const parked = await settled(top.agent, id, isWaitingForHuman);
    expect(parked.child_runs.map(({ status }: Json) => status)).toEqual(['waiting_for_human', 'completed']);
    const [request] = await helper.agent.requests(below.id);
    await helper.agent.approve(request.id);
    expect(await endOf(top, id)).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, top.key)).toEqual(['It is 42.', 'Ready.']);
  });

  it('stands beside the caller’s own requests, and the caller waits until all of them are decided', async () => {
    const helper = await asking();
    const { key, message } = await play(world, [
      { tool_calls: [toAgentCall('Helper', helper), sum('1+1')] },
      { text: 'Done.' },
    ]);
    const agent = await makeAgent(tenant, {
      agent_tools: toAgentTools(helper.agent),
      approval_policy: { default: 'never', rules: [{ tool: 'calculator', mode: 'always', expires_in: 'PT1H' }] },
    });
    const id = await begin({ agent, key, message });
    const below = await runBelow(agent, id, helper.agent, isWaitingForHuman);
    const parked = await settled(agent, id, isWaitingForHuman);
    const [own] = await agent.requests(id);
    expect(parked.waiting_for).toMatchObject({ kind: 'approval', until: own.expires_at });
    expect(parked.waiting_for.detail).toMatch(/^calculator waits for approval by .*; Helper \(run /);
    await agent.approve(own.id);
    const still = await settled(agent, id, (run) => isWaitingForHuman(run) && run.waiting_for.until === null);
    expect(still.waiting_for.detail).toMatch(/^Helper \(run /);
    const [request] = await helper.agent.requests(below.id);
    await helper.agent.approve(request.id);
    expect((await settled(agent, id, hasEnded)).status).toBe('completed');
    expect(await getToolResults(world, key)).toEqual(['It is 42.', '{"result":"2"}']);
  });

  it('is told of over three levels, and its decision goes back up through all of them', async () => {
    const leaf = await asking();
    const middle = await scripted('Middle', [{ tool_calls: [toAgentCall('Helper', leaf)] }, { text: 'Asked.' }], {
      agent_tools: toAgentTools(leaf.agent),
    });
    const top = await callerOf([middle]);
    const id = await begin(top);
    const second = await runBelow(top.agent, id, middle.agent, isWaitingForHuman);
    const third = await runBelow(middle.agent, second.id, leaf.agent, isWaitingForHuman);
    const [request] = await leaf.agent.requests(third.id);
    const first = await settled(top.agent, id, isWaitingForHuman);
    expect(first.waiting_for.detail).toBe(
      `Middle (run ${second.id}): Helper (run ${third.id}), request ${request.id}: calculator waits for approval by editor or owner`,
    );
    await leaf.agent.approve(request.id);
    expect(await endOf(top, id)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await middle.agent.read(second.id)).toMatchObject({
      status: 'completed',
      output: 'Asked.',
      parent: { task_agent_run_id: id },
    });
  });

  it.each([
    ['goes on where its policy tells the model', 'return_to_model', 'completed', 'It is 42.'],
    ['fails where its policy says so, and the caller’s model is told', 'fail', 'failed', /^error: .*APPROVAL_REJECTED/],
  ])('and is rejected %s', async (_, on_reject, status, told) => {
    const rules = [{ tool: 'calculator', mode: 'always', on_reject }];
    const { helper, top, run, below, request } = await parkedBelow({ approval_policy: { default: 'never', rules } });
    expect(await helper.agent.reject(request.id)).toMatchObject({ status: 200 });
    expect(await endOf(top, run.id)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await helper.agent.read(below.id)).toMatchObject({ status });
    expect(await getToolResults(world, top.key)).toEqual([expect.stringMatching(told)]);
  });

  it('goes on by itself when nobody decides in time, and so does the caller', async () => {
    const rules = [{ tool: 'calculator', mode: 'always', expires_in: 'PT1S' }];
    const helper = await asking({ approval_policy: { default: 'never', rules } });
    const top = await callerOf([helper]);
    const id = await begin(top);
    expect(await endOf(top, id)).toMatchObject({ status: 'completed', output: 'Done.', waiting_for: null });
    const [{ id: below }] = (await top.agent.read(id)).child_runs;
    expect(await helper.agent.requests(below)).toMatchObject([{ status: 'expired' }]);
  });

  it('that is held holds the caller back until a person lets it go on', async () => {
    const steps = [{ status: 401, body: {} }, { text: 'Back again.' }];
    const helper = await scripted('Helper', steps);
    await world.model.script(helper.key, steps, { by: 'call' });
    const top = await callerOf([helper]);
    const id = await begin(top);
    const below = await runBelow(top.agent, id, helper.agent, (run) => run.status === 'held');
    const parked = await settled(top.agent, id, isWaitingForHuman);
    expect(parked.waiting_for).toMatchObject({ kind: 'held', detail: expect.stringContaining(below.id) });
    await tenant.owner.post(`${helper.agent.path}/run/${below.id}/resume`, {}, QUEUED);
    expect(await endOf(top, id)).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, top.key)).toEqual(['Back again.']);
  });
});

describe('the call of an agent', () => {
  it('waits for a person where the policy asks about it, who may change the message; no run begins before', async () => {
    const helper = await scripted('Helper', [{ text: 'As changed.' }]);
    const other = await scripted('Helper', [{ text: 'As given.' }]);
    const rules = [{ tool: 'Helper', tool_type: 'agent', mode: 'always' }];
    const top = await callerOf([{ ...helper, message: other.message }], {
      approval_policy: { default: 'never', rules },
    });
    const run = await top.agent.run(top.message);
    expect(run).toMatchObject({ status: 'waiting_for_human', child_runs: [] });
    const [request] = await top.agent.requests(run.id);
    expect(request).toMatchObject({ tool_type: 'agent', effect: 'none' });
    await top.agent.approve(request.id, { arguments: { message: helper.message } });
    await endOf(top, run.id);
    const events = await top.agent.follow(run.id);
    expect(events.find(({ event }) => event === 'tool_result')?.data).toMatchObject({
      outcome: 'success',
      result: 'As changed.',
    });
  });

  it('is not made when another revision became active after a person approved it', async () => {
    const helper = await scripted('Helper', [{ text: 'Never.' }]);
    const top = await callerOf([helper], { approval_policy: ALWAYS });
    const run = await top.agent.run(top.message);
    const [request] = await top.agent.requests(run.id);
    const edited = await tenant.owner.post(helper.agent.path, { instruction: 'Something else.' });
    await tenant.owner.post(helper.agent.path, { active_revision_id: edited.body.revisions[0].id });
    await top.agent.approve(request.id);
    expect(await endOf(top, run.id)).toMatchObject({ status: 'completed', child_runs: [] });
    expect(await getToolResults(world, top.key)).toEqual([expect.stringContaining('TOOL_CHANGED')]);
  });

  it('needs the right of whoever started the run on that agent, at that moment', async () => {
    const helper = await scripted('Helper', [{ text: 'Well.' }]);
    const gate = randomUUID();
    const steps = [
      { tool_calls: [toAgentCall('Helper', helper)] },
      { tool_calls: [toAgentCall('Helper', helper)], gate },
    ];
    const top = await scripted('Caller', [...steps, { text: 'Done.' }], { agent_tools: toAgentTools(helper.agent) });
    const member = await tenant.member({});
    const grant = { projectId: tenant.projectId, userId: member.userId, resourceType: 'task_agent' } as const;
    for (const { agent } of [top, helper])
      await grantRole(world.db, { ...grant, resourceId: agent.id, role: 'editor' });
    const run = await member.post(`${top.agent.path}/run`, { message: top.message }, QUEUED);
    await world.model.waitForRequests(top.key, 2);
    await world.db
      .deleteFrom('role_grants')
      .where('resource_id', '=', helper.agent.id)
      .where('subject_id', '=', member.userId)
      .execute();
    await world.model.open(gate);
    const ended = await endOf(top, run.body.id);
    expect(ended).toMatchObject({ status: 'completed' });
    expect(ended.child_runs).toHaveLength(1);
    expect(await getToolResults(world, top.key)).toEqual(['Well.', expect.stringContaining('NOT_PERMITTED')]);
  });
});

describe('a stop', () => {
  it('of a caller stops the run below that waits for a person, and its receipt tells of the calls there', async () => {
    const { helper, top, run, below, request } = await parkedBelow();
    const receipt = await tenant.owner.post(`${top.agent.path}/run/${run.id}/cancel`);
    expect(receipt).toMatchObject({ status: 200, body: { run: { status: 'cancelled' }, done: [], unknown: [] } });
    expect(receipt.body.stopped.map(({ tool_name }: Json) => tool_name).sort()).toEqual(['Helper', 'calculator']);
    // Two turns of 10 and 5 tokens: the caller's and the one below.
    expect(receipt.body.spent).toMatchObject({ input_tokens: 20, output_tokens: 10 });
    expect(await helper.agent.read(below.id)).toMatchObject({ status: 'cancelled', waiting_for: null });
    expect(await helper.agent.requests(below.id)).toMatchObject([{ id: request.id, status: 'cancelled' }]);
    expect(await helper.agent.approve(request.id)).toMatchObject({ status: 409 });
  });

  it('of a caller reaches the model that a run two levels below is asking', async () => {
    const leaf = await scripted('Leaf', [{ hang: true }]);
    const middle = await scripted('Middle', [{ tool_calls: [toAgentCall('Leaf', leaf)] }], {
      agent_tools: toAgentTools(leaf.agent),
    });
    const top = await callerOf([middle]);
    const id = await begin(top);
    await world.model.waitForRequests(leaf.key, 1);
    expect(await tenant.owner.post(`${top.agent.path}/run/${id}/cancel`)).toMatchObject({ status: 200 });
    await world.model.waitForAborts(leaf.key, 1);
    const second = await runBelow(top.agent, id, middle.agent, hasEnded);
    const third = await runBelow(middle.agent, second.id, leaf.agent, hasEnded);
    expect([second.status, third.status]).toEqual(['cancelled', 'cancelled']);
  });

  it('of a caller says what took effect below, and what nobody knows of', async () => {
    const path = `/${randomUUID()}`;
    const steps = [
      { tool_calls: [post(`${receiver.url}${path}`)] },
      { tool_calls: [post(`${receiver.url}/hang${path}`)] },
    ];
    const helper = await scripted('Helper', steps, { approval_policy: NEVER });
    const top = await callerOf([helper]);
    const id = await begin(top);
    await receiver.arrived(`/hang${path}`);
    const receipt = await tenant.owner.post(`${top.agent.path}/run/${id}/cancel`);
    expect(receipt.body).toMatchObject({
      run: { status: 'cancelled' },
      done: [{ tool_name: 'http_request' }],
      unknown: [{ tool_name: 'http_request' }],
      stopped: [{ tool_name: 'Helper' }],
    });
  });

  it.each(['waits for a person', 'asks its model'])(
    'of only the run below that %s is told to the caller’s model, which goes on',
    async (what) => {
      const waits = what === 'waits for a person';
      const helper = waits ? await asking() : await scripted('Helper', [{ hang: true }]);
      const top = await callerOf([helper]);
      const id = await begin(top);
      const below = await runBelow(
        top.agent,
        id,
        helper.agent,
        waits ? isWaitingForHuman : (run) => run.status === 'running',
      );
      if (!waits) await world.model.waitForRequests(helper.key, 1);
      expect(await tenant.owner.post(`${helper.agent.path}/run/${below.id}/cancel`)).toMatchObject({
        status: 200,
        body: { run: { status: 'cancelled' } },
      });
      expect(await endOf(top, id)).toMatchObject({ status: 'completed', output: 'Done.' });
      expect(await getToolResults(world, top.key)).toEqual([expect.stringContaining('cancelled by a person')]);
    },
  );

  it('by the deletion of the called agent is told to the caller’s model, which goes on without that tool', async () => {
    const helper = await asking();
    const again = { tool_calls: [toAgentCall('Helper', helper)] };
    const top = await callerOf([helper], {}, [again, { text: 'Done.' }]);
    const run = await top.agent.run(top.message);
    expect(await tenant.owner.delete(helper.agent.path)).toMatchObject({ status: 200 });
    expect(await endOf(top, run.id)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await getToolResults(world, top.key)).toEqual([
      expect.stringContaining('AGENT_DELETED'),
      expect.stringContaining('there is no tool named'),
    ]);
  });

  it('by a rejection that ends the caller reaches the run below, which waits for a person', async () => {
    const helper = await asking();
    const { key, message } = await play(world, [{ tool_calls: [toAgentCall('Helper', helper), sum('1+1')] }]);
    const rules = [{ tool: 'calculator', mode: 'always', on_reject: 'fail' }];
    const agent = await makeAgent(tenant, {
      agent_tools: toAgentTools(helper.agent),
      approval_policy: { default: 'never', rules },
    });
    const id = await begin({ agent, key, message });
    const below = await runBelow(agent, id, helper.agent, isWaitingForHuman);
    const [request] = await agent.requests(id);
    await agent.reject(request.id);
    expect(await settled(agent, id, hasEnded)).toMatchObject({ status: 'failed' });
    expect(await settled(helper.agent, below.id, hasEnded)).toMatchObject({ status: 'cancelled' });
    expect(await helper.agent.requests(below.id)).toMatchObject([{ status: 'cancelled' }]);
  });
});

describe('the budget of a caller', () => {
  /** Output tokens of a scripted answer that costs 0.2 credits and its input. */
  const DEAR = { prompt_tokens: 10, completion_tokens: 1000 };

  it('holds for the runs below it too: what they cost counts, and one that can’t be paid ends with that', async () => {
    const helper = await scripted('Helper', [{ ...call(), usage: DEAR }, { text: 'Never.' }]);
    const top = await callerOf([helper], { max_credits: '0.2' });
    const run = await top.agent.run(top.message);
    const [{ id: below }] = run.child_runs;
    expect(await helper.agent.read(below)).toMatchObject({ status: 'failed', error: { reason: 'BUDGET_EXCEEDED' } });
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget' } });
    expect(Number(run.charged_credits)).toBeLessThan(0.01);
    expect(Number(run.tree_charged_credits)).toBeCloseTo(0.201 + Number(run.charged_credits), 6);
    const [request] = await top.agent.requests(run.id);
    expect(request.rule.spent).toBe(run.tree_charged_credits);
    await top.agent.approve(request.id);
    expect(await endOf(top, run.id)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await getToolResults(world, top.key)).toEqual([expect.stringContaining('BUDGET_EXCEEDED')]);
  });

  it('leaves a run below its own bound, at which it asks its own people; the caller waits for that', async () => {
    const helper = await scripted('Helper', [{ ...call(), usage: DEAR }, { text: 'Two.' }], { max_credits: '0.2' });
    const top = await callerOf([helper], { max_credits: '9' });
    const run = await top.agent.run(top.message);
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget' } });
    const below = await runBelow(top.agent, run.id, helper.agent, isWaitingForHuman);
    const [request] = await helper.agent.requests(below.id);
    expect(request).toMatchObject({ kind: 'budget', task_agent_id: helper.agent.id });
    await helper.agent.approve(request.id);
    expect(await endOf(top, run.id)).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, top.key)).toEqual(['Two.']);
  });
});

describe('the session of a run below', () => {
  it('is not deleted while the caller has not ended', async () => {
    const gate = randomUUID();
    const helper = await scripted('Helper', [{ text: 'Well.' }]);
    const top = await callerOf([helper], {}, [{ text: 'Done.', gate }]);
    const id = await begin(top);
    await world.model.waitForRequests(top.key, 2);
    const below = await runBelow(top.agent, id, helper.agent, hasEnded);
    const path = `${helper.agent.path}/session/${below.session_id}`;
    expect(await tenant.owner.delete(path)).toMatchObject({ status: 409 });
    await world.model.open(gate);
    await endOf(top, id);
    expect(await tenant.owner.delete(path)).toMatchObject({ status: 200 });
    expect(await top.agent.read(id)).toMatchObject({ status: 'completed', child_runs: [] });
  });
});
