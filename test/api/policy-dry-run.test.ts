import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAgent, makeTask } from '../support/agents.ts';
import { type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { post, startScene, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const POLICY = {
  default: 'destructive',
  rules: [
    {
      tool: 'calc*',
      mode: 'always',
      expires_in: 'PT15M',
      approvers: ['owner'],
      approvals_needed: 2,
      on_reject: 'fail',
    },
    { tool: 'no_such_*', mode: 'never' },
  ],
};
const dryRun = (body: object, { owner, project }: Pick<Tenant, 'owner' | 'project'> = tenant) =>
  owner.post(`${project}/task-agent/approval-policy/dry-run`, body);
const asked = ({ body }: { body: Json }) =>
  body.tools.map(({ tool_name, cases }: Json) => [tool_name, ...cases.map(({ effect, asks }: Json) => [effect, asks])]);
const located = ({ status, body }: { status: number; body: Json }) => [status, body.detail?.[0]?.loc?.join('.')];

it('a policy dry run returns for each tool and call whether approval is required, as a run then requires it', async () => {
  const task = await makeTask(tenant, { name: 'Refund' });
  const url = 'http://127.0.0.1:9/never';
  const calls = [
    { tool_name: 'http_request', arguments: { method: 'GET', url } },
    { tool_name: 'http_request', arguments: { method: 'POST', url } },
    { tool_name: 'calculator', arguments: { expression: '1' } },
  ];
  const response = await dryRun({
    approval_policy: POLICY,
    builtin_tools: ['calculator', 'http_request'],
    task_tools: [{ task_id: task.id, is_output_formatter: false }],
    calls,
  });
  expect(response.status).toBe(200);
  expect(asked(response)).toEqual([
    ['calculator', ['none', true]],
    ['http_request', ['none', false], ['irreversible', true]],
    ['Refund', ['none', false]],
  ]);
  expect(response.body.tools.map(({ resource_id: id }: Json) => id)).toEqual([null, null, task.id]);
  expect(response.body.tools[0].cases[0]).toEqual({
    effect: 'none',
    asks: true,
    rule: POLICY.rules[0],
    on_reject: 'fail',
    expires_in_seconds: 900,
    approvers: ['owner'],
    approvals_needed: 2,
  });
  expect(response.body.calls).toMatchObject([
    { tool_name: 'http_request', tool_type: 'builtin', asks: false, rule: { default: 'destructive' } },
    { effect: 'irreversible', asks: true, expires_in_seconds: null },
    { tool_name: 'calculator', asks: true },
  ]);
  expect(response.body.idle_rules).toEqual([1]);
  const { requests } = await startScene(world, tenant, [post(url), sum('1')], {
    policy: { ...POLICY, rules: POLICY.rules.slice(0, 1) },
  });
  const what = requests.map(({ tool_name, effect, approvals_needed }) => [tool_name, effect, approvals_needed]);
  expect(what).toEqual([
    ['http_request', 'irreversible', 1],
    ['calculator', 'none', 2],
  ]);
});

it('a policy dry run mentions no tool that the caller cannot see', async () => {
  const other = await world.tenant();
  const [task, agent] = [await makeTask(other), await makeAgent(other)];
  const policy = { approval_policy: { default: 'always' } };
  const foreign = { ...policy, task_tools: [{ task_id: task.id, is_output_formatter: false }] };
  expect(located(await dryRun(foreign))).toEqual([422, 'body.task_tools.0.task_id']);
  const agents = { ...policy, agent_tools: [{ task_agent_id: agent.id, task_agent_revision_id: null }] };
  expect(located(await dryRun(agents))).toEqual([422, 'body.agent_tools.0.task_agent_id']);
  const unknown = { ...policy, collections: [{ collection_id: randomUUID() }] };
  expect(located(await dryRun(unknown))).toEqual([422, 'body.collections.0.collection_id']);
  expect((await dryRun(foreign, { owner: tenant.owner, project: other.project })).status).toBe(403);
  const viewer = await other.member({ project: 'viewer' });
  expect(asked(await dryRun(foreign, { owner: viewer, project: other.project }))).toHaveLength(1);
  const member = await other.member({ org: 'member' });
  expect((await dryRun(policy, { owner: member, project: other.project })).status).toBe(403);
});

it('a policy dry run rejects what a revision rejects, and accepts as much as a revision can', async () => {
  const policy = { default: 'always', rules: [] };
  const builtin_tools = ['calculator'];
  const refused = [
    [{}, 'body.approval_policy'],
    [{ approval_policy: { default: 'sometimes' } }, 'body.approval_policy.default'],
    [
      { approval_policy: { rules: [{ tool: 'x', mode: 'always', expires_in: 'soon' }] } },
      'body.approval_policy.rules.0.expires_in',
    ],
    [
      { approval_policy: policy, builtin_tools, calls: [{ tool_name: 'http_request', arguments: {} }] },
      'body.calls.0.tool_name',
    ],
    [
      { approval_policy: policy, builtin_tools, calls: Array(65).fill({ tool_name: 'calculator', arguments: {} }) },
      'body.calls',
    ],
  ] as const;
  for (const [body, at] of refused) expect(located(await dryRun(body))).toEqual([422, at]);
  const rules = Array.from({ length: 100 }, () => ({ tool: `*${'a*'.repeat(98)}b`, mode: 'never' }));
  const calls = Array.from({ length: 64 }, () => ({
    tool_name: 'calculator',
    arguments: { expression: '1'.repeat(10_000) },
  }));
  const most = await dryRun({ approval_policy: { default: 'always', rules }, builtin_tools, calls });
  expect([most.status, most.body.calls.length, most.body.idle_rules.length]).toEqual([200, 64, 100]);
});
