import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGENT, APPROVAL_REQUEST, type Holdfast, ok, PROJECT, runAgent, TASK } from '../../client/index.ts';
import { Browser } from '../support/browser.ts';
import { eventually } from '../support/client.ts';
import { getInviteCode } from '../support/mail-server.ts';
import { fetchWithSession, findInMail, findMailedToken } from './people.ts';
import { listPlainResources, walkPlainResource } from './plain-resources.ts';
import { findProject, openService, type Service } from './service.ts';

/*
 * Uses the service module by module with nothing but its address and a credential. The file coverage.txt says
 * which journey covers each operation, except those of plain resources.
 */

let service: Service;
let client: Holdfast;
let scope: { org_id: string; project_id: string };

beforeAll(async () => {
  service = await openService();
  ({ client } = service);
  scope = await findProject(service);
});
afterAll(() => service?.close());

const name = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;
const PICTURE = new File(
  [Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  'dot.gif',
  { type: 'image/gif' },
);

/** Operations with the journey that calls them. */
const COVERAGE = readFileSync(new URL('coverage.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [id: string, journey: string, refused?: 'refused']);
const LISTED = new Set(COVERAGE.map(([id]) => id));

/** Journeys that this service does not support. */
const skipped = new Set<string>();

/** A test whose responses are recorded for the coverage list. */
function journey(id: string, title: string, walk: (skip: () => void) => Promise<void>): void {
  it(title, async (context) => {
    service.enter(id);
    await walk(() => {
      skipped.add(id);
      context.skip();
    });
  });
}

/** Creates a project for the journey and returns its path. */
async function ownProject() {
  const { org_id } = scope;
  const project = await ok(
    client.post('/api/v1/org/{org_id}/project', { params: { path: { org_id } }, body: { name: name('Acceptance') } }),
  );
  return { project, path: { org_id, project_id: project.id } };
}

async function ownTask(path: typeof scope, fields: { output_modality?: 'text'; task_forwarder_id?: string } = {}) {
  const body = {
    name: name('Task'),
    enabled: true,
    llm_model_id: service.model,
    system_prompt: 'Do it.',
    user_prompt: 'Summarise {text}.',
    ...fields,
  };
  const task = await ok(client.post(`${PROJECT}/task`, { params: { path }, body }));
  return { task, path: { ...path, task_id: task.id } };
}

async function ownAgent(path: typeof scope) {
  const body = {
    name: name('Agent'),
    instruction: 'Help.',
    llm_model_id: service.model,
    builtin_tools: ['calculator'],
    approval_policy: { rules: [{ tool: 'calculator', mode: 'always' as const }] },
  };
  const agent = await ok(client.post(`${PROJECT}/task-agent`, { params: { path }, body }));
  return { agent, path: { ...path, task_agent_id: agent.id } };
}

/** Calls the four IAM operations of a resource, which are the same for all types. */
async function walkIam<P extends { org_id: string }>(
  resource:
    | `${typeof PROJECT}/skill/{skill_id}`
    | `${typeof PROJECT}/task_mcp_server/{task_mcp_server_id}`
    | `${typeof PROJECT}/integration/{integration_id}`
    | `${typeof PROJECT}/task_forwarder/{task_forwarder_id}`
    | `${typeof PROJECT}/document/{document_id}`
    | '/api/v1/org/{org_id}'
    | typeof PROJECT
    | typeof TASK
    | typeof AGENT
    | `${typeof PROJECT}/oauth_client/{oauth_client_id}`,
  path: P,
  member = `organization:${scope.org_id}`,
) {
  // Each resource type has its own paths, which no single type covers.
  const at = resource as typeof PROJECT;
  const params = { path: { ...path, member } as never };
  const changed = await ok(client.post(`${at}/iam/members/{member}`, { params, body: { add: ['viewer'] } }));
  expect(changed).toMatchObject({ roles: ['viewer'] });
  expect(await ok(client.get(`${at}/iam/members/{member}`, { params }))).toEqual(changed);
  const seen: string[] = [];
  for await (const one of client.pages(`${at}/iam/members`, { params: { path: path as never } })) seen.push(one.member);
  expect(seen).toContain(member);
  const test = { params: { path: path as never }, body: { permissions: ['view'] } };
  expect(await ok(client.post(`${at}/iam/test`, test))).toMatchObject({ permissions: ['view'] });
  const body = { remove_all: true };
  expect(await ok(client.post(`${at}/iam/members/{member}`, { params, body }))).toMatchObject({ roles: [] });
}

/** Tags an inactive revision of a task, compares it with the active one, activates it, and rolls back. */
async function walkRevisions(path: typeof scope & { task_id: string }, newest: string): Promise<void> {
  const params = { path: { ...path, task_revision_id: newest } };
  const revision = `${TASK}/revision/{task_revision_id}` as const;
  const tagged = await ok(client.post(`${revision}/tags`, { params, body: { revision_tags: ['next'] } }));
  expect(tagged).toMatchObject({ active: false, tags: [{ name: 'next' }] });
  expect(await ok(client.get(revision, { params }))).toEqual(tagged);
  const { differences } = await ok(client.get(`${revision}/comparison`, { params }));
  expect(differences.map(({ field }) => field)).toContain('user_prompt');
  const weights = { active_revisions: [{ task_revision_id: newest, weight: 1 }] };
  expect(await ok(client.post(TASK, { params: { path }, body: weights }))).toMatchObject(weights);
  const back = await ok(client.post(`${TASK}/rollback`, { params: { path } }));
  const { results } = await ok(client.get(`${TASK}/serving`, { params: { path } }));
  expect(results.map((entry) => entry.active_revisions)).toEqual([
    back.active_revisions,
    weights.active_revisions,
    back.active_revisions,
  ]);
}

/** Limits the project’s spending, grants it credits, and reads its ledger. */
async function walkCredits(project: typeof scope): Promise<void> {
  const at = `${PROJECT}/credit_budget` as const;
  const [body, path] = [{ period: 'month' as const, amount: '5000' }, project];
  const set = await ok(client.post(at, { params: { path }, body }));
  const one = { path: { ...project, credit_budget_id: set.id } };
  expect((await ok(client.get(at, { params: { path } }))).results).toEqual([set]);
  expect(await ok(client.get(`${at}/{credit_budget_id}`, { params: one }))).toEqual(set);
  await ok(client.delete(`${at}/{credit_budget_id}`, { params: one }));
  const ledger = { path: { org_id: project.org_id } };
  const grant = { kind: 'grant' as const, amount: '5', reference: randomUUID() };
  const entry = await ok(client.post('/api/v1/org/{org_id}/credit_entry', { params: ledger, body: grant }));
  const { results } = await ok(client.get('/api/v1/org/{org_id}/credit_entry', { params: ledger }));
  expect(results[0]).toEqual(entry);
}

/** Assigns a request, comments on it and snoozes it. */
async function walkInbox(params: {
  path: typeof scope & { task_agent_id: string; approval_request_id: string };
}): Promise<void> {
  const { id } = await ok(client.get('/api/v1/user'));
  const assigned = await ok(client.post(`${APPROVAL_REQUEST}/assign`, { params, body: { user_id: id } }));
  expect(assigned).toMatchObject({ status: 'pending', assigned_to: id });
  const said = await ok(client.post(`${APPROVAL_REQUEST}/comment`, { params, body: { text: 'I take this one.' } }));
  expect((await ok(client.get(`${APPROVAL_REQUEST}/comment`, { params }))).results).toEqual([said]);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect(await ok(client.post(`${APPROVAL_REQUEST}/snooze`, { params, body: { until } }))).toMatchObject({
    snoozed_until: until,
    comment_count: 1,
  });
}

/** Gives feedback on a task run, changes it and withdraws it. */
async function walkTaskFeedback(path: typeof scope & { task_id: string; task_run_id: string }): Promise<void> {
  const [all, params] = [`${TASK}/run/{task_run_id}/feedback` as const, { path }];
  const said = await ok(client.post(all, { params, body: { name: 'correct', value: false, note: 'Too short.' } }));
  const one = { path: { ...path, feedback_id: said.id } };
  expect(await ok(client.get(`${all}/{feedback_id}`, { params: one }))).toEqual(said);
  const changed = await ok(client.post(`${all}/{feedback_id}`, { params: one, body: { value: true } }));
  expect(changed).toMatchObject({ value: true, note: 'Too short.' });
  expect((await ok(client.get(all, { params }))).results).toEqual([changed]);
  const everywhere = await ok(client.get(`${PROJECT}/task_run_feedback`, { params }));
  expect(everywhere.results).toEqual([changed]);
  await ok(client.delete(`${all}/{feedback_id}`, { params: one }));
}

/** The same for an agent run. */
async function walkAgentFeedback(path: typeof scope & { task_agent_id: string; run_id: string }): Promise<void> {
  const [all, params] = [`${AGENT}/run/{run_id}/feedback` as const, { path }];
  const said = await ok(client.post(all, { params, body: { name: 'helpful', value: 4.5 } }));
  const one = { path: { ...path, feedback_id: said.id } };
  expect(await ok(client.get(`${all}/{feedback_id}`, { params: one }))).toEqual(said);
  const changed = await ok(client.post(`${all}/{feedback_id}`, { params: one, body: { note: 'In time.' } }));
  expect((await ok(client.get(all, { params }))).results).toEqual([changed]);
  expect((await ok(client.get(`${PROJECT}/task_agent_run_feedback`, { params }))).results).toEqual([changed]);
  await ok(client.delete(`${all}/{feedback_id}`, { params: one }));
}

/** Reads all reports on a task with this many runs, alone in its project. */
async function walkTaskReports(project: typeof scope, path: typeof scope & { task_id: string }, runs: number) {
  const [params, wide] = [{ path }, { path: project }];
  const reports = [
    await ok(client.get(`${TASK}/credit_report`, { params })),
    await ok(client.get(`${TASK}/token_report`, { params })),
    await ok(client.get(`${TASK}/timing_report`, { params })),
    await ok(client.get(`${TASK}/usage_report`, { params })),
    await ok(client.get(`${PROJECT}/task_run/timing_report`, { params: wide })),
    await ok(client.get(`${PROJECT}/task_run/usage_report`, { params: wide })),
    await ok(client.get(`${PROJECT}/credit_report`, { params: wide })),
  ];
  expect(reports.map(({ total }) => total.runs)).toEqual(reports.map(() => runs));
  expect((await ok(client.get(`${TASK}/feedback_report`, { params }))).task_id).toBe(path.task_id);
}

/** The same for an agent. */
async function walkAgentReports(project: typeof scope, path: typeof scope & { task_agent_id: string }, runs: number) {
  const [params, wide] = [{ path }, { path: project }];
  const reports = [
    await ok(client.get(`${AGENT}/credit_report`, { params })),
    await ok(client.get(`${AGENT}/token_report`, { params })),
    await ok(client.get(`${AGENT}/timing_report`, { params })),
    await ok(client.get(`${AGENT}/usage_report`, { params })),
    await ok(client.get(`${PROJECT}/task-agent/timing_report`, { params: wide })),
    await ok(client.get(`${PROJECT}/task-agent/usage_report`, { params: wide })),
  ];
  expect(reports.map(({ total }) => total.runs)).toEqual(reports.map(() => runs));
  expect((await ok(client.get(`${AGENT}/feedback_report`, { params }))).task_agent_id).toBe(path.task_agent_id);
}

/** Runs evals of a task and an agent with one case each, and reads the results. */
async function walkEvals(): Promise<void> {
  const { path: project } = await ownProject();
  const { path: task } = await ownTask(project);
  const { path: agent } = await ownAgent(project);
  const none = randomUUID();
  const given = { name: 'May', task_run_ids: [], cases: [{ task_input: { text: 'x' }, expected: 'y' }] };
  const set = await ok(client.post(`${TASK}/eval/set`, { params: { path: task }, body: given }));
  const ofSet = { path: { ...task, eval_set_id: set.id } };
  expect((await ok(client.get(`${TASK}/eval/set`, { params: { path: task } }))).results).toEqual([set]);
  expect(await ok(client.get(`${TASK}/eval/set/{eval_set_id}`, { params: ofSet }))).toEqual(set);
  await ok(client.put(`${TASK}/eval/set/{eval_set_id}`, { params: ofSet, body: { name: 'June' } }));
  const [one] = (await ok(client.get(`${TASK}/eval/set/{eval_set_id}/case`, { params: ofSet }))).results;
  const run = await ok(client.post(`${TASK}/eval/run`, { params: { path: task }, body: { eval_set_id: set.id } }));
  expect((await ok(client.get(`${TASK}/eval/run`, { params: { path: task } }))).results).toHaveLength(1);
  const ofRun = { path: { ...task, eval_run_id: run.id } };
  const ended = await eventually(
    () => ok(client.get(`${TASK}/eval/run/{eval_run_id}`, { params: ofRun })),
    ({ status }) => status === 'completed',
  );
  expect(ended).toMatchObject({ case_count: 1, skip_count: 0 });
  const ofResult = { path: { ...ofRun.path, eval_result_id: ended.results[0]?.id ?? '' } };
  await ok(client.get(`${TASK}/eval/run/{eval_run_id}/result/{eval_result_id}`, { params: ofResult }));
  const ofCase = { path: { ...ofSet.path, eval_case_id: one?.id ?? '' } };
  const more = { task_input: { text: 'z' }, expected: 'y', replaces: ofCase.path.eval_case_id };
  ofCase.path.eval_case_id = (
    await ok(client.post(`${TASK}/eval/set/{eval_set_id}/case`, { params: ofSet, body: more }))
  ).id;
  await ok(client.delete(`${TASK}/eval/set/{eval_set_id}/case/{eval_case_id}`, { params: ofCase }));
  await ok(client.delete(`${TASK}/eval/set/{eval_set_id}`, { params: ofSet }));
  const noRun = { path: { ...task, eval_run_id: none } };
  expect((await client.post(`${TASK}/eval/run/{eval_run_id}/cancel`, { params: noRun })).status).toBe(404);
  const noSet = { params: { path: { ...task, eval_set_id: none } }, body: { file: PICTURE } };
  expect((await client.post(`${TASK}/eval/set/{eval_set_id}/case/import`, noSet)).status).toBe(404);
  await walkAgentEvals(agent);
  await ok(client.delete(PROJECT, { params: { path: project } }));
}

async function walkAgentEvals(agent: typeof scope & { task_agent_id: string }): Promise<void> {
  const none = randomUUID();
  const given = { name: 'May', task_agent_run_ids: [], cases: [{ message: 'Hello.', expected: 'Hello.' }] };
  const set = await ok(client.post(`${AGENT}/eval/set`, { params: { path: agent }, body: given }));
  const ofSet = { path: { ...agent, task_agent_eval_set_id: set.id } };
  expect((await ok(client.get(`${AGENT}/eval/set`, { params: { path: agent } }))).results).toEqual([set]);
  expect(await ok(client.get(`${AGENT}/eval/set/{task_agent_eval_set_id}`, { params: ofSet }))).toEqual(set);
  await ok(client.post(`${AGENT}/eval/set/{task_agent_eval_set_id}`, { params: ofSet, body: { name: 'June' } }));
  const [one] = (await ok(client.get(`${AGENT}/eval/set/{task_agent_eval_set_id}/case`, { params: ofSet }))).results;
  const body = { eval_set_id: set.id };
  const run = await ok(client.post(`${AGENT}/eval/run`, { params: { path: agent }, body }));
  expect((await ok(client.get(`${AGENT}/eval/run`, { params: { path: agent } }))).results).toHaveLength(1);
  const ofRun = { path: { ...agent, task_agent_eval_run_id: run.id } };
  const ended = await eventually(
    () => ok(client.get(`${AGENT}/eval/run/{task_agent_eval_run_id}`, { params: ofRun })),
    ({ status }) => status === 'completed',
  );
  const ofResult = { path: { ...ofRun.path, eval_result_id: ended.results[0]?.id ?? '' } };
  await ok(client.get(`${AGENT}/eval/run/{task_agent_eval_run_id}/result/{eval_result_id}`, { params: ofResult }));
  const ofCase = { path: { ...ofSet.path, eval_case_id: one?.id ?? '' } };
  await ok(client.delete(`${AGENT}/eval/set/{task_agent_eval_set_id}/case/{eval_case_id}`, { params: ofCase }));
  const more = { message: 'Hello.', expected: 'Hi.' };
  await ok(client.post(`${AGENT}/eval/set/{task_agent_eval_set_id}/case`, { params: ofSet, body: more }));
  await ok(client.delete(`${AGENT}/eval/set/{task_agent_eval_set_id}`, { params: ofSet }));
  const noRun = { path: { ...agent, task_agent_eval_run_id: none } };
  expect((await client.post(`${AGENT}/eval/run/{task_agent_eval_run_id}/cancel`, { params: noRun })).status).toBe(404);
  const noSet = { params: { path: { ...agent, task_agent_eval_set_id: none } } };
  const file = { ...noSet, body: { file: PICTURE } };
  expect((await client.post(`${AGENT}/eval/set/{task_agent_eval_set_id}/case/import`, file)).status).toBe(404);
  const decided = { ...noSet, body: { approval_request_ids: [none] } };
  expect((await client.post(`${AGENT}/eval/set/{task_agent_eval_set_id}/case/from_approvals`, decided)).status).toBe(
    404,
  );
}

/** Shares a task and an agent, opens the links, clones both, and revokes the links. */
async function walkShares(): Promise<void> {
  const { path: project } = await ownProject();
  const params = { path: project };
  const { path: task } = await ownTask(project);
  const { path: agent } = await ownAgent(project);
  const ofTask = { path: task };
  const ofAgent = { path: agent };
  const one = await ok(client.post(`${TASK}/share`, { params: ofTask, body: { title: 'Try' } }));
  const other = await ok(client.post(`${AGENT}/share`, { params: ofAgent, body: {} }));
  expect((await ok(client.get(`${TASK}/share`, { params: ofTask }))).map((share) => share.id)).toEqual([one.id]);
  expect((await ok(client.get(`${AGENT}/share`, { params: ofAgent }))).results).toHaveLength(1);
  expect((await ok(client.get(`${PROJECT}/task_share`, { params }))).results).toHaveLength(1);
  expect((await ok(client.get(`${PROJECT}/task_agent_share`, { params }))).results).toHaveLength(1);
  await ok(client.get('/public/task_share/{short_id}', { params: { path: { short_id: one.short_id } } }));
  await ok(client.get('/public/task_agent_share/{short_id}', { params: { path: { short_id: other.short_id } } }));
  const nothing = { path: { short_id: one.short_id, file_name: 'none.txt' } };
  expect((await client.get('/public/task_share/{short_id}/file/{file_name}', { params: nothing })).status).toBe(404);
  const copied = { path: { ...project, short_id: one.short_id } };
  expect(await ok(client.post(`${PROJECT}/task/clone/{short_id}`, { params: copied }))).toMatchObject({
    left_behind: [],
  });
  const agentCopy = { path: { ...project, short_id: other.short_id } };
  expect(await ok(client.post(`${PROJECT}/task-agent/clone/{short_id}`, { params: agentCopy }))).toMatchObject({
    left_behind: [],
  });
  await ok(client.delete(`${TASK}/share/{share_id}`, { params: { path: { ...task, share_id: one.id } } }));
  await ok(client.delete(`${AGENT}/share/{share_id}`, { params: { path: { ...agent, share_id: other.id } } }));
  await ok(client.delete(PROJECT, { params }));
}

/** Pages through the audit trail, reads an event, exports it and verifies its chain. */
async function walkAudit(at: '/api/v1/org/{org_id}' | typeof PROJECT, path: typeof scope, eventType: string) {
  const trail = `${at as typeof PROJECT}/audit_event` as const;
  const params = { path };
  const page = await ok(client.get(trail, { params }));
  const event = page.results.find((one) => one.event_type === eventType);
  expect(event, eventType).toBeDefined();
  const read = { path: { ...path, audit_event_id: event?.id ?? '' } };
  expect(await ok(client.get(`${trail}/{audit_event_id}`, { params: read }))).toMatchObject({ event_type: eventType });
  const lines = (await ok(client.get(`${trail}/export`, { params }))).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).id)).toContain(event?.id);
  expect(await ok(client.get(`${trail}/integrity`, { params }))).toMatchObject({ head_seq: expect.any(Number) });
  expect(await ok(client.post(`${trail}/integrity/verify`, { params }))).toMatchObject({
    valid: true,
    first_break: null,
  });
}

describe('a stranger', () => {
  journey('service', 'finds the service well, and learns whose the key is', async () => {
    expect(await ok(client.get('/-/health'))).toBeDefined();
    expect(await ok(client.get('/-/ready'))).toBeDefined();
    expect(await ok(client.get('/api/v1/whoami'))).toMatchObject({ kind: 'api_key', ...scope });
    const nobody = await service.speaker({}).get('/api/v1/whoami');
    expect(nobody).toMatchObject({ status: 401, data: { error: { code: 401, status: 'Unauthorized' } } });
    expect(nobody.headers.get('www-authenticate')).toContain('Bearer');
  });

  journey('resources', 'creates, reads, lists, updates and deletes the plain resources of a project', async () => {
    const { path } = await ownProject();
    const resources = listPlainResources(service.document, LISTED);
    expect(resources.length).toBeGreaterThan(0);
    for (const resource of resources) await walkPlainResource(client, service.document, path, resource);
    await ok(client.delete(PROJECT, { params: { path } }));
  });

  journey('tags', 'sorts tasks and agents by tags', async () => {
    const { path: project } = await ownProject();
    const { task } = await ownTask(project);
    const { agent } = await ownAgent(project);
    for (const [kind, id] of [
      ['task', task.id],
      ['task-agent', agent.id],
    ] as const) {
      const tags = `${PROJECT}/${kind}/tag` as const;
      const params = { path: project };
      const tag = await ok(client.post(tags, { params, body: { name: 'billing' } }));
      const one = { path: { ...project, tag_id: tag.id } };
      const changed = await ok(client.post(`${tags}/{tag_id}`, { params: one, body: { description: 'Invoices.' } }));
      expect(await ok(client.get(`${tags}/{tag_id}`, { params: one }))).toEqual(changed);
      await ok(client.post(`${tags}/{tag_id}/add`, { params: one, body: { entities: [id] } }));
      await ok(client.post(`${tags}/{tag_id}/remove`, { params: one, body: { entities: [id] } }));
      expect((await ok(client.get(tags, { params }))).results).toMatchObject([
        { id: tag.id, description: 'Invoices.' },
      ]);
      await ok(client.delete(`${PROJECT}/tags/{tag_id}`, { params: one }));
      expect((await client.get(`${tags}/{tag_id}`, { params: one })).status).toBe(404);
    }
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });

  journey('skills', 'writes a skill, moves it between projects, and reads the catalog', async () => {
    const { path: project } = await ownProject();
    const { path: other } = await ownProject();
    const SKILL = `${PROJECT}/skill/{skill_id}` as const;
    const body = {
      display_name: name('House style'),
      description: 'For every mail.',
      instructions: '# Style\n\nBe brief.',
    };
    const skill = await ok(client.post(`${PROJECT}/skill`, { params: { path: project }, body }));
    const path = { ...project, skill_id: skill.id };
    const params = { path };
    await ok(client.post(SKILL, { params, body: { description: 'For all mails.' } }));
    const read = await ok(client.get(SKILL, { params }));
    expect(read).toMatchObject({ source: 'project', description: 'For all mails.' });
    const revision = await ok(
      client.post(`${SKILL}/revision`, { params, body: { instructions: '# Style\n\nBe kind.', activate: false } }),
    );
    const one = { path: { ...path, revision_id: revision.id } };
    expect(await ok(client.get(`${SKILL}/revision/{revision_id}`, { params: one }))).toMatchObject({ active: false });
    await ok(client.post(`${SKILL}/activate`, { params, body: { revision_id: revision.id } }));
    await ok(client.post(`${SKILL}/revision/{revision_id}/activate`, { params: one }));
    const revisions = await ok(client.get(`${SKILL}/revision`, { params }));
    expect(revisions.map((each) => [each.id, each.active])).toEqual([
      [revision.id, true],
      [skill.active_revision_id, false],
    ]);
    expect(JSON.stringify(await ok(client.get(`${SKILL}/content`, { params })))).toContain('Be kind.');
    const archive = await ok(client.get(`${SKILL}/export`, { params }));
    const file = new File([archive], 'skill.zip');
    await ok(client.post(`${PROJECT}/skill/import`, { params: { path: other }, body: { file } }));
    for (const list of ['skill', 'skill/available'] as const) {
      const { results } = await ok(client.get(`${PROJECT}/${list}`, { params: { path: other } }));
      expect(results.filter((each) => each.source === 'project').map((each) => each.slug)).toEqual([skill.slug]);
    }
    await walkIam(SKILL, path);
    await ok(client.delete(SKILL, { params }));
    expect((await client.get(SKILL, { params })).status).toBe(404);

    expect(await ok(client.get('/api/v1/skills'))).toMatchObject({ pagination: { page_limit: 100 } });
    expect(await ok(client.get('/api/v1/skills/sources'))).toEqual(expect.any(Array));
    await ok(client.get('/api/v1/skills/tags'));
    const none = { path: { skill_id: randomUUID(), revision_id: randomUUID() } };
    const missing = await Promise.all([
      client.get('/api/v1/skills/{skill_id}', { params: none }),
      client.get('/api/v1/skills/{skill_id}/content', { params: none }),
      client.get('/api/v1/skills/{skill_id}/export', { params: none }),
      client.get('/api/v1/skills/{skill_id}/revisions', { params: none }),
      client.get('/api/v1/skills/{skill_id}/revisions/{revision_id}', { params: none }),
    ]);
    expect(missing.map((answer) => answer.status)).toEqual(Array(5).fill(404));
    for (const left of [project, other]) await ok(client.delete(PROJECT, { params: { path: left } }));
  });

  journey('mcp', 'writes an MCP server down that nobody reaches, and what it may do there', async () => {
    const { path: project } = await ownProject();
    const SERVERS = `${PROJECT}/task_mcp_server` as const;
    const [SERVER, TOOLS] = [`${SERVERS}/{task_mcp_server_id}`, `${PROJECT}/task_mcp_tool`] as const;
    const { results } = await ok(client.get(`${SERVERS}/catalog`, { params: { path: project } }));
    const slug = results[0]?.slug ?? '';
    expect(await ok(client.get(`${SERVERS}/catalog/{slug}`, { params: { path: { ...project, slug } } }))).toEqual(
      results[0],
    );
    const server_url = 'https://mcp.invalid/mcp';
    const unseen = await client.post(`${SERVERS}/discover`, { params: { path: project }, body: { server_url } });
    expect(unseen.status).toBe(400);
    const body = { name: name('Docs'), server_url };
    const server = await ok(client.post(SERVERS, { params: { path: project }, body }));
    expect(server).toMatchObject({ auth_status: 'failed', tool_count: 0 });
    const path = { ...project, task_mcp_server_id: server.id };
    const params = { path };
    await ok(client.post(SERVER, { params, body: { description: 'What we wrote.' } }));
    expect(await ok(client.get(SERVER, { params }))).toMatchObject({ description: 'What we wrote.' });
    expect((await ok(client.get(SERVERS, { params: { path: project } }))).results).toMatchObject([{ id: server.id }]);
    expect(await ok(client.post(`${SERVER}/refresh`, { params }))).toMatchObject({ auth_status: 'failed' });
    const begun = { path: project, query: { server_url } };
    expect((await client.get(`${SERVERS}/authorize`, { params: begun })).status).toBe(400);
    expect((await client.post(`${SERVER}/reauthorize`, { params })).status).toBe(400);
    const back = { query: { code: 'none', state: randomUUID() } };
    expect((await client.get('/api/v1/task_mcp_server/callback', { params: back })).status).toBe(400);
    expect(await ok(client.get('/public/mcp-client.json'))).toMatchObject({ response_types: ['code'] });

    const named = { name: 'Search', task_mcp_server_id: server.id, tool_name: 'search' };
    const tool = await ok(client.post(TOOLS, { params: { path: project }, body: named }));
    expect(tool).toMatchObject({ status: 'gone' });
    const one = { path: { ...project, task_mcp_tool_id: tool.id } };
    await ok(client.post(`${TOOLS}/{task_mcp_tool_id}`, { params: one, body: { read_only: true } }));
    expect(await ok(client.get(`${TOOLS}/{task_mcp_tool_id}`, { params: one }))).toMatchObject({ read_only: true });
    expect((await ok(client.get(TOOLS, { params: { path: project } }))).results).toMatchObject([{ id: tool.id }]);
    await ok(client.delete(`${TOOLS}/{task_mcp_tool_id}`, { params: one }));
    await walkIam(SERVER, path);
    await ok(client.delete(SERVER, { params }));
    expect((await client.get(SERVER, { params })).status).toBe(404);
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });

  journey('forwarders', 'has runs of a task go to a webhook, and exchanges its secret', async () => {
    const { path: project } = await ownProject();
    const FORWARDERS = `${PROJECT}/task_forwarder` as const;
    const FORWARDER = `${FORWARDERS}/{task_forwarder_id}` as const;
    const types = await ok(client.get(`${PROJECT}/task_forwarder_type`, { params: { path: project } }));
    expect(types.map(({ type }) => type)).toContain('webhook');
    const body = { type: 'webhook' as const, name: name('Orders'), config: { url: 'https://hooks.invalid/runs' } };
    const { secret, ...made } = await ok(client.post(FORWARDERS, { params: { path: project }, body }));
    expect(secret).toMatch(/^whsec_/);
    const path = { ...project, task_forwarder_id: made.id };
    const params = { path };
    await ok(client.post(FORWARDER, { params, body: { status: 'paused' } }));
    expect(await ok(client.get(FORWARDER, { params }))).toMatchObject({
      ...made,
      status: 'paused',
      reason: expect.any(String),
      reason_code: 'paused_by_editor',
      reason_params: {},
      paused_at: expect.any(String),
      modified: expect.any(String),
    });
    expect((await ok(client.get(FORWARDERS, { params: { path: project } }))).results).toMatchObject([{ id: made.id }]);
    const { path: own } = await ownTask(project, { task_forwarder_id: made.id });
    const run = await ok(client.post(`${TASK}/run`, { params: { path: own }, body: { task_input: { text: 'x' } } }));
    const { results } = await ok(
      client.get(`${FORWARDER}/delivery`, { params: { path, query: { task_run_id: run.id } } }),
    );
    expect(results).toMatchObject([{ task_run_id: run.id, status: 'pending', attempt_count: 0 }]);
    const one = { path: { ...path, forward_delivery_id: results[0]?.id ?? '' } };
    const DELIVERY = `${FORWARDER}/delivery/{forward_delivery_id}` as const;
    expect(await ok(client.get(DELIVERY, { params: one }))).toMatchObject({ attempts: [] });
    expect((await client.post(`${DELIVERY}/redeliver`, { params: one })).status).toBe(409);
    const rotated = await ok(client.post(`${FORWARDER}/rotate_secret`, { params, body: { overlap_hours: 0 } }));
    expect(rotated.secret).not.toBe(secret);
    await walkIam(FORWARDER, path);
    await ok(client.delete(FORWARDER, { params }));
    expect((await client.get(FORWARDER, { params })).status).toBe(404);
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });

  journey('integrations', 'writes an integration down that nobody has set up, and what of it agents get', async () => {
    const { path: project } = await ownProject();
    const INTEGRATIONS = `${PROJECT}/integration` as const;
    const ONE = `${INTEGRATIONS}/{integration_id}` as const;
    const known = await ok(client.get(`${INTEGRATIONS}/catalog`, { params: { path: project } }));
    expect(JSON.stringify(known)).toContain('github');
    const body = { type: 'github' as const, name: name('Issues') };
    const made = await ok(client.post(INTEGRATIONS, { params: { path: project }, body }));
    const path = { ...project, integration_id: made.id };
    const params = { path };
    const change = { name: name('Issues of the shop') };
    await ok(client.post(ONE, { params, body: change }));
    expect(await ok(client.get(ONE, { params }))).toMatchObject({ id: made.id, ...change });
    expect((await ok(client.get(INTEGRATIONS, { params: { path: project } }))).results).toMatchObject([
      { id: made.id },
    ]);
    await ok(client.get(`${ONE}/auth`, { params }));
    expect((await client.post(`${ONE}/authorize`, { params })).status).toBe(409);
    const back = { query: { code: 'none', state: randomUUID() } };
    expect((await client.get('/api/v1/integration/callback', { params: back })).status).toBe(400);
    await ok(client.post(`${ONE}/disconnect`, { params }));
    await walkIam(ONE, path);
    await ok(client.delete(ONE, { params }));
    expect((await client.get(ONE, { params })).status).toBe(404);
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });

  journey(
    'documents',
    'takes documents in, reads what became of them, sorts them by tags, and takes them away',
    async () => {
      const { path: project } = await ownProject();
      const DOCUMENTS = `${PROJECT}/document` as const;
      const ONE = `${DOCUMENTS}/{document_id}` as const;
      const params = { path: project };
      const queued = await ok(client.post(DOCUMENTS, { params, body: { title: 'Steam', text: 'Steam is hot.' } }));
      const { group_id } = queued;
      const group = await eventually(
        () => ok(client.get(`${DOCUMENTS}/create/status/{group_id}`, { params: { path: { ...project, group_id } } })),
        ({ status }) => status === 'ready',
      );
      expect(group.documents).toMatchObject([{ title: 'Steam', status: 'ready' }]);
      const made = await ok(
        client.post(`${DOCUMENTS}/upload`, { params, body: { text: 'Water boils at 100 degrees.' } }),
      );
      const path = { ...project, document_id: made.documents[0]?.id ?? '' };
      const one = { path };
      expect(await ok(client.get(ONE, { params: one }))).toEqual(made.documents[0]);
      await ok(client.post(ONE, { params: one, body: { title: 'Water', description: 'A fact.' } }));
      expect((await ok(client.get(DOCUMENTS, { params }))).results).toMatchObject([
        { title: 'Water' },
        { title: 'Steam' },
      ]);
      const { results } = await ok(client.get(`${ONE}/embeddings`, { params: one }));
      const passage = { path: { ...path, embedding_id: results[0]?.id ?? '' } };
      expect(await ok(client.get(`${ONE}/embedding/{embedding_id}`, { params: passage }))).toEqual(results[0]);
      expect(await ok(client.get(`${ONE}/download`, { params: one }))).toBeDefined();
      const asked = { path, query: { query: 'At how many degrees does water boil?', results_only: true } };
      expect((await ok(client.post(`${ONE}/query`, { params: asked }))).results).toHaveLength(1);
      const { data: later } = await client.post(`${ONE}/query`, {
        params: asked,
        headers: { prefer: 'respond-async' },
      });
      const stored = { path: { ...path, knowledge_query_id: (later as { readonly id: string }).id } };
      const readQuery = () => ok(client.get(`${ONE}/query/{knowledge_query_id}`, { params: stored }));
      expect((await eventually(readQuery, ({ status }) => status !== 'running')).results).toHaveLength(1);
      for (const way of ['retry', 'cancel', 'pause', 'resume'] as const)
        expect((await client.post(`${ONE}/${way}`, { params: one })).status).toBe(409);
      await walkIam(ONE, path);
      const TAGS = `${DOCUMENTS}/tag` as const;
      const tag = await ok(client.post(TAGS, { params, body: { name: 'billing' } }));
      const tagged = { path: { ...project, tag_id: tag.id } };
      await ok(client.post(`${TAGS}/{tag_id}`, { params: tagged, body: { description: 'Invoices.' } }));
      expect(await ok(client.get(`${TAGS}/{tag_id}`, { params: tagged }))).toMatchObject({ description: 'Invoices.' });
      for (const way of ['add', 'remove'] as const)
        await ok(client.post(`${TAGS}/{tag_id}/${way}`, { params: tagged, body: { entities: [path.document_id] } }));
      expect((await ok(client.get(TAGS, { params }))).results).toHaveLength(1);
      await ok(client.delete(ONE, { params: one }));
      expect((await client.get(ONE, { params: one })).status).toBe(404);
      await ok(client.delete(PROJECT, { params }));
    },
  );

  journey('versions', 'replaces the content of a document, corrects it, and finds it by its metadata', async () => {
    const { path: project } = await ownProject();
    const params = { path: project };
    const DOCUMENTS = `${PROJECT}/document` as const;
    const ONE = `${DOCUMENTS}/{document_id}` as const;
    const fields = [{ key: 'year', type: 'number', description: 'Year of validity' }] as const;
    const SCHEMA = `${PROJECT}/metadata_schema` as const;
    expect((await ok(client.get(SCHEMA, { params }))).fields).toEqual([]);
    expect((await ok(client.post(SCHEMA, { params, body: { fields: [...fields] } }))).fields).toEqual(fields);
    const text = 'Goods may be returned within 14 days.';
    const made = await ok(client.post(`${DOCUMENTS}/upload`, { params, body: { text, metadata: { year: 2026 } } }));
    const one = { path: { ...project, document_id: made.documents[0]?.id ?? '' } };
    expect((await ok(client.get(`${DOCUMENTS}/facets`, { params }))).facets).toMatchObject([
      { key: 'year', min: 2026 },
    ]);
    const later = 'Goods may be returned within 30 days.';
    await ok(client.post(`${ONE}/content`, { params: one, body: { text: later } }));
    const listVersions = () => ok(client.get(`${ONE}/version`, { params: one }));
    const { results: versions } = await eventually(listVersions, ({ results }) => results.length === 2);
    const first = { path: { ...one.path, document_version_id: versions[1]?.id ?? '' } };
    expect(await ok(client.get(`${ONE}/version/{document_version_id}`, { params: first }))).toEqual(versions[1]);
    const chunks = await ok(client.get(`${ONE}/version/{document_version_id}/embeddings`, { params: first }));
    expect(chunks.results).toMatchObject([{ text }]);
    const [current] = (await ok(client.get(`${ONE}/embeddings`, { params: one }))).results;
    const chunk = { path: { ...one.path, embedding_id: current?.id ?? '' } };
    const edited = await ok(
      client.post(`${ONE}/embedding/{embedding_id}`, { params: chunk, body: { enabled: false } }),
    );
    expect(edited).toMatchObject({ text: later, enabled: false });
    const QUERY = `${PROJECT}/collection/query` as const;
    const body = { query: 'How long may goods be returned?', results_only: true };
    expect(await ok(client.post(QUERY, { params, body }))).toMatchObject({ results: [] });
    const { data: queued } = await client.post(QUERY, { params, body, headers: { prefer: 'respond-async' } });
    const stored = { path: { ...project, knowledge_query_id: (queued as { readonly id: string }).id } };
    const read = () => ok(client.get(`${QUERY}/{knowledge_query_id}`, { params: stored }));
    expect((await eventually(read, ({ status }) => status !== 'running')).results).toEqual([]);
    await ok(client.delete(PROJECT, { params }));
  });

  journey('sources', 'writes down where documents come from, and what is to become of them', async () => {
    const { path: project } = await ownProject();
    const SOURCES = `${PROJECT}/knowledge_source` as const;
    const ONE = `${SOURCES}/{knowledge_source_id}` as const;
    const SCRAPE = `${PROJECT}/scrape` as const;
    const scrapes = await ok(client.post(SCRAPE, { params: { path: project } }));
    expect(scrapes).toMatchObject({ kind: 'web', is_scrape: true });
    const body = { kind: 'web', name: 'Handbook', config: { urls: ['https://example.com/'] } } as const;
    const made = await ok(client.post(SOURCES, { params: { path: project }, body }));
    const params = { path: { ...project, knowledge_source_id: made.id } };
    expect(await ok(client.post(ONE, { params, body: { schedule: 'P1D' } }))).toMatchObject({ schedule: 'P1D' });
    expect(await ok(client.get(ONE, { params }))).toMatchObject({ name: 'Handbook', has_secret: false });
    expect((await ok(client.get(SOURCES, { params: { path: project } }))).results).toHaveLength(2);
    expect((await ok(client.get(`${ONE}/run`, { params }))).results).toEqual([]);
    expect((await ok(client.get(`${SCRAPE}/runs`, { params: { path: project } }))).results).toEqual([]);
    expect((await ok(client.get(`${ONE}/withheld_removal`, { params }))).results).toEqual([]);
    const decision = { digest: 'none', decision: 'keep' } as const;
    const empty = { path: { ...project, knowledge_source_id: scrapes.id } };
    const one = { path: { ...params.path, sync_run_id: randomUUID() } };
    const refused = [
      await client.post(`${ONE}/sync`, { params: empty }),
      await client.post(`${SCRAPE}/start`, { params: { path: project }, body: { urls: ['nowhere'] } }),
      await client.get(`${SCRAPE}/run/{sync_run_id}`, { params: one }),
      await client.get(`${ONE}/run/{sync_run_id}`, { params: one }),
      await client.get(`${ONE}/run/{sync_run_id}/item`, { params: one }),
      await client.post(`${ONE}/run/{sync_run_id}/cancel`, { params: one }),
      await client.post(`${ONE}/withheld_removal`, { params, body: decision }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 422, 404, 404, 404, 404, 409]);
    await ok(client.delete(ONE, { params: { ...params, query: { documents: 'delete' } } }));
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });

  journey('triggers', 'has triggers start runs', async () => {
    const { path: project } = await ownProject();
    expect((await ok(client.get(`${PROJECT}/trigger`, { params: { path: project } }))).results).toEqual([]);
    const SCHEDULES = `${PROJECT}/trigger/schedule` as const;
    const ONE = `${SCHEDULES}/{trigger_id}` as const;
    const prompt = { enabled: true, llm_model_id: service.model, system_prompt: '', user_prompt: 'Report on {text}.' };
    const task = await ok(
      client.post(`${PROJECT}/task`, { params: { path: project }, body: { name: 'Report', ...prompt } }),
    );
    const target = { target_type: 'task', target_id: task.id } as const;
    const rhythm = { cron_expression: '0 0 29 2 *', timezone: 'Asia/Kolkata', task_input: { text: 'the day' } };
    const body = { name: 'Leap day', ...target, ...rhythm };
    const query = { cron_expression: rhythm.cron_expression, timezone: rhythm.timezone, count: 2 };
    const { times } = await ok(client.get(`${SCHEDULES}/preview`, { params: { path: project, query } }));
    const made = await ok(client.post(SCHEDULES, { params: { path: project }, body }));
    expect(times[0]).toBe(made.next_run);
    expect(made).toMatchObject({ status: 'active', next_run: expect.stringMatching(/-02-28T18:30:00\.000Z$/) });
    const params = { path: { ...project, trigger_id: made.id } };
    const paused = await ok(client.post(ONE, { params, body: { status: 'paused' } }));
    expect(paused).toMatchObject({ status: 'paused', next_run: null });
    expect(await ok(client.get(ONE, { params }))).toEqual(paused);
    expect(await ok(client.get(`${ONE}/events`, { params }))).toEqual([]);
    expect((await ok(client.get(`${SCHEDULES}/events`, { params: { path: project } }))).results).toEqual([]);
    const missing = { path: { ...params.path, event_id: randomUUID() } };
    expect((await client.get(`${ONE}/events/{event_id}`, { params: missing })).status).toBe(404);
    await ok(client.delete(ONE, { params }));
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });

  journey('triggers', 'has deliveries start runs', async () => {
    const { path: project } = await ownProject();
    const { task: target } = await ownTask(project);
    const HOOKS = `${PROJECT}/trigger/webhook` as const;
    const HOOK = `${HOOKS}/{trigger_id}` as const;
    const body = {
      name: name('Orders'),
      target_type: 'task' as const,
      target_id: target.id,
      auth_method: 'bearer' as const,
      payload_mapping: { text: '$.order' },
    };
    const hook = await ok(client.post(HOOKS, { params: { path: project }, body }));
    const params = { path: { ...project, trigger_id: hook.id } };
    await ok(client.post(HOOK, { params, body: { description: 'What the shop sells.' } }));
    expect(await ok(client.get(HOOK, { params }))).toMatchObject({ description: 'What the shop sells.' });
    const listed = await ok(client.get(`${PROJECT}/trigger`, { params: { path: project } }));
    expect(listed.results).toMatchObject([{ id: hook.id }]);
    const { auth_secret } = await ok(client.post(`${HOOK}/rotate-secret`, { params }));
    const moved = await ok(client.post(`${HOOK}/regenerate-endpoint`, { params }));
    const endpoint = moved.endpoint?.split('/').at(-1) ?? '';
    const delivered = await client.raw('POST', `/hooks/${endpoint}`, {
      body: { order: 'Tea for two.' },
      headers: { authorization: `Bearer ${auth_secret}` },
    });
    expect(delivered.status).toBe(202);
    const [event] = await ok(client.get(`${HOOK}/events`, { params }));
    const one = { path: { ...params.path, event_id: event?.id ?? '' } };
    expect(await ok(client.get(`${HOOK}/events/{event_id}`, { params: one }))).toMatchObject({ trigger_id: hook.id });
    await ok(client.delete(HOOK, { params }));
    expect((await client.get(HOOK, { params })).status).toBe(404);
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });

  journey('collections', 'manages collections, and learns what is not in them', async () => {
    const { path: project } = await ownProject();
    const COLLECTIONS = `${PROJECT}/collection` as const;
    const ONE = `${COLLECTIONS}/{collection_id}` as const;
    const made = await ok(client.post(COLLECTIONS, { params: { path: project }, body: { title: 'Terms' } }));
    expect(made).toMatchObject({ title: 'Terms', summary: null, document_count: 0, chunk_count: 0 });
    const params = { path: { ...project, collection_id: made.id } };
    expect((await ok(client.get(COLLECTIONS, { params }))).results.map(({ id }) => id)).toEqual([made.id]);
    await ok(client.post(ONE, { params, body: { title: 'Terms of delivery' } }));
    expect(await ok(client.get(ONE, { params }))).toMatchObject({ title: 'Terms of delivery' });
    expect(await ok(client.get(`${ONE}/stats`, { params }))).toMatchObject({ document_count: 0, token_count: 0 });
    for (const way of ['add', 'remove'] as const) {
      await ok(client.post(`${ONE}/${way}`, { params, body: { embedding_instance_ids: [] } }));
      const unknown = { embedding_instance_ids: [randomUUID()] };
      expect((await client.post(`${ONE}/${way}`, { params, body: unknown })).status).toBe(422);
    }
    const asked = await ok(client.post(`${ONE}/query`, { params, body: { query: 'How long may goods be returned?' } }));
    expect(asked).toMatchObject({ found: false, citations: [], results: [] });
    const body = { query: 'How long may goods be returned?' };
    const { data: later } = await client.post(`${ONE}/query`, { params, body, headers: { prefer: 'respond-async' } });
    const knowledge_query_id = (later as { readonly id: string }).id;
    const stored = { path: { ...params.path, knowledge_query_id } };
    const read = () => ok(client.get(`${ONE}/query/{knowledge_query_id}`, { params: stored }));
    expect(await eventually(read, ({ status }) => status !== 'running')).toMatchObject({ found: false, results: [] });
    expect((await client.post(`${ONE}/update_summary`, { params })).status).toBe(409);
    const member = { path: { ...params.path, member: `organization:${scope.org_id}` } };
    await ok(client.post(`${ONE}/iam/members/{member}`, { params: member, body: { add: ['viewer'] } }));
    expect(await ok(client.get(`${ONE}/iam/members/{member}`, { params: member }))).toMatchObject({
      roles: ['viewer'],
    });
    expect((await ok(client.get(`${ONE}/iam/members`, { params }))).results.length).toBeGreaterThan(0);
    await ok(client.post(`${ONE}/iam/test`, { params, body: { permissions: ['view'] } }));
    const TAGS = `${COLLECTIONS}/tag` as const;
    const tag = await ok(client.post(TAGS, { params, body: { name: 'billing' } }));
    const one = { path: { ...project, tag_id: tag.id } };
    await ok(client.post(`${TAGS}/{tag_id}`, { params: one, body: { description: 'Invoices.' } }));
    expect(await ok(client.get(`${TAGS}/{tag_id}`, { params: one }))).toMatchObject({ description: 'Invoices.' });
    for (const way of ['add', 'remove'] as const)
      await ok(client.post(`${TAGS}/{tag_id}/${way}`, { params: one, body: { entities: [made.id] } }));
    expect((await ok(client.get(TAGS, { params }))).results).toHaveLength(1);
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });

  journey('people', 'signs up, confirms the address, joins by invite, and signs in and out', async (skip) => {
    if (!service.takesPeople) return skip();
    const browser = new Browser(service.origin);
    const person = service.speaker({ fetch: (request) => fetchWithSession(browser, request) });
    const who = { email: `${randomUUID()}@example.com`, name: 'Grace' };
    const password = `secret ${randomUUID()}`;
    const { org_id } = scope;
    await ok(person.post('/identity/sign-up', { body: who }));
    await ok(person.post('/identity/resend-verification', { body: { email: who.email } }));
    const token = await findInMail(service, who.email, (text) => findMailedToken(text, 'verify'));
    await ok(person.post('/identity/verify-address', { body: { token, password } }));
    await ok(person.post('/identity/sign-in', { body: { email: who.email, password } }));
    expect(await ok(person.get('/api/v1/whoami'))).toMatchObject({ kind: 'user_session', email: who.email });
    const invite = { email_address: who.email, roles: ['viewer'] };
    await ok(client.post('/api/v1/org/{org_id}/invite', { params: { path: { org_id } }, body: invite }));
    const code = await findInMail(service, who.email, getInviteCode);
    await ok(person.post('/api/v1/org/{org_id}/join', { params: { path: { org_id } }, body: { code } }));
    const orgs = await ok(person.get('/api/v1/org'));
    expect(orgs.results.map((one) => one.id)).toContain(org_id);
    const left = await ok(person.post('/api/v1/org/{org_id}/leave', { params: { path: { org_id } } }));
    expect(left.roles).toEqual([]);
    expect((await ok(person.get('/api/v1/org'))).results.map((one) => one.id)).not.toContain(org_id);
    expect(await ok(person.get('/api/v1/user/grant'))).toEqual([]);
    expect((await ok(person.get('/api/v1/user/role'))).results).toEqual([]);
    const gone = { path: { client_id: randomUUID() } };
    expect((await person.delete('/api/v1/user/grant/{client_id}', { params: gone })).status).toBe(404);
    const [session] = (await ok(person.get('/api/v1/user/session'))).results;
    expect(session).toMatchObject({ current: true });
    const other = { path: { user_session_id: randomUUID() } };
    expect((await person.delete('/api/v1/user/session/{user_session_id}', { params: other })).status).toBe(404);
    await ok(person.post('/identity/sign-out-everywhere', { body: { keep_this: true } }));
    const next = `other ${password}`;
    await ok(person.post('/api/v1/user/password', { body: { current_password: password, password: next } }));
    await ok(person.post('/identity/sign-out', {}));
    const ended = await person.post('/identity/sign-in-by-link', { body: { link: 'not one of yours' } });
    expect([400, 403]).toContain(ended.status);
    expect((await person.get('/api/v1/whoami')).status).toBe(401);
    await ok(person.post('/identity/request-password-reset', { body: { email: who.email } }));
    const reset = {
      token: await findInMail(service, who.email, (text) => findMailedToken(text, 'reset')),
      password: `new ${password}`,
    };
    await ok(person.post('/identity/reset-password', { body: reset }));
    expect((await person.post('/identity/sign-in', { body: { email: who.email, password } })).status).toBe(401);
    await ok(person.post('/identity/sign-in', { body: { email: who.email, password: reset.password } }));
  });

  journey('profile', 'has a profile and a picture', async () => {
    const bio = name('Keeps things running');
    expect(await ok(client.post('/api/v1/user', { body: { bio } }))).toMatchObject({ bio });
    expect(await ok(client.post('/api/v1/user', { body: { bio: null } }))).toMatchObject({ bio: null });
    const { avatar_url } = await ok(client.post('/api/v1/user/avatar', { body: { file: PICTURE } }));
    expect(await ok(client.get('/api/v1/user'))).toMatchObject({ bio: null, avatar_url });
    const picture = { path: { avatar: new URL(avatar_url ?? '', service.origin).pathname.split('/').at(-1) ?? '' } };
    expect((await ok(client.get('/public/avatar/{avatar}', { params: picture }))).size).toBeGreaterThan(0);
  });

  journey('organization', 'runs an organization: its settings, invites, domains, members and trail', async (skip) => {
    const { system_role } = await ok(client.get('/api/v1/whoami'));
    if (system_role === null) return skip();
    const made = { name: name('Acceptance'), contact_email: 'ops@example.com' };
    const { id: org_id } = await ok(client.post('/api/v1/org', { body: made }));
    const params = { path: { org_id } };
    await ok(client.post('/api/v1/org/{org_id}', { params, body: { contact_email: 'billing@example.com' } }));
    await ok(client.post('/api/v1/org/{org_id}/avatar', { params, body: { file: PICTURE } }));
    const read = await ok(client.get('/api/v1/org/{org_id}', { params }));
    expect(read).toMatchObject({ contact_email: 'billing@example.com', avatar_url: expect.any(String) });
    const listed: string[] = [];
    for await (const one of client.pages('/api/v1/org', { params: { query: { page_limit: 1 } } })) listed.push(one.id);
    expect(listed[0]).toBe(org_id);

    const guest = { email_address: `${randomUUID()}@example.com`, roles: ['viewer'] };
    const invite = await ok(client.post('/api/v1/org/{org_id}/invite', { params, body: guest }));
    const again = await client.post('/api/v1/org/{org_id}/invite', { params, body: guest });
    expect(again).toMatchObject({ status: 400, data: { detail: { reason: 'ORGANIZATION_INVITE_ALREADY_EXISTS' } } });
    const one = { path: { org_id, org_invite_id: invite.id } };
    await ok(client.post('/api/v1/org/{org_id}/invite/{org_invite_id}/resend', { params: one }));
    const pending = await ok(client.get('/api/v1/org/{org_id}/invite', { params }));
    expect(pending.results.map((each) => each.id)).toEqual([invite.id]);
    const withdrawn = await client.delete('/api/v1/org/{org_id}/invite/{org_invite_id}', { params: one });
    expect(withdrawn).toMatchObject({ status: 204, data: undefined });

    const domain = `${randomUUID()}.example`;
    const claim = await ok(client.post('/api/v1/org/{org_id}/domains', { params, body: { domain } }));
    const claimed = { path: { org_id, domain_id: claim.id } };
    await ok(client.post('/api/v1/org/{org_id}/domains/{domain_id}/verify', { params: claimed }));
    const domains = await ok(client.get('/api/v1/org/{org_id}/domains', { params }));
    expect(domains.results).toMatchObject([{ id: claim.id, domain }]);
    await ok(client.delete('/api/v1/org/{org_id}/domains/{domain_id}', { params: claimed }));

    const inside = await ok(client.post('/api/v1/org/{org_id}/project', { params, body: { name: 'Inside' } }));
    await walkIam('/api/v1/org/{org_id}', { org_id }, `project:${inside.id}`);
    await walkAudit('/api/v1/org/{org_id}', { org_id } as typeof scope, 'organization.updated');
  });

  journey('partners', 'keeps the partners and the model keys of the installation', async (skip) => {
    const { system_role } = await ok(client.get('/api/v1/whoami'));
    if (system_role === null) return skip();
    const partner = await ok(
      client.post('/api/v1/partner', { body: { name: name('Northwind'), description: 'Anywhere.' } }),
    );
    const params = { path: { partner_id: partner.id } };
    await ok(client.post('/api/v1/partner/{partner_id}', { params, body: { description: 'In the north.' } }));
    expect(await ok(client.get('/api/v1/partner/{partner_id}', { params }))).toMatchObject({
      name: partner.name,
      description: 'In the north.',
    });
    expect((await ok(client.get('/api/v1/partner'))).results.map((one) => one.id)).toContain(partner.id);

    const keys = await ok(client.get('/api/v1/model_key'));
    expect(keys.map(({ variable }) => variable)).toContain('OPENAI_API_KEY');
    const path = { variable: 'NOBODY_S_KEY' };
    const none = await client.post('/api/v1/model_key/{variable}', { params: { path }, body: { key: 'sk-of-nobody' } });
    expect(none.status).toBe(404);
    expect((await client.delete('/api/v1/model_key/{variable}', { params: { path } })).status).toBe(404);
  });

  journey('project', 'runs a project: its settings, models, keys, members, trail and end', async () => {
    const { project, path } = await ownProject();
    const params = { path };
    const renamed = await ok(client.post(PROJECT, { params, body: { name: name('Renamed') } }));
    expect(await ok(client.get(PROJECT, { params }))).toMatchObject({ id: project.id, name: renamed.name });
    await ok(client.post(`${PROJECT}/avatar`, { params, body: { file: PICTURE } }));
    const { org_id } = path;
    const all = await ok(client.get('/api/v1/org/{org_id}/project', { params: { path: { org_id } } }));
    expect(all.results[0]?.id).toBe(project.id);
    expect((await ok(client.get('/api/v1/project'))).results[0]).toMatchObject({ id: project.id, org_id });
    await ok(client.post(`${PROJECT}/config`, { params, body: { knn: 4 } }));
    expect(await ok(client.get(`${PROJECT}/config`, { params }))).toMatchObject({ knn: 4 });
    const models = await ok(client.get(`${PROJECT}/model`, { params }));
    const model = models.find((one) => one.name === service.model);
    const named = { path: { ...path, model_id_or_name: service.model } };
    expect(await ok(client.get(`${PROJECT}/model/{model_id_or_name}`, { params: named }))).toEqual(model);

    const body = { name: 'CI', scopes: ['project:view'] };
    const { id: api_key_id, value } = await ok(client.post(`${PROJECT}/api_key`, { params, body }));
    const cut = service.speaker({ key: value });
    expect((await cut.get(PROJECT, { params })).status).toBe(200);
    expect((await cut.post(PROJECT, { params, body: { name: 'No' } })).status).toBe(403);
    // Only tried without the right: a local try-out would kill the worker of the other journeys.
    const killed = await cut.post('/api/v1/org/{org_id}/try-out/kill-worker', { params: { path: { org_id } } });
    expect(killed.status).toBe(403);
    const [listed] = await ok(client.get(`${PROJECT}/api_key`, { params }));
    expect(listed).toMatchObject({ id: api_key_id, name: 'CI' });
    expect(listed).not.toHaveProperty('value');
    await ok(client.post(`${PROJECT}/api_key/{api_key_id}/revoke`, { params: { path: { ...path, api_key_id } } }));
    expect((await cut.get(PROJECT, { params })).status).toBe(401);

    const changes = await client.stream('get', `${PROJECT}/changes`, { params });
    expect((await changes.until('counts')).data.counts).toMatchObject({ agent_run: expect.any(Object) });
    changes.cut();
    await walkIam(PROJECT, path);
    await walkAudit(PROJECT, path, 'project.updated');
    await ok(client.delete(PROJECT, { params }));
    const after = await client.get(PROJECT, { params });
    expect(after).toMatchObject({ status: 403, data: { detail: { reason: 'PERMISSION_CHECK_FAILED' } } });
  });

  journey('models', 'keeps models from being asked, in a project and in all of them', async () => {
    const { path } = await ownProject();
    const params = { path };
    const { task, path: at } = await ownTask(path);
    const EXCLUDE = `${PROJECT}/model/exclude` as const;
    const all = await ok(client.get(`${PROJECT}/model`, { params }));
    const model = all.find((one) => one.name === service.model);
    if (!model) throw new Error('the service has not the model that the tasks name');
    const { vendor, provider, id } = model;
    for (const rule of [
      () => client.post(`${EXCLUDE}/by-id`, { params, body: { model_id: id, reason: 'Not approved' } }),
      () => client.post(`${EXCLUDE}/by-provider`, { params, body: { provider } }),
      () => client.post(`${EXCLUDE}/by-vendor`, { params, body: { vendor } }),
    ]) {
      const made = await ok(rule());
      expect((await ok(client.get(`${PROJECT}/model/exclusions`, { params }))).results).toEqual([made]);
      const effective = await ok(client.get(`${PROJECT}/model/exclusions/effective`, { params }));
      expect(effective.results).toContainEqual(made);
      const names = (await ok(client.get(`${PROJECT}/model`, { params }))).map((one) => one.name);
      expect(names).not.toContain(model.name);
      const refused = await client.post(`${TASK}/run`, {
        params: { path: at },
        body: { task_input: { text: task.name } },
      });
      expect(refused).toMatchObject({ status: 409, data: { detail: { reason: 'MODEL_EXCLUDED' } } });
      const { rule_type, value } = made;
      await ok(client.delete(`${EXCLUDE}/{rule_type}/{value}`, { params: { path: { ...path, rule_type, value } } }));
    }
    const ORG = '/api/v1/org/{org_id}/model' as const;
    const org = { path: { org_id: path.org_id } };
    // A value that the service is unlikely to need.
    const made = await ok(client.post(`${ORG}/exclude/by-provider`, { params: org, body: { provider: 'anthropic' } }));
    expect((await ok(client.get(`${ORG}/exclusions`, { params: org }))).results).toContainEqual(made);
    const { rule_type, value } = made;
    await ok(
      client.delete(`${ORG}/exclude/{rule_type}/{value}`, { params: { path: { ...org.path, rule_type, value } } }),
    );
    const nobody = name('Nobody');
    expect(await client.post(`${ORG}/exclude/by-id`, { params: org, body: { model_id: nobody } })).toMatchObject({
      status: 422,
    });
    expect(await client.post(`${ORG}/exclude/by-vendor`, { params: org, body: { vendor: nobody } })).toMatchObject({
      status: 422,
    });
  });

  journey('oauth-client', 'lets a client of its own act', async () => {
    const { path } = await ownProject();
    const params = { path };
    const CLIENT = `${PROJECT}/oauth_client/{oauth_client_id}` as const;
    const made = await ok(client.post(`${PROJECT}/oauth_client`, { params, body: { name: name('Import') } }));
    const one = { path: { ...path, oauth_client_id: made.id } };
    await ok(client.post(CLIENT, { params: one, body: { name: 'Nightly' } }));
    const { client_secret } = await ok(client.post(`${CLIENT}/client_secret`, { params: one, body: {} }));
    expect(client_secret).not.toBe(made.client_secret);
    const read = await ok(client.get(CLIENT, { params: one }));
    expect(read).toMatchObject({ name: 'Nightly', client_id: made.client_id });
    expect(read).not.toHaveProperty('client_secret');
    expect((await ok(client.get(`${PROJECT}/oauth_client`, { params }))).results).toMatchObject([{ id: made.id }]);
    const answer = await service.speaker({}).raw('POST', '/auth/oauth2/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: made.client_id,
        client_secret: client_secret ?? '',
      }).toString(),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    const acting = service.speaker({ key: access_token });
    expect(await ok(acting.get('/api/v1/whoami'))).toMatchObject({ kind: 'client_credentials', ...path });
    await walkIam(CLIENT, one.path);
    await ok(client.delete(CLIENT, { params: one }));
    expect((await acting.get('/api/v1/whoami')).status).toBe(401);
    await ok(client.delete(PROJECT, { params }));
  });

  journey('task', 'makes a task, runs it, reads its runs and files, and takes it away', async () => {
    const { path: project } = await ownProject();
    const { task, path } = await ownTask(project);
    const params = { path };
    expect(task.active_revisions).toMatchObject([{ weight: 1 }]);
    const processors = await ok(client.get(`${PROJECT}/input_processor`, { params: { path: project } }));
    expect(processors.map((one) => one.name)).toContain('document_content_extractor');
    const guardrails = await ok(client.get(`${PROJECT}/guardrail`, { params: { path: project } }));
    expect(guardrails.map((one) => one.name)).toContain('secrets');
    const edited = await ok(client.post(TASK, { params, body: { user_prompt: 'Say {text}.', annotation: 'shorter' } }));
    expect(edited.revisions.map((one) => one.active)).toEqual([false, true]);
    expect(edited.active_revisions).toEqual(task.active_revisions);
    expect(await ok(client.get(TASK, { params }))).toEqual(edited);
    await walkRevisions(path, edited.revisions[0]?.id ?? '');
    const same = await client.post(`${PROJECT}/task`, {
      params: { path: project },
      body: { name: task.name, enabled: true, llm_model_id: service.model, system_prompt: 'Do.', user_prompt: 'Say.' },
    });
    expect(same).toMatchObject({ status: 400, data: { detail: { reason: 'DUPLICATE_TASK_NAME' } } });
    expect((await ok(client.get(`${PROJECT}/task`, { params: { path: project } }))).results).toHaveLength(1);

    const open = { public: true, exposed_to_agents: true, description: 'Says it shorter.' };
    const { access_token } = await ok(client.post(TASK, { params, body: open }));
    const guest = service.speaker({ key: access_token ?? '' });
    const byToken = await ok(guest.post(`${TASK}/run`, { params, body: { task_input: { text: 'x' } } }));
    expect((await guest.get(TASK, { params })).status).toBe(403);
    const { project_key } = await ok(client.get(PROJECT, { params: { path: project } }));
    const named = { path: { project_key: project_key ?? '', task_id: task.id } };
    const llmsText = await service.speaker({}).get('/public/{project_key}/llms/task/{task_id}', { params: named });
    expect(llmsText.status).toBe(200);
    expect(await (llmsText.data as Blob).text()).toContain('Says it shorter.');
    await ok(client.post(TASK, { params, body: { public: false } }));
    expect((await guest.post(`${TASK}/run`, { params, body: { task_input: { text: 'x' } } })).status).toBe(401);

    const header = { 'Idempotency-Key': randomUUID() };
    const body = { task_input: { text: 'a fine day' }, task_reference: 'ticket 4711' };
    const group = { params: { path: project }, body: { name: 'Summer' } };
    const { name: reporting_group } = await ok(client.post(`${PROJECT}/reporting-groups`, group));
    await walkCredits(project);
    const query = { reporting_group };
    const run = await client.post(`${TASK}/run`, { params: { path, header, query }, body });
    if (run.status !== 200) throw new Error(`the run answered ${run.status}`);
    expect(run.data).toMatchObject({
      is_error: false,
      reference: 'ticket 4711',
      run_data: { submitted: body.task_input },
    });
    expect(run.headers.get('x-task-run-id')).toBe(run.data.id);
    const again = await client.post(`${TASK}/run`, { params: { path, header, query }, body });
    expect(again).toMatchObject({ status: 200, data: { id: run.data.id } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = { task_input: { text: 'another day' } };
    const clash = await client.post(`${TASK}/run`, { params: { path, header }, body: other });
    expect(clash).toMatchObject({ status: 409, data: { detail: { reason: 'IDEMPOTENCY_KEY_REUSED' } } });

    const sent = { task_input: JSON.stringify({ text: 'the file' }), task_file: [new File(['Words.'], 'words.txt')] };
    const filed = await client.finished(`${TASK}/run`, { params, body: sent });
    const file = { path: { ...path, task_run_id: filed.id, file_name: filed.files[0]?.name ?? '' } };
    const got = await ok(client.get(`${TASK}/run/{task_run_id}/file/{file_name}`, { params: file }));
    expect(await got.text()).toBe('Words.');
    const one = { path: { ...path, task_run_id: filed.id } };
    const events = client.follow(`${TASK}/run/{task_run_id}/events`, { params: one });
    for await (const event of events) expect(['no_text', 'done']).toContain(event.event);
    expect(await ok(client.get(`${TASK}/run/{task_run_id}`, { params: one }))).toEqual(filed);
    const runs: string[] = [];
    for await (const each of client.pages(`${TASK}/run`, { params: { path, query: { page_limit: 1 } } }))
      runs.push(each.id);
    expect(runs).toEqual([filed.id, run.data.id, byToken.id]);
    const recent = await ok(client.get(`${PROJECT}/task_run/recent_by_task`, { params: { path: project } }));
    expect(recent.results.map((each) => each.runs.map((one) => one.id))).toEqual([runs]);
    const everywhere = await ok(client.get(`${PROJECT}/task_run`, { params: { path: project } }));
    expect(everywhere.results.map((each) => each.id)).toEqual(runs);
    await walkTaskFeedback(one.path);
    await walkTaskReports(project, path, runs.length);
    const late = await client.post(`${TASK}/run/{task_run_id}/cancel`, { params: one });
    expect(late).toMatchObject({ status: 409, data: { detail: { reason: 'RUN_ENDED' } } });
    await walkIam(TASK, path);
    await ok(client.delete(TASK, { params }));
    expect((await client.get(TASK, { params })).status).toBe(404);
    expect(await ok(client.get(`${TASK}/run/{task_run_id}`, { params: one }))).toMatchObject({
      id: filed.id,
      task: { deleted: true },
    });
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });

  journey('agent', 'makes an agent, runs it, approves what it asks for, and reads what happened', async () => {
    const { path: project } = await ownProject();
    const { agent, path } = await ownAgent(project);
    const draft = { approval_policy: { default: 'always' as const }, builtin_tools: ['calculator'] };
    const dryRun = `${PROJECT}/task-agent/approval-policy/dry-run` as const;
    const foretold = await ok(client.post(dryRun, { params: { path: project }, body: draft }));
    expect(foretold.tools).toMatchObject([{ tool_name: 'calculator', cases: [{ asks: true }] }]);
    const message = await service.message();
    const events: { id: number; event: string }[] = [];
    let asked = '';
    for await (const event of runAgent(client, path, { message })) {
      events.push({ id: Number(event.id), event: event.event });
      if (event.event !== 'approval_required') continue;
      asked = event.data.approval_request_id;
      expect(event.data).toMatchObject({ tool_name: 'calculator', tool_type: 'builtin' });
      const params = { path: { ...path, approval_request_id: asked } };
      const request = await ok(client.get(APPROVAL_REQUEST, { params }));
      expect(request).toMatchObject({ status: 'pending', can_decide: { allowed: true } });
      const queue = await ok(client.get(`${PROJECT}/task-agent/approval-request`, { params: { path: project } }));
      expect(queue.results.map((one) => one.id)).toEqual([asked]);
      await walkInbox(params);
      const body = { decision_note: 'checked', arguments_digest: request.arguments_digest };
      expect(await ok(client.post(`${APPROVAL_REQUEST}/approve`, { params, body }))).toMatchObject({
        status: 'approved',
        decisions: [{ decision: 'approve', note: 'checked' }],
      });
      const late = await client.post(`${APPROVAL_REQUEST}/reject`, { params, body: {} });
      expect(late).toMatchObject({ status: 409, data: { detail: { reason: 'APPROVAL_REQUEST_NOT_PENDING' } } });
    }
    expect(events.map((one) => one.id)).toEqual(events.map((_, at) => at + 1));
    expect([events[0]?.event, events.at(-1)?.event]).toEqual(['session_id', 'done']);
    const runs = await ok(client.get(`${AGENT}/run`, { params: { path } }));
    const [run] = runs.results;
    if (!run) throw new Error('the run is not listed');
    const at = { path: { ...path, run_id: run.id } };
    const read = await ok(client.get(`${AGENT}/run/{run_id}`, { params: at }));
    expect(read).toMatchObject({ status: 'completed', waiting_for: null, is_error: false, turns: 2 });
    const page = await ok(client.get(`${AGENT}/run/{run_id}/events`, { params: at }));
    expect(page?.events.find((one) => one.approval_request_id === asked)).toBeDefined();
    const effects = await ok(client.get(`${AGENT}/run/{run_id}/effects`, { params: at }));
    expect(effects).toMatchObject({ results: [], pagination: { page_limit: 100 } });
    const turns = await ok(client.get(`${AGENT}/run/{run_id}/turns`, { params: at }));
    expect(turns.results.map((one) => one.turn)).toEqual([1, 2]);
    const where = await ok(client.get('/api/v1/locate', { params: { query: { id: run.id } } }));
    expect(where.found).toMatchObject({ type: 'task_agent_run', ...path });
    const waiting = { params: { path: project }, body: { waiting_for: 'provider' } } as const;
    expect(await ok(client.post(`${PROJECT}/run/resume`, waiting))).toEqual({ matched: 0 });
    expect((await ok(client.get(`${PROJECT}/task_agent_run`, { params: { path: project } }))).results).toHaveLength(1);
    await walkAgentFeedback(at.path);
    const none = { path: { ...at.path, file_name: 'none.txt' } };
    expect((await client.get(`${AGENT}/run/{run_id}/file/{file_name}`, { params: none })).status).toBe(404);
    const ended = await client.post(`${AGENT}/run/{run_id}/cancel`, { params: at });
    expect(ended).toMatchObject({ status: 409, data: { detail: { reason: 'RUN_ENDED' } } });

    await walkAgentReports(project, path, 1);
    const sessions = await ok(client.get(`${AGENT}/session`, { params: { path } }));
    expect(sessions.results).toMatchObject([{ id: run.session_id, run_count: 1 }]);
    const session = { path: { ...path, session_id: run.session_id } };
    expect(await ok(client.get(`${AGENT}/session/{session_id}`, { params: session }))).toMatchObject({
      runs: [{ id: run.id }],
    });
    await ok(client.delete(`${AGENT}/session/{session_id}`, { params: session }));
    expect((await client.get(`${AGENT}/run/{run_id}`, { params: at })).status).toBe(404);
    expect(agent.active_revision_id).toBe(read.task_agent_revision_id);
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });

  journey('agent', 'changes an agent, rejects what it asks for, stops a run, and takes the agent away', async () => {
    const { path: project } = await ownProject();
    const { agent, path } = await ownAgent(project);
    const params = { path };
    await walkShares();
    await walkEvals();
    const edited = await ok(client.post(AGENT, { params, body: { instruction: 'Help well.' } }));
    expect(edited.active_revision_id).toBe(agent.active_revision_id);
    const { results: revisions } = await ok(client.get(`${AGENT}/revision`, { params }));
    expect(revisions.map((one) => one.instruction)).toEqual(['Help well.', 'Help.']);
    const newest = revisions[0]?.id ?? '';
    const revision = { path: { ...path, revision_id: newest } };
    expect(await ok(client.get(`${AGENT}/revision/{revision_id}`, { params: revision }))).toEqual(revisions[0]);
    const needs = await ok(client.post(`${AGENT}/revision/{revision_id}/provision`, { params: revision }));
    expect(needs).toEqual({ task_agent_revision_id: newest, provisioning: [] });
    await ok(client.post(AGENT, { params, body: { active_revision_id: newest } }));
    expect(await ok(client.get(AGENT, { params }))).toMatchObject({ instruction: 'Help well.' });

    const parked = await ok(client.post(`${AGENT}/run`, { params, body: { message: await service.message() } }));
    expect(parked).toMatchObject({ status: 'waiting_for_human', waiting_for: { kind: 'approval' } });
    const query = { run_id: parked.id, status: 'pending' as const };
    const { results } = await ok(client.get(`${AGENT}/approval-request`, { params: { path, query } }));
    const request = { path: { ...path, approval_request_id: results[0]?.id ?? '' } };
    const body = { decision_note: 'not today' };
    expect(await ok(client.post(`${APPROVAL_REQUEST}/reject`, { params: request, body }))).toMatchObject({
      status: 'rejected',
      decision_note: 'not today',
    });
    const resumed = await ok(client.post(`${APPROVAL_REQUEST}/resume`, { params: request, body: {} }));
    expect(resumed).toMatchObject({ id: parked.id, status: 'completed' });
    const held = await client.post(`${AGENT}/run/{run_id}/resume`, {
      params: { path: { ...path, run_id: parked.id } },
      body: {},
    });
    expect(held).toMatchObject({ status: 200, data: { id: parked.id } });

    const second = await ok(client.post(`${AGENT}/run`, { params, body: { message: await service.message() } }));
    const receipt = await ok(
      client.post(`${AGENT}/run/{run_id}/cancel`, { params: { path: { ...path, run_id: second.id } } }),
    );
    expect(receipt).toMatchObject({
      run: { id: second.id, status: 'cancelled' },
      done: [],
      stopped: [{ tool_name: 'calculator' }],
      unknown: [],
      spent: { estimated: false },
    });
    await walkIam(AGENT, path);
    expect((await ok(client.get(`${PROJECT}/task-agent`, { params: { path: project } }))).results).toHaveLength(1);
    await ok(client.delete(AGENT, { params }));
    expect((await client.get(AGENT, { params })).status).toBe(404);
    await ok(client.delete(PROJECT, { params: { path: project } }));
  });
});

describe('the OpenAI API', () => {
  journey('openai', 'lists a task as a model and runs it', async () => {
    const { task } = await ownTask(scope);
    const headers = { 'OpenAI-Project': scope.project_id };
    const model = `task/${task.name}`;
    const { data } = await ok(client.get('/v1/models', { headers }));
    expect(data.map(({ id }) => id)).toContain(model);
    const params = { path: { model } };
    expect(await ok(client.get('/v1/models/{model}', { params, headers }))).toMatchObject({ id: model });
    const messages = [{ role: 'user' as const, content: 'A fine day.' }];
    const completion = await ok(client.post('/v1/chat/completions', { body: { model, messages }, headers }));
    expect(completion.choices[0]?.message.content).toEqual(expect.any(String));
    const response = await ok(client.post('/v1/responses', { body: { model, input: 'A fine day.' }, headers }));
    expect(response.status).toBe('completed');
    const at = { params: { path: { response: response.id } }, headers };
    expect((await ok(client.get('/v1/responses/{response}', at))).output).toEqual(response.output);
    expect((await ok(client.post('/v1/responses/{response}/cancel', at))).status).toBe('completed');
    expect((await ok(client.get('/v1/responses/{response}/input_items', at))).data).toHaveLength(1);
    expect(await ok(client.delete('/v1/responses/{response}', at))).toMatchObject({ deleted: true });
    expect((await client.get('/v1/responses/{response}', at)).status).toBe(404);
  });
});

describe('the coverage list of the journeys', () => {
  it('has every operation of the document once, except those of plain resources', () => {
    const plain = listPlainResources(service.document, LISTED).flatMap((resource) => Object.values(resource));
    const ids = service.document.operations.filter((op) => !plain.includes(op)).map((op) => op.id);
    expect(COVERAGE.map(([id]) => id).toSorted(), 'name the journey of a new operation in coverage.txt').toEqual(
      ids.toSorted(),
    );
  });

  it('matches the journeys: each operation returned success, or the refusal that the list states', () => {
    const { good, refused } = service.answered;
    const walked = COVERAGE.filter(([, id]) => !skipped.has(id));
    const untrue = walked.filter(([id, by, only]) => !(only === 'refused' ? refused : good).has(`${id} ${by}`));
    expect(untrue).toEqual([]);
  });
});
