import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { makeTask } from '../support/agents.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getReason, QUEUED } from '../support/scene.ts';

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

const pathOf = (tenant: Tenant, task: Json) => `${tenant.project}/task/${task.id}`;
const input = (text = 'x') => ({ task_input: { text } });
const bearer = (value: string) => new Client(world.stack.baseUrl, value);
const edit = (tenant: Tenant, task: Json, body: object) => tenant.owner.post(pathOf(tenant, task), body);

const keyOf = async (tenant: Tenant) => (await tenant.owner.get(tenant.project)).body.project_key as string;
const read = (key: string, id: string) =>
  new Client(world.stack.baseUrl, undefined).get(`/public/${key}/llms/task/${id}`);

/** A tenant with a public task. */
async function publishing(fields: object = {}) {
  const tenant = await world.tenant();
  const task = await makeTask(tenant, { user_prompt: 'Secret: {text}', public: true, ...fields });
  return { tenant, task, path: pathOf(tenant, task) };
}

describe('a public task', () => {
  it('can be seen and run by every user, who sees only their own runs and nothing else of its project', async () => {
    const { tenant, task, path } = await publishing();
    const closed = await makeTask(tenant);
    const [{ owner: outsider }, { owner: other }] = await Promise.all([world.tenant(), world.tenant()]);
    const own = await tenant.owner.post(`${path}/run`, input('of the owner'));
    const run = await outsider.post(`${path}/run`, input());
    expect([run.status, run.body]).toMatchObject([200, { is_error: false, response: 'echo: Secret: x' }]);
    expect((await outsider.get(path)).body).toMatchObject({ id: task.id, public: true, access_token: null });
    expect((await outsider.get(`${path}/run`)).body.results).toMatchObject([{ id: run.body.id }]);
    expect((await outsider.get(`${path}/run/${run.body.id}`)).body).toMatchObject({ response: run.body.response });
    for (const [client, id] of [
      [outsider, own.body.id],
      [other, run.body.id],
    ] as const)
      expect((await client.get(`${path}/run/${id}`)).status).toBe(403);
    expect((await tenant.owner.get(`${path}/run`)).body.results).toHaveLength(2);
    for (const response of await Promise.all([
      outsider.post(path, { description: 'mine' }),
      outsider.request('DELETE', path),
      outsider.get(`${path}/iam/members`),
      outsider.get(`${path}/share`),
      outsider.post(`${path}/run/${own.body.id}/cancel`),
      outsider.get(`${tenant.project}/task`),
      outsider.get(tenant.project),
      outsider.get(`${tenant.project}/task/${closed.id}`),
      outsider.post(`${tenant.project}/task/${closed.id}/run`, input()),
    ]))
      expect([response.status, getReason(response)]).toEqual([403, 'PERMISSION_CHECK_FAILED']);
    await edit(tenant, task, { public: false });
    expect((await outsider.get(path)).status).toBe(403);
    expect((await outsider.post(`${path}/run`, input())).status).toBe(403);
    expect((await outsider.get(`${path}/run/${run.body.id}`)).status).toBe(403);
  });

  it('shows outsiders its active revisions without prompts, and no other revision', async () => {
    const { tenant, task, path } = await publishing({ system_prompt: 'Inner rules.', annotation: 'first try' });
    const edited = await edit(tenant, task, { user_prompt: 'Unpublished: {text}' });
    const [draft, serving] = edited.body.revisions;
    const [{ owner: outsider }, viewer] = [await world.tenant(), await tenant.member({ project: 'viewer' })];
    const seen = await outsider.get(path);
    expect(seen.body.revisions).toMatchObject([
      { id: serving.id, system_prompt: '', user_prompt: '', annotation: '', input_params: ['text'] },
    ]);
    for (const word of ['Secret', 'Inner rules', 'Unpublished', 'first try']) expect(seen.text).not.toContain(word);
    for (const { id } of [draft, serving])
      for (const place of [`${path}/revision/${id}`, `${path}/revision/${id}/comparison`])
        expect(getReason(await outsider.get(place))).toBe('PERMISSION_CHECK_FAILED');
    expect((await viewer.get(path)).body.revisions).toMatchObject([
      { user_prompt: 'Unpublished: {text}' },
      { user_prompt: 'Secret: {text}', system_prompt: 'Inner rules.' },
    ]);
    expect((await viewer.get(`${path}/revision/${draft.id}`)).status).toBe(200);
  });

  it('is available to members only while its organization disallows public tasks', async () => {
    const { tenant, task, path } = await publishing({ exposed_to_agents: true });
    const { owner: outsider } = await world.tenant();
    const guest = bearer(task.access_token);
    const key = await keyOf(tenant);
    const statuses = async () =>
      Promise.all([
        outsider.get(path),
        outsider.post(`${path}/run`, input()),
        guest.post(`${path}/run`, input()),
        read(key, task.id),
        tenant.owner.post(`${path}/run`, input()),
      ]).then((responses) => responses.map(({ status }) => status));
    const org = `/org/${tenant.orgId}`;
    expect((await tenant.owner.post(org, { publishing_enabled: false })).body.publishing_enabled).toBe(false);
    // The owner of a token is cached for seconds.
    await expect.poll(statuses).toEqual([403, 403, 401, 404, 200]);
    for (const field of ['public', 'exposed_to_agents']) {
      const closed = await makeTask(tenant);
      const refused = await edit(tenant, closed, { [field]: true });
      expect([refused.status, getReason(refused)]).toEqual([409, 'PUBLISHING_DISABLED']);
    }
    expect((await edit(tenant, task, { description: 'still edited' })).status).toBe(200);
    const editor = await tenant.member({ org: 'editor' });
    await editor.post(org, { sharing_enabled: false });
    for (const body of [{ publishing_enabled: true }, { sharing_enabled: true }])
      expect(getReason(await editor.post(org, body))).toBe('PERMISSION_CHECK_FAILED');
    expect((await editor.post(org, { publishing_enabled: false })).status).toBe(200);
    await tenant.owner.post(org, { publishing_enabled: true, sharing_enabled: true });
    await expect.poll(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  it('shows no reporting group to outsiders, and assigns none to their runs', async () => {
    const { tenant, task, path } = await publishing();
    const { body: group } = await tenant.owner.post(`${tenant.project}/reporting-groups`, { name: 'Customer X' });
    const [{ owner: outsider }, member] = [await world.tenant(), await tenant.member({ org: 'member' })];
    expect((await member.get(`${path}/share`)).status).toBe(403);
    for (const client of [outsider, member, bearer(task.access_token)]) {
      const asked = ['Customer X', group.id, 'nobody'].map((word) =>
        client.post(`${path}/run?reporting_group=${encodeURIComponent(word)}`, input()),
      );
      const responses = (await Promise.all(asked)).map(({ status, text }) => [status, text]);
      expect(responses).toEqual([responses[2], responses[2], [422, expect.any(String)]]);
    }
    expect((await tenant.owner.get(`${path}/run`)).body.results).toEqual([]);
    const own = await tenant.owner.post(`${path}/run?reporting_group=${group.id}`, input());
    expect(own.body).toMatchObject({ reporting_group_id: group.id });
  });

  it('grants no more to a restricted credential, and nothing to a client of another project', async () => {
    const { path } = await publishing();
    const foreign = await world.tenant();
    const made = { orgId: foreign.orgId, projectId: foreign.projectId, userId: foreign.userId, name: 'cut' };
    const { value } = await createApiKey(world.db, { ...made, scopes: ['task:view'] });
    expect((await bearer(value).get(path)).status).toBe(200);
    expect((await bearer(value).post(`${path}/run`, input())).status).toBe(403);
  });

  it('is visible to nobody at the address of another project', async () => {
    const { task } = await publishing();
    const foreign = await world.tenant();
    const response = await foreign.owner.get(pathOf(foreign, task));
    expect([response.status, getReason(response)]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});

describe('the access token of a task', () => {
  it('is created with the task made public, and shown to users who may edit it', async () => {
    const { tenant, task, path } = await publishing();
    expect(task.access_token).toMatch(/^hft_[\w-]{43}$/);
    expect((await tenant.owner.get(path)).body.access_token).toBe(task.access_token);
    expect((await tenant.owner.get(`${tenant.project}/task`)).body.results[0].access_token).toBe(task.access_token);
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.get(path)).body.access_token).toBeNull();
    expect((await viewer.get(`${tenant.project}/task`)).body.results[0].access_token).toBeNull();
    const cut = { orgId: tenant.orgId, projectId: tenant.projectId, userId: tenant.userId, name: 'cut' };
    const { value } = await createApiKey(world.db, { ...cut, scopes: ['task:view'] });
    expect((await bearer(value).get(path)).body.access_token).toBeNull();
    const closed = await makeTask(tenant);
    expect(closed.access_token).toBeNull();
  });

  it('runs the task and reads its own runs and their files, and nothing else', async () => {
    const { tenant, task, path } = await publishing();
    const guest = bearer(task.access_token);
    const file = { name: 'note.txt', content: Buffer.from('hello').toString('base64'), media_type: 'text/plain' };
    const run = await guest.post(`${path}/run`, { ...input(), task_files: [file] });
    expect([run.status, run.body]).toMatchObject([200, { is_error: false }]);
    expect((await guest.get(`${path}/run/${run.body.id}`)).body).toEqual(run.body);
    expect((await guest.get(`${path}/run/${run.body.id}/file/note.txt`)).text).toBe('hello');
    const own = await tenant.owner.post(`${path}/run`, input());
    const other = await makeTask(tenant, { public: true });
    for (const response of await Promise.all([
      guest.get(`${path}/run/${own.body.id}`),
      guest.get(path),
      guest.get(`${path}/run`),
      guest.post(`${path}/run/${run.body.id}/cancel`),
      guest.post(path, { rotate_access_token: true }),
      guest.post(`${pathOf(tenant, other)}/run`, input()),
      guest.get('/whoami'),
      guest.get('/org'),
    ]))
      expect([response.status, getReason(response)]).toEqual([403, 'PERMISSION_CHECK_FAILED']);
    const events = await tenant.owner.get(`${tenant.project}/audit_event?event_type=access.refused`);
    const event = await tenant.owner.get(`${tenant.project}/audit_event/${events.body.results[0].id}`);
    expect(event.body).toMatchObject({ actor_user_id: null, resource_type: expect.any(String) });
    expect(JSON.stringify(event.body)).toContain('task_token');
    expect(JSON.stringify(event.body)).not.toContain(task.access_token);
  });

  it('is rotated by an update, after which the previous token and its runs are inaccessible', async () => {
    const { tenant, task, path } = await publishing();
    const old = bearer(task.access_token);
    const run = await old.post(`${path}/run`, input());
    const { status, body } = await edit(tenant, task, { rotate_access_token: true });
    expect([status, body.access_token]).toEqual([200, expect.stringMatching(/^hft_/)]);
    expect(body.access_token).not.toBe(task.access_token);
    expect((await old.post(`${path}/run`, input())).status).toBe(401);
    const next = bearer(body.access_token);
    expect((await next.post(`${path}/run`, input())).status).toBe(200);
    expect((await next.get(`${path}/run/${run.body.id}`)).status).toBe(403);
    const [event] = (await tenant.owner.get(`${tenant.project}/audit_event?event_type=task.updated`)).body.results;
    const { payload } = (await tenant.owner.get(`${tenant.project}/audit_event/${event.id}`)).body;
    expect(payload).toMatchObject({ access_token: 'rotated' });
  });

  it('is deleted with the task or when it is no longer public; a disabled task accepts no runs', async () => {
    const { tenant, task, path } = await publishing();
    const guest = bearer(task.access_token);
    await edit(tenant, task, { enabled: false });
    expect(getReason(await guest.post(`${path}/run`, input()))).toBe('TASK_DISABLED');
    await edit(tenant, task, { enabled: true, public: false });
    expect((await guest.post(`${path}/run`, input())).status).toBe(401);
    const again = await edit(tenant, task, { public: true });
    expect(again.body.access_token).not.toBe(task.access_token);
    expect((await guest.post(`${path}/run`, input())).status).toBe(401);
    const last = bearer(again.body.access_token);
    expect((await last.post(`${path}/run`, input(), QUEUED)).status).toBe(202);
    await tenant.owner.request('DELETE', path);
    expect((await last.post(`${path}/run`, input())).status).toBe(401);
  });

  it('cannot be chosen, nor requested for a private task; a record sent back unchanged changes nothing', async () => {
    const { tenant, task } = await publishing();
    const refused = await edit(tenant, task, { access_token: `hft_${'x'.repeat(43)}` });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'access_token']]);
    const { access_token, name, public: isPublic } = task;
    const same = await edit(tenant, task, { access_token, name, public: isPublic, rotate_access_token: false });
    expect([same.status, same.body]).toEqual([200, task]);
    const closed = await makeTask(tenant);
    for (const body of [{ rotate_access_token: true }, { access_token }]) {
      const response = await edit(tenant, closed, body);
      expect([response.status, response.body.detail[0].loc]).toEqual([422, ['body', Object.keys(body)[0]]]);
    }
    const made = { name: 'x', enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: 'x' };
    const chosen = await tenant.owner.post(`${tenant.project}/task`, { ...made, public: true, access_token });
    expect([chosen.status, chosen.body.detail[0].loc]).toEqual([422, ['body', 'access_token']]);
  });
});

describe('the description of a task for models', () => {
  it('shows its purpose and its input, but no prompt, to anyone with the key of its project', async () => {
    const { tenant, task, path } = await publishing({
      exposed_to_agents: true,
      description: 'Judges the mood of a text.',
      output_modality: 'json',
      output_format: { mood: { type: 'str', options: ['good', 'bad'] } },
    });
    const { status, text, headers } = await read(await keyOf(tenant), task.id);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain(`# ${task.name}\n\nJudges the mood of a text.`);
    expect(text).toContain('- `text` (required)');
    expect(text).toContain('"enum": [\n        "good",\n        "bad"\n      ]');
    expect(text).toContain(`/api/v1${path}/run`);
    expect(text).toContain('curl ');
    for (const hidden of ['Secret', 'scripted', task.access_token]) expect(text).not.toContain(hidden);
    await edit(tenant, task, { enabled: false });
    expect((await read(await keyOf(tenant), task.id)).text).toContain('TASK_DISABLED');
  });

  it('returns the same 404 for private, unexposed, deleted, foreign and unknown tasks', async () => {
    const { tenant, task } = await publishing({ exposed_to_agents: true });
    const [key, foreign] = await Promise.all([keyOf(tenant), keyOf(await world.tenant())]);
    const gone = await makeTask(tenant, { public: true, exposed_to_agents: true });
    await tenant.owner.request('DELETE', pathOf(tenant, gone));
    const cases: [string, string][] = [
      [key, (await makeTask(tenant, { public: true })).id],
      [key, (await makeTask(tenant, { exposed_to_agents: true })).id],
      [key, gone.id],
      [key, randomUUID()],
      [foreign, task.id],
      ['nonsense', task.id],
      [tenant.projectId, task.id],
    ];
    for (const [under, id] of cases) {
      const response = await read(under, id);
      expect([response.status, response.text.replace(id, '').replace(id, '')]).toEqual([
        404,
        '{"detail":{"reason":"RESOURCE_NOT_FOUND","message":"no task  here","resourceNotFoundError":{"field":"task","value":""}}}',
      ]);
    }
    expect((await read(key, task.id)).status).toBe(200);
    expect(getReason(await read(key, 'nonsense'))).toBe('MALFORMED_IDENTIFIER');
  });

  it('is found by a permanent key that editors of the project can see', async () => {
    const tenant = await world.tenant();
    const key = await keyOf(tenant);
    expect(key).toMatch(/^pk_[0-9a-f]{32}$/);
    await tenant.owner.post(tenant.project, { name: 'Renamed' });
    expect(await keyOf(tenant)).toBe(key);
    const viewer = await tenant.member({ project: 'viewer' });
    expect((await viewer.get(tenant.project)).body.project_key).toBeNull();
  });
});
