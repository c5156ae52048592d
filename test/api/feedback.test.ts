import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantRole } from '../../src/access/grant-roles.ts';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { makeAgent, makeTask, play, type TestAgent } from '../support/agents.ts';
import { type ApiResponse, Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { createPerson, type Person } from '../support/identity.ts';
import { getReason } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let task: Json;
let agent: TestAgent;
/** A user of the project with a browser and a key. */
let ada: Person;
let key: Client;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  [task, agent, ada] = await Promise.all([makeTask(tenant), makeAgent(tenant), createPerson(world)]);
  await grantRole(world.db, { resourceType: 'project', resourceId: tenant.projectId, userId: ada.id, role: 'viewer' });
  const { orgId, projectId } = tenant;
  const made = await createApiKey(world.db, { orgId, projectId, userId: ada.id, name: 'test', scopes: null });
  key = new Client(world.stack.baseUrl, made.value);
  await ada.signIn();
});
afterAll(() => world.close());

async function ok(response: Promise<ApiResponse>): Promise<Json> {
  const { status, body, text } = await response;
  expect(status, text).toBe(200);
  return body;
}
const refused = async (response: Promise<ApiResponse>) => {
  const got = await response;
  return [got.status, got.status === 422 ? got.body.detail[0].loc : getReason(got)];
};
/** Sends a body from Ada's browser. */
async function byHand(path: string, body: object): Promise<Json> {
  const { status, text } = await ada.browser.post(`/api/v1${path}`, body);
  expect(status, text).toBe(200);
  return JSON.parse(text);
}
const scoresOf = ({ results }: Json) => results.map(({ name, value }: Json) => [name, value]);

/** A run of each kind, with its address and field names. */
async function taskRun(of = task) {
  const path = `${tenant.project}/task/${of.id}/run`;
  const run = await ok(tenant.owner.post(path, { task_input: { text: 'x' } }));
  const ids = { task_run_id: run.id, task_id: of.id, task_revision_id: run.task_revision_id };
  return { path: `${path}/${run.id}`, ids, all: `${tenant.project}/task_run_feedback`, run: 'task_run' };
}
async function agentRun() {
  const { message } = await play(world, [{ text: 'Done.' }]);
  const run = await agent.run(message);
  const ids = {
    task_agent_run_id: run.id,
    task_agent_id: agent.id,
    task_agent_revision_id: run.task_agent_revision_id,
  };
  const all = `${tenant.project}/task_agent_run_feedback`;
  return { path: `${agent.path}/run/${run.id}`, ids, all, run: 'task_agent_run' };
}
const KINDS = [
  { kind: 'a task', made: taskRun },
  { kind: 'an agent', made: agentRun },
];

describe.each(KINDS)('feedback on a run of $kind', ({ made }) => {
  it('is created, listed, read, changed field by field and deleted, and counted on the run', async () => {
    const { path, ids } = await made();
    const time = expect.stringMatching(/Z$/);
    const given = await ok(tenant.owner.post(`${path}/feedback`, { name: 'correct', value: false, note: 'Old year.' }));
    expect(given).toEqual({
      id: expect.any(String),
      ...ids,
      name: 'correct',
      value: false,
      note: 'Old year.',
      source: 'program',
      created_by: `user:${tenant.userId}`,
      created: time,
      modified: time,
    });
    const one = `${path}/feedback/${given.id}`;
    expect(await ok(tenant.owner.get(one))).toEqual(given);
    const comment = await ok(tenant.owner.post(`${path}/feedback`, { name: 'correct', value: null, note: 'Again.' }));
    expect(comment).toMatchObject({ value: null, note: 'Again.' });
    expect((await ok(tenant.owner.get(`${path}/feedback`))).results).toEqual([comment, given]);
    expect((await ok(tenant.owner.get(path))).feedback_count).toBe(2);

    const changed = await ok(tenant.owner.post(one, { value: true, note: null }));
    expect(changed).toMatchObject({ name: 'correct', value: true, note: null });
    expect(await ok(tenant.owner.post(one, { name: 'right' }))).toMatchObject({ name: 'right', value: true });
    expect(await refused(tenant.owner.post(one, { value: null }))).toEqual([422, ['body', 'value']]);
    const stale = await tenant.owner.post(one, { value: false }, { 'if-match': '"1"' });
    expect([stale.status, getReason(stale)]).toEqual([409, 'STALE_VERSION']);

    expect(await ok(tenant.owner.delete(one))).toMatchObject({ id: given.id, name: 'right' });
    for (const gone of [tenant.owner.get(one), tenant.owner.post(one, { value: 1 }), tenant.owner.delete(one)])
      expect(await refused(gone)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect((await ok(tenant.owner.get(path))).feedback_count).toBe(1);
  });

  it('accepts numbers, booleans and categories, and one value per name and author', async () => {
    const { path } = await made();
    const give = (body: object, client = tenant.owner) => client.post(`${path}/feedback`, body);
    const name = 'tone';
    for (const value of [0, -1.5, 1e300, true, 'friendly', 'ß'.repeat(100)])
      expect(await ok(give({ name: `n ${randomUUID()}`, value }))).toMatchObject({ value });
    const twice = await Promise.all([give({ name, value: 1 }), give({ name, value: 2 })]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(twice.map(getReason)).toContain('FEEDBACK_ALREADY_EXISTS');
    const other = await ok(give({ name: 'style', value: 1 }));
    expect(await refused(tenant.owner.post(`${path}/feedback/${other.id}`, { name }))).toEqual([
      409,
      'FEEDBACK_ALREADY_EXISTS',
    ]);
    const colleague = await tenant.member({ project: 'viewer' });
    expect(await ok(give({ name, value: 3 }, colleague))).toMatchObject({ created_by: `user:${colleague.userId}` });
    for (const value of [' ', 'x'.repeat(101), [], {}])
      expect((await refused(give({ name: 'x', value })))[1], JSON.stringify(value)).toEqual(['body', 'value']);
    expect(await refused(give({ name: 'x' }))).toEqual([422, ['body', 'value']]);
    expect(await refused(give({ name: 'x', note: 'x'.repeat(4001) }))).toEqual([422, ['body', 'note']]);
    for (const word of [' ', 'x'.repeat(61)])
      expect(await refused(give({ name: word, value: 1 }))).toEqual([422, ['body', 'name']]);
  });

  it('is found across the project by run, name, author and time, and filters runs', async () => {
    const { path, ids, all, run } = await made();
    const [runId, parentId, revisionId] = Object.values(ids);
    const name = randomUUID();
    const colleague = await tenant.member({ project: 'viewer' });
    const scores: [Client, unknown][] = [
      [tenant.owner, 0.5],
      [colleague, 'low'],
    ];
    for (const [client, value] of scores) await ok(client.post(`${path}/feedback`, { name, value }));
    await byHand(`${path}/feedback`, { name, note: 'Hm.' });
    const found = async (query: string) => scoresOf(await ok(tenant.owner.get(`${all}?name=${name}&${query}`)));
    const everything = [null, 'low', 0.5].map((value) => [name, value]);
    expect(await found('')).toEqual(everything);
    for (const [field, id] of Object.entries(ids)) {
      expect(await found(`${field}=${id}`), field).toEqual(everything);
      expect(await found(`${field}=${randomUUID()}`), field).toEqual([]);
    }
    for (const value of ['0.5', '0.50', '5e-1']) expect(await found(`value=${value}`), value).toEqual([[name, 0.5]]);
    expect(await found('value=low')).toEqual([[name, 'low']]);
    expect(await found('value=LOW')).toEqual([]);
    expect(await found('min_value=0.5&max_value=0.5')).toEqual([[name, 0.5]]);
    expect(await found('min_value=0.6')).toEqual([]);
    expect(await found('max_value=0.4')).toEqual([]);
    expect(await found('source=person')).toEqual([[name, null]]);
    expect(await found('created_by_me=true&source=program')).toEqual([[name, 0.5]]);
    expect(await found('start_date=2999-01-01')).toEqual([]);
    expect(await found('end_date=2999-01-01')).toEqual(everything);
    const ofRun = await ok(tenant.owner.get(`${path}/feedback?name=${name}&value=low`));
    expect(scoresOf(ofRun)).toEqual([[name, 'low']]);

    const runsWith = async (query: string) =>
      (await ok(tenant.owner.get(`${tenant.project}/${run}?${query}`))).results.map(({ id }: Json) => id);
    expect(await runsWith(`feedback_name=${name}`)).toEqual([runId]);
    expect(await runsWith(`feedback_name=${name}&feedback_value=0.5`)).toEqual([runId]);
    expect(await runsWith(`feedback_name=${name}&feedback_value=true`)).toEqual([]);
    expect([parentId, revisionId]).not.toContain(undefined);
  });

  it('is changed and deleted by its author only, and the audit log has its value but not its note', async () => {
    const { path } = await made();
    const given = await byHand(`${path}/feedback`, { name: 'ok', value: 7, note: 'A secret thought.' });
    expect(given).toMatchObject({ source: 'person', created_by: `user:${ada.id}` });
    const one = `${path}/feedback/${given.id}`;
    const editor = await tenant.member({ project: 'editor' });
    expect(await ok(editor.get(one))).toEqual(given);
    for (const response of [editor.post(one, { value: 1 }), tenant.owner.delete(one)])
      expect(await refused(response)).toEqual([403, 'PERMISSION_CHECK_FAILED']);
    expect(await ok(key.post(one, { value: 8 }))).toMatchObject({ value: 8, source: 'person' });
    await ok(key.delete(one));
    const events = await tenant.owner.get(`${tenant.project}/audit_event/export?resource_id=${given.id}`);
    const rows = events.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ event_type }) => event_type.includes('.feedback_'));
    expect(rows.map(({ event_type }) => event_type.split('.')[1])).toEqual([
      'feedback_given',
      'feedback_changed',
      'feedback_deleted',
    ]);
    expect(rows[1].payload).toEqual({ changed: ['value'], before: { value: 7 }, after: { value: 8 } });
    expect(events.text).not.toContain('secret thought');
  });
});

describe('feedback', () => {
  it('is for users who can see the run, as its task configures, and requires its scope', async () => {
    const hidden = await makeTask(tenant, { task_run_visibility: 'owner_only' });
    const { path, all, ids } = await taskRun(hidden);
    const given = await ok(tenant.owner.post(`${path}/feedback`, { name: 'ok', value: true }));
    const viewer = await tenant.member({ project: 'viewer' });
    const foreign = await world.tenant();
    const none = [403, 'PERMISSION_CHECK_FAILED'];
    for (const path_ of [`${path}/feedback`, `${path}/feedback/${given.id}`]) {
      expect(await refused(viewer.get(path_))).toEqual(none);
      expect(await refused(viewer.post(path_, { name: 'ok', value: 1 }))).toEqual(none);
      expect(await refused(foreign.owner.get(path_))).toEqual(none);
    }
    const listed = await ok(viewer.get(`${all}?task_run_id=${ids.task_run_id}`));
    expect(listed.results).toEqual([]);
    const reader = await ok(
      tenant.owner.post(`${tenant.project}/api_key`, { name: 'reader', scopes: ['task:view', 'project:view'] }),
    );
    const cut = new Client(world.stack.baseUrl, reader.value);
    expect(await ok(cut.get(`${path}/feedback/${given.id}`))).toEqual(given);
    expect(await refused(cut.post(`${path}/feedback`, { name: 'x', value: 1 }))).toEqual(none);
  });

  it('of another run returns 404, and stays after deletion of the task', async () => {
    const doomed = await makeTask(tenant);
    const [one, other] = [await taskRun(doomed), await taskRun(doomed)];
    const given = await ok(tenant.owner.post(`${one.path}/feedback`, { name: 'ok', value: true }));
    expect(await refused(tenant.owner.get(`${other.path}/feedback/${given.id}`))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    await ok(tenant.owner.delete(`${tenant.project}/task/${doomed.id}`));
    expect(await ok(tenant.owner.get(`${one.path}/feedback/${given.id}`))).toEqual(given);
    expect(await ok(tenant.owner.post(`${one.path}/feedback`, { name: 'late', value: 1 }))).toMatchObject({ value: 1 });
    expect((await ok(tenant.owner.get(`${one.all}?task_id=${doomed.id}`))).results).toHaveLength(2);
  });

  it('is deleted with the session of its run', async () => {
    const { path, all, ids } = await agentRun();
    await ok(tenant.owner.post(`${path}/feedback`, { name: 'ok', value: true }));
    const { session_id } = await ok(tenant.owner.get(path));
    await ok(tenant.owner.delete(`${agent.path}/session/${session_id}`));
    expect((await ok(tenant.owner.get(`${all}?task_agent_run_id=${ids.task_agent_run_id}`))).results).toEqual([]);
  });
});
