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
const createAskingAgent = (fields: object = {}) =>
  scripted('Helper', [call(), { text: 'It is 42.' }], { approval_policy: ALWAYS, ...fields });

/** A run with a child run that waits for a person; both are parked. */
async function createParkedChild(helperFields: object = {}, callerFields: object = {}) {
  const helper = await createAskingAgent(helperFields);
  const top = await callerOf([helper], callerFields);
  const run = await top.agent.run(top.message);
  expect(run.status).toBe('waiting_for_human');
  const below = await runBelow(top.agent, run.id, helper.agent, isWaitingForHuman);
  const [request] = await helper.agent.requests(below.id);
  return { helper, top, run, below, request };
}

const waitForEnd = ({ agent }: ScriptedAgent, runId: string) => settled(agent, runId, hasEnded);

describe('a child run that waits for a person', () => {
  it('makes the parent wait, which names the run and the request, and a decision resumes both', async () => {
    const { helper, top, run, below, request } = await createParkedChild();
    expect(request).toMatchObject({ task_agent_id: helper.agent.id, task_agent_run_id: below.id, status: 'pending' });
    expect(run).toMatchObject({ waiting_for: { kind: 'approval', until: null }, approval_requests: [] });
    expect(run.waiting_for.detail).toBe(
      `Helper (run ${below.id}), request ${request.id}: calculator waits for approval (roles: editor, owner)`,
    );
    expect(run.waiting_for).toMatchObject({
      detail_code: 'wait_of_child_run',
      detail_params: {
        tool: 'Helper',
        run: below.id,
        count: 1,
        requests: [request.id],
        detail: {
          code: 'wait_approval',
          params: { tools: ['calculator'] },
          msg: expect.stringContaining('calculator'),
        },
      },
    });
    const queue = await tenant.owner.get(`${tenant.project}/task-agent/approval-request?run_id=${run.id}`);
    expect(queue.body.results).toEqual([]);
    expect(await helper.agent.approve(request.id)).toMatchObject({ status: 200 });
    expect(await waitForEnd(top, run.id)).toMatchObject({ status: 'completed', output: 'Done.', waiting_for: null });
    expect(await helper.agent.read(below.id)).toMatchObject({ status: 'completed', output: 'It is 42.' });
    expect(await getToolResults(world, top.key)).toEqual(['It is 42.']);
  });

  it('waits alone while other calls of the parent continue, and the parent waits when they have ended', async () => {
    const helper = await createAskingAgent();
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
    expect(await waitForEnd(top, id)).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, top.key)).toEqual(['It is 42.', 'Ready.']);
  });

  it('is listed with the parent’s own requests, and the parent waits until all of them are decided', async () => {
    const helper = await createAskingAgent();
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
    expect(parked.waiting_for).toMatchObject({
      detail_code: 'wait_several',
      detail_params: { waits: [{ code: 'wait_approval' }, { code: 'wait_of_child_run' }] },
    });
    expect(parked.waiting_for.detail).toMatch(/^calculator waits for approval \(.*\); Helper \(run /);
    await agent.approve(own.id);
    const still = await settled(agent, id, (run) => isWaitingForHuman(run) && run.waiting_for.until === null);
    expect(still.waiting_for.detail).toMatch(/^Helper \(run /);
    const [request] = await helper.agent.requests(below.id);
    await helper.agent.approve(request.id);
    expect((await settled(agent, id, hasEnded)).status).toBe('completed');
    expect(await getToolResults(world, key)).toEqual(['It is 42.', '{"result":"2"}']);
  });

  it('is visible over three levels, and its decision propagates through all of them', async () => {
    const leaf = await createAskingAgent();
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
      `Middle (run ${second.id}): Helper (run ${third.id}), request ${request.id}: calculator waits for approval (roles: editor, owner)`,
    );
    await leaf.agent.approve(request.id);
    expect(await waitForEnd(top, id)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await middle.agent.read(second.id)).toMatchObject({
      status: 'completed',
      output: 'Asked.',
      parent: { task_agent_run_id: id },
    });
  });

  it.each([
    ['continues if its policy returns the rejection to the model', 'return_to_model', 'completed', 'It is 42.'],
    [
      'fails if its policy says so, and the parent’s model gets the error',
      'fail',
      'failed',
      /^error: .*APPROVAL_REJECTED/,
    ],
  ])('and is rejected %s', async (_, on_reject, status, pattern) => {
    const rules = [{ tool: 'calculator', mode: 'always', on_reject }];
    const { helper, top, run, below, request } = await createParkedChild({
      approval_policy: { default: 'never', rules },
    });
    expect(await helper.agent.reject(request.id)).toMatchObject({ status: 200 });
    expect(await waitForEnd(top, run.id)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await helper.agent.read(below.id)).toMatchObject({ status });
    expect(await getToolResults(world, top.key)).toEqual([expect.stringMatching(pattern)]);
  });

  it('continues automatically when its request expires, and so does the parent', async () => {
    const rules = [{ tool: 'calculator', mode: 'always', expires_in: 'PT1S' }];
    const helper = await createAskingAgent({ approval_policy: { default: 'never', rules } });
    const top = await callerOf([helper]);
    const id = await begin(top);
    expect(await waitForEnd(top, id)).toMatchObject({ status: 'completed', output: 'Done.', waiting_for: null });
    const [{ id: below }] = (await top.agent.read(id)).child_runs;
    expect(await helper.agent.requests(below)).toMatchObject([{ status: 'expired' }]);
  });

  it('that is held holds the parent until it is resumed', async () => {
    const steps = [{ status: 401, body: {} }, { text: 'Back again.' }];
    const helper = await scripted('Helper', steps);
    await world.model.script(helper.key, steps, { by: 'call' });
    const top = await callerOf([helper]);
    const id = await begin(top);
    const below = await runBelow(top.agent, id, helper.agent, (run) => run.status === 'held');
    const parked = await settled(top.agent, id, isWaitingForHuman);
    expect(parked.waiting_for).toMatchObject({ kind: 'held', detail: expect.stringContaining(below.id) });
    await tenant.owner.post(`${helper.agent.path}/run/${below.id}/resume`, {}, QUEUED);
    expect(await waitForEnd(top, id)).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, top.key)).toEqual(['Back again.']);
  });
});

describe('the call of an agent', () => {
  it('waits for a person if the policy requires it, who can edit the message, and no run starts before', async () => {
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
    await waitForEnd(top, run.id);
    const events = await top.agent.follow(run.id);
    expect(events.find(({ event }) => event === 'tool_result')?.data).toMatchObject({
      outcome: 'success',
      result: 'As changed.',
    });
  });

  it('is not made if another revision became active after its approval', async () => {
    const helper = await scripted('Helper', [{ text: 'Never.' }]);
    const top = await callerOf([helper], { approval_policy: ALWAYS });
    const run = await top.agent.run(top.message);
    const [request] = await top.agent.requests(run.id);
    const edited = await tenant.owner.post(helper.agent.path, { instruction: 'Something else.' });
    await tenant.owner.post(helper.agent.path, { active_revision_id: edited.body.revisions[0].id });
    await top.agent.approve(request.id);
    expect(await waitForEnd(top, run.id)).toMatchObject({ status: 'completed', child_runs: [] });
    expect(await getToolResults(world, top.key)).toEqual([expect.stringContaining('TOOL_CHANGED')]);
  });

  it('requires that the user who started the run has the permission on that agent at that moment', async () => {
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
    const ended = await waitForEnd(top, run.body.id);
    expect(ended).toMatchObject({ status: 'completed' });
    expect(ended.child_runs).toHaveLength(1);
    expect(await getToolResults(world, top.key)).toEqual(['Well.', expect.stringContaining('NOT_PERMITTED')]);
  });
});

describe('a cancel', () => {
  it('of a parent stops the waiting child run, and its receipt includes the calls of the child', async () => {
    const { helper, top, run, below, request } = await createParkedChild();
    const receipt = await tenant.owner.post(`${top.agent.path}/run/${run.id}/cancel`);
    expect(receipt).toMatchObject({ status: 200, body: { run: { status: 'cancelled' }, done: [], unknown: [] } });
    expect(receipt.body.stopped.map(({ tool_name }: Json) => tool_name).sort()).toEqual(['Helper', 'calculator']);
    // Two turns of 10 and 5 tokens: the parent's and the child's.
    expect(receipt.body.spent).toMatchObject({ input_tokens: 20, output_tokens: 10 });
    expect(await helper.agent.read(below.id)).toMatchObject({ status: 'cancelled', waiting_for: null });
    expect(await helper.agent.requests(below.id)).toMatchObject([{ id: request.id, status: 'cancelled' }]);
    expect(await helper.agent.approve(request.id)).toMatchObject({ status: 409 });
  });

  it('of a parent aborts the model call of a run two levels below', async () => {
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

  it('of a parent reports which effects of its child runs happened, and which are unknown', async () => {
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

  it.each(['waits for a person', 'is in a model call'])(
    'of only the child run that %s is reported to the parent’s model, which continues',
    async (what) => {
      const waits = what === 'waits for a person';
      const helper = waits ? await createAskingAgent() : await scripted('Helper', [{ hang: true }]);
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
      expect(await waitForEnd(top, id)).toMatchObject({ status: 'completed', output: 'Done.' });
      expect(await getToolResults(world, top.key)).toEqual([expect.stringContaining('cancelled by a person')]);
    },
  );

  it('by the deletion of the called agent is reported to the parent’s model, which continues without that tool', async () => {
    const helper = await createAskingAgent();
    const again = { tool_calls: [toAgentCall('Helper', helper)] };
    const top = await callerOf([helper], {}, [again, { text: 'Done.' }]);
    const run = await top.agent.run(top.message);
    expect(await tenant.owner.delete(helper.agent.path)).toMatchObject({ status: 200 });
    expect(await waitForEnd(top, run.id)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await getToolResults(world, top.key)).toEqual([
      expect.stringContaining('AGENT_DELETED'),
      expect.stringContaining('there is no tool named'),
    ]);
  });

  it('by a rejection that ends the parent reaches the child run, which waits for a person', async () => {
    const helper = await createAskingAgent();
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

describe('the budget of a parent', () => {
  /** Output tokens of a scripted response, which costs 0.2 credits plus its input. */
  const DEAR = { prompt_tokens: 10, completion_tokens: 1000 };

  it('also limits its child runs: their cost counts, and one that exceeds it ends with that reason', async () => {
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
    expect(await waitForEnd(top, run.id)).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(await getToolResults(world, top.key)).toEqual([expect.stringContaining('BUDGET_EXCEEDED')]);
  });

  it('leaves a child run its own limit, at which it asks its own approvers while the parent waits', async () => {
    const helper = await scripted('Helper', [{ ...call(), usage: DEAR }, { text: 'Two.' }], { max_credits: '0.2' });
    const top = await callerOf([helper], { max_credits: '9' });
    const run = await top.agent.run(top.message);
    expect(run).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'budget' } });
    const below = await runBelow(top.agent, run.id, helper.agent, isWaitingForHuman);
    const [request] = await helper.agent.requests(below.id);
    expect(request).toMatchObject({ kind: 'budget', task_agent_id: helper.agent.id });
    await helper.agent.approve(request.id);
    expect(await waitForEnd(top, run.id)).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, top.key)).toEqual(['Two.']);
  });
});

describe('the session of a child run', () => {
  it('cannot be deleted before the parent has ended', async () => {
    const gate = randomUUID();
    const helper = await scripted('Helper', [{ text: 'Well.' }]);
    const top = await callerOf([helper], {}, [{ text: 'Done.', gate }]);
    const id = await begin(top);
    await world.model.waitForRequests(top.key, 2);
    const below = await runBelow(top.agent, id, helper.agent, hasEnded);
    const path = `${helper.agent.path}/session/${below.session_id}`;
    expect(await tenant.owner.delete(path)).toMatchObject({ status: 409 });
    await world.model.open(gate);
    await waitForEnd(top, id);
    expect(await tenant.owner.delete(path)).toMatchObject({ status: 200 });
    expect(await top.agent.read(id)).toMatchObject({ status: 'completed', child_runs: [] });
  });
});
