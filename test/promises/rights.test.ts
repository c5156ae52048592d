import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getToolResults, makeAgent, makeTask, play, type Receiver, startReceiver } from '../support/agents.ts';
import { Client, type Json, openWorld, type Tenant, type World } from '../support/client.ts';
import { getPublicUrl } from '../support/identity.ts';
import { ALWAYS, get, post, sum } from '../support/scene.ts';

let world: World;
let tenant: Tenant;
let receiver: Receiver;

beforeAll(async () => {
  world = openWorld();
  tenant = await world.tenant();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});

const listReceived = (path: string) => receiver.received.filter((request) => request.path === path);

/** A client of the tenant's project with its own token. */
async function oauthClient(body: object = {}) {
  const made = await tenant.owner.post(`${tenant.project}/oauth_client`, { name: 'Service', ...body });
  const { client_id, client_secret } = made.body;
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  const answer = await fetch(`${getPublicUrl(world.stack)}/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  const { access_token } = (await answer.json()) as Json;
  const path = `${tenant.project}/oauth_client/${client_id}`;
  return Object.assign(new Client(world.stack.baseUrl, access_token), { path, clientId: client_id as string });
}

/** A run that a member started and that waits before these calls. */
async function startRunAs(member: Client, calls: object[], fields: object = {}) {
  const script = await play(world, [{ tool_calls: calls as never }, { text: 'All done.' }]);
  const agent = await makeAgent(tenant, {
    builtin_tools: ['calculator', 'http_request'],
    approval_policy: ALWAYS,
    ...fields,
  });
  const run = await member.post(`${agent.path}/run`, { message: script.message });
  expect(run.body).toMatchObject({ status: 'waiting_for_human' });
  const requests = await agent.requests(run.body.id);
  return {
    key: script.key,
    async approveAll() {
      for (const request of requests) expect(await agent.approve(request.id)).toMatchObject({ status: 200 });
      return (await agent.resume(requests[0].id)).body;
    },
  };
}

const revokeRoles = (userId: string) => world.db.deleteFrom('role_grants').where('subject_id', '=', userId).execute();

describe('a run whose starter', () => {
  it('has a revoked key continues with all its tools', async () => {
    const editor = await tenant.member({ project: 'editor' });
    const run = await startRunAs(editor, [post(`${receiver.url}/revoked-key`)]);
    await world.db
      .updateTable('api_keys')
      .set({ revoked_at: new Date() })
      .where('user_id', '=', editor.userId)
      .execute();
    expect(await run.approveAll()).toMatchObject({ status: 'completed', output: 'All done.' });
    expect(listReceived('/revoked-key')).toHaveLength(1);
  });

  it('lost the permissions continues, but none of its calls has external effects, and the model gets an error', async () => {
    const editor = await tenant.member({ project: 'editor' });
    const run = await startRunAs(editor, [post(`${receiver.url}/no-rights`), get(`${receiver.url}/read`), sum('6*7')]);
    await revokeRoles(editor.userId);
    expect(await run.approveAll()).toMatchObject({ status: 'completed', output: 'All done.' });
    expect(listReceived('/no-rights')).toEqual([]);
    expect(await getToolResults(world, run.key)).toEqual([
      expect.stringMatching(/^error: .*NO_LONGER_PERMITTED/),
      expect.stringContaining('received'),
      expect.stringContaining('42'),
    ]);
  });

  it('lost the permissions runs no more tasks for the agent', async () => {
    const editor = await tenant.member({ project: 'editor' });
    const task = await makeTask(tenant);
    const call = { name: task.name.replaceAll(' ', '_'), arguments: { text: 'x' } };
    const run = await startRunAs(editor, [call], { task_tools: [{ task_id: task.id }] });
    await revokeRoles(editor.userId);
    expect(await run.approveAll()).toMatchObject({ status: 'completed' });
    expect(await getToolResults(world, run.key)).toEqual([expect.stringMatching(/^error: .*NO_LONGER_PERMITTED/)]);
    const runs = await tenant.owner.get(`${tenant.project}/task/${task.id}/run`);
    expect(runs.body.results).toMatchObject([
      { status: 'failed', error: { reason: 'NO_LONGER_PERMITTED' }, input_tokens: 0 },
    ]);
  });

  it('holds the permissions on the organization or on the project keeps them', async () => {
    for (const roles of [{ org: 'editor' }, { project: 'owner' }]) {
      const member = await tenant.member(roles);
      const path = `/kept-${Object.keys(roles)[0]}`;
      const run = await startRunAs(member, [post(receiver.url + path)]);
      expect(await run.approveAll()).toMatchObject({ status: 'completed' });
      expect(listReceived(path)).toHaveLength(1);
    }
  });
});

describe('a run that a client started', () => {
  it('continues with all its tools while the client exists, also after its secret was rotated', async () => {
    const client = await oauthClient();
    const run = await startRunAs(client, [post(`${receiver.url}/client`)]);
    expect((await tenant.owner.post(`${client.path}/client_secret`)).status).toBe(200);
    expect(await run.approveAll()).toMatchObject({ status: 'completed', output: 'All done.' });
    expect(listReceived('/client')).toHaveLength(1);
  });

  it('has no external effects once the client is deleted, whatever other clients its project has', async () => {
    const [client] = [await oauthClient(), await oauthClient()];
    const run = await startRunAs(client, [post(`${receiver.url}/deleted-client`)]);
    expect((await tenant.owner.delete(client.path)).status).toBe(200);
    expect(await run.approveAll()).toMatchObject({ status: 'completed', output: 'All done.' });
    expect(listReceived('/deleted-client')).toEqual([]);
    expect(await getToolResults(world, run.key)).toEqual([expect.stringMatching(/^error: .*NO_LONGER_PERMITTED/)]);
  });

  it('has no external effects once the client’s scopes are reduced', async () => {
    const client = await oauthClient();
    const run = await startRunAs(client, [post(`${receiver.url}/cut-client`)]);
    await world.db
      .updateTable('oauth_clients')
      .set({ scopes: ['task:view'] })
      .where('id', '=', client.clientId)
      .execute();
    await run.approveAll();
    expect(listReceived('/cut-client')).toEqual([]);
  });
});
