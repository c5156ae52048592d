import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/identity/api-keys.ts';
import { Client, eventually, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { holdStatements } from '../support/holds.ts';

let world: World;
let tenant: Tenant;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
});
afterAll(() => world.close());

const names = (rows: Json[]) => rows.map((row) => row.name);

async function made(response: Promise<{ status: number; body: Json; text: string }>): Promise<Json> {
  const { status, body, text } = await response;
  if (status !== 200) throw new Error(text);
  return body;
}

describe('projects', () => {
  it('are created, read and renamed by editors, and viewers only read them', async () => {
    const editor = await tenant.member({ org: 'editor' });
    const viewer = await tenant.member({ org: 'viewer' });
    const created = await editor.post(`/org/${tenant.orgId}/project`, { name: 'Support desk' });
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      id: expect.any(String),
      org_id: tenant.orgId,
      name: 'Support desk',
      project_key: expect.any(String),
      avatar_url: null,
      created: expect.stringMatching(/Z$/),
      modified: expect.stringMatching(/Z$/),
    });
    const path = `/org/${tenant.orgId}/project/${created.body.id}`;
    expect((await viewer.get(path)).body).toEqual({ ...created.body, project_key: null });
    expect((await viewer.post(path, { name: 'Mine' })).status).toBe(403);
    expect((await viewer.post(`/org/${tenant.orgId}/project`, { name: 'Mine' })).status).toBe(403);
    const renamed = await editor.post(path, { name: 'Back office' });
    expect(renamed.body).toEqual({ ...created.body, name: 'Back office', modified: renamed.body.modified });
    expect(renamed.body.modified > created.body.modified).toBe(true);
    expect((await viewer.get(path)).body).toEqual({ ...renamed.body, project_key: null });
  });

  it('belong to their creator', async () => {
    const editor = await tenant.member({ org: 'editor' });
    const { id } = await made(editor.post(`/org/${tenant.orgId}/project`, { name: 'Own' }));
    const path = `/org/${tenant.orgId}/project/${id}`;
    const members = await editor.get(`${path}/iam/members`);
    expect(members.body.results).toMatchObject([{ member: `user:${editor.userId}`, roles: ['owner'] }]);
    expect((await editor.delete(tenant.project)).status).toBe(403);
    expect((await editor.delete(path)).status).toBe(200);
  });

  it('are listed to members of the organization who can see them', async () => {
    const own = await world.tenant();
    const second = await own.owner.post(`/org/${own.orgId}/project`, { name: 'Second' });
    const viewer = await own.member({ org: 'viewer' });
    const member = await own.member({ org: 'member' });
    const creator = await own.member({ org: 'member', project: 'task_creator' });
    const list = async (client: Client) => (await client.get(`/org/${own.orgId}/project`)).body.results;
    expect(names(await list(viewer))).toEqual(['Second', 'Test']);
    expect(await list(member)).toEqual([]);
    expect(names(await list(creator))).toEqual(['Test']);
    expect((await creator.get(`/org/${own.orgId}/project/${second.body.id}`)).status).toBe(403);
  });

  it('can share a name', async () => {
    const own = await world.tenant();
    for (const name of ['Twin', 'Twin']) {
      expect((await own.owner.post(`/org/${own.orgId}/project`, { name })).status).toBe(200);
    }
  });
});

describe('a deleted project', () => {
  it('returns its record, and everything inside it is a 404', async () => {
    const own = await world.tenant();
    const project = await made(own.owner.post(`/org/${own.orgId}/project`, { name: 'Doomed' }));
    const path = `/org/${own.orgId}/project/${project.id}`;
    const task = { name: 'T', enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: '{text}' };
    const { id: taskId } = await made(own.owner.post(`${path}/task`, task));
    const run = await made(own.owner.post(`${path}/task/${taskId}/run`, { task_input: { text: 'x' } }));
    const deleted = await own.owner.delete(path);
    expect([deleted.status, deleted.body]).toEqual([200, { ...project, modified: expect.stringMatching(/Z$/) }]);
    const never = `/org/${own.orgId}/project/${randomUUID()}`;
    const inside = [
      '',
      '/task',
      `/task/${taskId}`,
      `/task/${taskId}/run/${run.id}`,
      '/config',
      '/iam/members',
      '/api_key',
    ];
    for (const rest of inside) {
      const [response, missing] = await Promise.all([own.owner.get(path + rest), own.owner.get(never + rest)]);
      const gone = (text: string, base: string) => text.replaceAll(base.split('/').at(-1) ?? '', 'ID');
      expect([response.status, gone(response.text, path)], rest).toEqual([403, gone(missing.text, never)]);
    }
    for (const [method, rest, body] of [
      ['POST', '', { name: 'Back' }],
      ['POST', `/task/${taskId}/run`, { task_input: { text: 'x' } }],
      ['DELETE', '', undefined],
    ] as const)
      expect((await own.owner.request(method, path + rest, body)).status, rest).toBe(403);
    expect(names((await own.owner.get(`/org/${own.orgId}/project`)).body.results)).toEqual(['Test']);
  });

  it('has its unfinished runs cancelled, waiting ones too, each with its receipt', async () => {
    const own = await world.tenant();
    const project = await made(own.owner.post(`/org/${own.orgId}/project`, { name: 'Doomed' }));
    const path = `/org/${own.orgId}/project/${project.id}`;
    const key = `doomed-${randomUUID()}`;
    const call = { name: 'calculator', arguments: { expression: '1+1' } };
    await world.model.script(key, [{ tool_calls: [call] }]);
    const policy = { rules: [{ tool: 'calculator', mode: 'always' }] };
    const agent = { name: 'A', instruction: 'Help.', llm_model_id: 'scripted', approval_policy: policy };
    const { id: agentId } = await made(own.owner.post(`${path}/task-agent`, agent));
    const message = `Go ${world.model.marker(key)}`;
    const run = await made(own.owner.post(`${path}/task-agent/${agentId}/run`, { message }));
    expect(run.status).toBe('waiting_for_human');
    expect((await own.owner.delete(path)).status).toBe(200);
    const read = () =>
      world.db
        .selectFrom('agent_runs')
        .select(['status', 'waiting_for'])
        .where('id', '=', run.id)
        .executeTakeFirstOrThrow();
    const ended = await eventually(read, (row) => row.status === 'cancelled');
    expect(ended.waiting_for).toBeNull();
    const request = await world.db
      .selectFrom('approval_requests')
      .select('status')
      .where('run_id', '=', run.id)
      .executeTakeFirstOrThrow();
    expect(request.status).toBe('cancelled');
    const calls = await world.db.selectFrom('tool_calls').select('status').where('run_id', '=', run.id).execute();
    expect(calls).toEqual([{ status: 'cancelled' }]);
  });

  it('revokes the keys that were created in it', async () => {
    const own = await world.tenant();
    const project = await made(own.owner.post(`/org/${own.orgId}/project`, { name: 'Doomed' }));
    const { orgId, userId } = own;
    const key = await createApiKey(world.db, { orgId, projectId: project.id, userId, name: 'inside', scopes: null });
    const inside = new Client(world.stack.baseUrl, key.value);
    expect((await inside.get('/whoami')).status).toBe(200);
    await own.owner.delete(`/org/${orgId}/project/${project.id}`);
    expect((await inside.get('/whoami')).status).toBe(401);
    expect((await own.owner.get('/whoami')).status).toBe(200);
  });

  it('waits for keys in creation, so that no key outlives it', async () => {
    const own = await world.tenant();
    const path = `/org/${own.orgId}/project`;
    const project = await made(own.owner.post(path, { name: 'Doomed' }));
    const at = `${path}/${project.id}`;
    const held = await holdStatements(world.stack.databaseUrl, {
      table: 'api_keys',
      on: 'insert',
      when: `new.project_id = '${project.id}'`,
      atCommit: true,
    });
    const creation = made(own.owner.post(`${at}/api_key`, { name: 'Late' }));
    await held.reached();
    const deleting = own.owner.delete(at);
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%"projects"%for update%'`;
    await eventually(
      () => waits.execute(world.db),
      ({ rows }) => rows.length > 0,
    );
    await held.release();
    const late = new Client(world.stack.baseUrl, (await creation).value);
    expect((await deleting).status).toBe(200);
    expect((await late.get('/whoami')).status).toBe(401);
  });
});
