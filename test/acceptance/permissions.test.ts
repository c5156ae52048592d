import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGENT, type Holdfast, ok, PROJECT, TASK } from '../../client/index.ts';
import { eventually } from '../support/client.ts';
import { inviteColleague, type Person } from './people.ts';
import { findProject, openService, type Service } from './service.ts';

/* A colleague tries to obtain more than the owner gave, with nothing but the address of the service and a session. */

const ORG = '/api/v1/org/{org_id}';
const MEMBER = '/iam/members/{member}';

let service: Service;
let owner: Holdfast;
let org_id: string;
/** A viewer of the organization. Undefined if the service takes no new people. */
let colleague: Person | undefined;

beforeAll(async () => {
  service = await openService();
  owner = service.client;
  ({ org_id } = await findProject(service));
  if (service.takesPeople) colleague = await inviteColleague(service, org_id, 'viewer');
});
afterAll(() => service?.close());

/** A story of the colleague. It is skipped if there is none. */
function story(title: string, act: (colleague: Person) => Promise<void>): void {
  it(title, async ({ skip }) => (colleague ? act(colleague) : skip()));
}

const name = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;
/** Returns status and reason of a refused request. */
const refusal = async (answer: Promise<{ status: number; data: unknown }>) => {
  const { status, data } = await answer;
  return [status, (data as { detail?: { reason?: string } }).detail?.reason];
};
const DENIED = [403, 'PERMISSION_CHECK_FAILED'];

async function createProject() {
  const made = await ok(
    owner.post(`${ORG}/project`, { params: { path: { org_id } }, body: { name: name('Project') } }),
  );
  return { org_id, project_id: made.id };
}

async function createTask(project: { org_id: string; project_id: string }, fields: object = {}) {
  const prompt = { system_prompt: 'Do it.', user_prompt: 'Repeat {text}.' };
  const body = { name: name('Task'), enabled: true, llm_model_id: service.model, ...prompt, ...fields };
  const task = await ok(owner.post(`${PROJECT}/task`, { params: { path: project }, body }));
  return { path: { ...project, task_id: task.id } };
}

/** Makes the colleague an editor of a task or an agent alone. */
async function makeEditor(at: typeof TASK | typeof AGENT, path: object, { member }: Person) {
  const params = { path: { ...path, member } as never };
  await ok(owner.post(`${at as typeof TASK}${MEMBER}`, { params, body: { add: ['editor'] } }));
}

describe('a colleague', () => {
  story('does not get a tool back in two steps, or by running an older revision', async (grace) => {
    const project = await createProject();
    const task = await createTask(project);
    const tools = { task_tools: [{ task_id: task.path.task_id }] };
    const loose = { ...tools, approval_policy: { default: 'never' as const } };
    const body = { name: name('Agent'), instruction: 'Help.', llm_model_id: service.model, ...loose };
    const agent = await ok(owner.post(`${PROJECT}/task-agent`, { params: { path: project }, body }));
    const params = { path: { ...project, task_agent_id: agent.id } };
    await makeEditor(AGENT, params.path, grace);
    const older = agent.active_revision_id ?? '';
    const refuses = async () => {
      const run = { message: 'Hello.', revision_id: older };
      expect(await refusal(grace.client.post(AGENT, { params, body: { active_revision_id: older } }))).toEqual(DENIED);
      expect(await refusal(grace.client.post(`${AGENT}/run`, { params, body: run }))).toEqual(DENIED);
    };
    const activate = async (who: Holdfast, revision: object) => {
      const { revisions } = await ok(who.post(AGENT, { params, body: revision }));
      const active_revision_id = revisions[0]?.id ?? '';
      expect(await ok(who.post(AGENT, { params, body: { active_revision_id } }))).toMatchObject({ active_revision_id });
    };
    // The owner tightens the policy. The colleague takes the tool out, which lets them loosen the policy.
    await activate(owner, { approval_policy: { default: 'always' } });
    await refuses();
    await activate(grace.client, { task_tools: [], approval_policy: { default: 'never' } });
    await refuses();
    await ok(grace.client.post(`${AGENT}/run`, { params, body: { message: 'Hello.' } }));
    await ok(owner.post(AGENT, { params, body: { active_revision_id: older } }));
    await ok(owner.delete(PROJECT, { params: { path: project } }));
  });

  story('does not become an owner through a group', async ({ client, member }) => {
    const group = await createProject();
    const inOrg = (who: string) => ({ path: { org_id, member: who } });
    const all = `project:${group.project_id}`;
    await ok(owner.post(`${ORG}${MEMBER}`, { params: inOrg(all), body: { add: ['owner'] } }));
    await ok(owner.post(`${ORG}${MEMBER}`, { params: inOrg(member), body: { add: ['editor'], remove: ['viewer'] } }));
    const params = { path: { ...group, member } };
    const invite = { email_address: `${randomUUID()}@example.com`, project_roles: { [group.project_id]: ['viewer'] } };
    for (const answer of [
      client.post(`${PROJECT}${MEMBER}`, { params, body: { add: ['viewer'] } }),
      client.post(`${ORG}/invite`, { params: { path: { org_id } }, body: invite }),
      client.post(`${PROJECT}/oauth_client`, { params: { path: group }, body: { name: 'Machine' } }),
    ])
      expect(await refusal(answer)).toEqual(DENIED);
    await ok(owner.post(`${ORG}${MEMBER}`, { params: inOrg(all), body: { remove_all: true } }));
    await ok(client.post(`${PROJECT}${MEMBER}`, { params, body: { add: ['viewer'] } }));
    await ok(owner.post(`${ORG}${MEMBER}`, { params: inOrg(member), body: { add: ['viewer'], remove: ['editor'] } }));
    await ok(owner.delete(PROJECT, { params: { path: group } }));
  });

  story('does not undo the minimum policy of the project', async ({ client, member }) => {
    const path = await createProject();
    const params = { path };
    await ok(owner.post(`${PROJECT}${MEMBER}`, { params: { path: { ...path, member } }, body: { add: ['editor'] } }));
    const decidedBy = (...approvers: ('owner' | 'viewer')[]) => ({
      approval_floor: { default: 'never' as const, rules: [{ tool: '*', mode: 'always' as const, approvers }] },
    });
    await ok(owner.post(`${PROJECT}/config`, { params, body: decidedBy('owner') }));
    for (const body of [decidedBy('viewer'), decidedBy('owner', 'viewer'), { approval_floor: null }])
      expect(await refusal(client.post(`${PROJECT}/config`, { params, body }))).toEqual(DENIED);
    const approval_policy = { rules: [{ tool: '*', mode: 'always' as const, approvers: ['viewer' as const] }] };
    const dryRun = { builtin_tools: ['calculator'], approval_policy };
    const { tools } = await ok(client.post(`${PROJECT}/task-agent/approval-policy/dry-run`, { params, body: dryRun }));
    expect(tools).toMatchObject([{ tool_name: 'calculator', cases: [{ asks: true, approvers: ['owner'] }] }]);
    await ok(owner.delete(PROJECT, { params }));
  });

  story('does not pass the release gate with other scorers or judges', async (grace) => {
    const project = await createProject();
    const { path } = await createTask(project);
    const params = { path };
    await makeEditor(TASK, path, grace);
    const any = [{ scorer: 'regex' as const, config: { pattern: '.' } }];
    const common = { task_run_ids: [], cases: [{ task_input: { text: 'x' }, expected: 'x' }] };
    const set = await ok(owner.post(`${TASK}/eval/set`, { params, body: { ...common, name: 'Gate', scorers: any } }));
    const gate = { release_gate: { eval_set_id: set.id, min_pass_rate: 1 } };
    await ok(owner.post(TASK, { params, body: gate }));
    const body = { user_prompt: 'Say {text}.' };
    const { revisions } = await ok(grace.client.post(TASK, { params, body }));
    const next = revisions[0]?.id ?? '';
    const serving = { active_revisions: [{ task_revision_id: next, weight: 1 }] };
    const activate = () => grace.client.post(TASK, { params, body: serving });
    const evaluate = async (more: object) => {
      const eval_run = { eval_set_id: set.id, candidate_revision_id: next, ...more };
      const { id } = await ok(grace.client.post(`${TASK}/eval/run`, { params, body: eval_run }));
      const one = { path: { ...path, eval_run_id: id } };
      const ended = await eventually(
        () => ok(grace.client.get(`${TASK}/eval/run/{eval_run_id}`, { params: one })),
        ({ status }) => status === 'completed',
      );
      expect(ended).toMatchObject({ pass_rate: 1 });
    };
    const easier = { scorers: [{ scorer: 'latency' as const, config: { max_ms: 1_000_000 } }] };
    await evaluate(easier);
    expect(await refusal(activate())).toEqual([409, 'RELEASE_GATE']);
    const ofSet = { path: { ...path, eval_set_id: set.id } };
    expect(await refusal(grace.client.put(`${TASK}/eval/set/{eval_set_id}`, { params: ofSet, body: easier }))).toEqual(
      DENIED,
    );
    const judged = await ok(
      owner.post(`${TASK}/eval/set`, { params, body: { ...common, name: 'Judged', scorers: [{ scorer: 'judge' }] } }),
    );
    const open = { release_gate: { eval_set_id: judged.id, min_pass_rate: 1 } };
    expect((await owner.post(TASK, { params, body: open })).status).toBe(422);
    await evaluate({});
    expect(await ok(activate())).toMatchObject(serving);
    await ok(owner.delete(PROJECT, { params: { path: project } }));
  });

  story('does not receive past runs by pointing a forwarder elsewhere', async ({ client, member }) => {
    const project = await createProject();
    const FORWARDER = `${PROJECT}/task_forwarder/{task_forwarder_id}` as const;
    const config = { url: 'https://runs.invalid/' };
    const made = { type: 'webhook' as const, name: 'Runs', config };
    const { id } = await ok(owner.post(`${PROJECT}/task_forwarder`, { params: { path: project }, body: made }));
    const params = { path: { ...project, task_forwarder_id: id } };
    const { path } = await createTask(project, { task_forwarder_id: id, task_run_visibility: 'owner_only' });
    await ok(
      owner.post(`${PROJECT}${MEMBER}`, { params: { path: { ...project, member } }, body: { add: ['editor'] } }),
    );
    await ok(owner.post(`${TASK}/run`, { params: { path }, body: { task_input: { text: 'secret' } } }));
    const deliveries = (who: Holdfast) => ok(who.get(`${FORWARDER}/delivery`, { params }));
    const [delivery] = (await deliveries(owner)).results;
    expect((await deliveries(client)).results).toEqual([]);
    await ok(client.post(FORWARDER, { params, body: { config: { url: 'https://elsewhere.invalid/' } } }));
    const one = { path: { ...params.path, forward_delivery_id: delivery?.id ?? '' } };
    const again = `${FORWARDER}/delivery/{forward_delivery_id}/redeliver` as const;
    expect((await refusal(client.post(again, { params: one })))[0]).toBe(403);
    const kept = await ok(owner.get(`${FORWARDER}/delivery/{forward_delivery_id}`, { params: one }));
    expect(kept.status).not.toBe('pending');
    await ok(owner.delete(PROJECT, { params: { path: project } }));
  });
});
