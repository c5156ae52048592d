import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTask } from '../support/agents.ts';
import { type ApiResponse, type Json, openWorld, type World } from '../support/client.ts';
import { SIGNERS } from '../support/hooks.ts';

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

/** Returns headers that sign a request body. */
type Signer = (body: string) => Record<string, string>;

/** Sends the head of a request, and its body after `between`. Returns the status. */
async function sendBodyLate(
  credential: string | undefined | Signer,
  path: string,
  body: object,
  between: () => Promise<ApiResponse>,
): Promise<number> {
  const { hostname, port } = new URL(world.stack.baseUrl);
  const text = JSON.stringify(body);
  const headers = typeof credential === 'function' ? credential(text) : { authorization: `Bearer ${credential}` };
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json',
    `content-length: ${text.length}`,
    'connection: close',
    'expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await expect.poll(() => received).toContain('100 Continue');
  expect((await between()).status).toBe(200);
  socket.write(text);
  await new Promise((resolve) => socket.once('close', resolve));
  return Number(/HTTP\/1\.1 (?!100)(\d+)/.exec(received)?.[1]);
}

describe('a request body that is in transit after authorization', () => {
  it('changes nothing if its sender loses permission meanwhile', async () => {
    const tenant = await world.tenant();
    const { owner, orgId, project } = tenant;
    const [leaver, friend] = [await tenant.member({ org: 'owner' }), await tenant.member({ org: 'member' })];
    const members = `/org/${orgId}/iam/members`;
    const { body: key } = await owner.post(`${project}/api_key`, { name: 'Revoked' });
    const task = await makeTask(tenant, { user_prompt: '{text}' });
    const fields = { name: 'Hook', target_type: 'task', target_id: task.id, auth_method: 'bearer' };
    const { body: hook } = await owner.post(`${project}/trigger/webhook`, fields);
    const { body: other } = await owner.post(`/org/${orgId}/project`, { name: 'Deleted' });
    const elsewhere = `/org/${orgId}/project/${other.id}`;
    const signed = { ...fields, auth_method: 'github', auth_secret: 'first-secret' };
    const { body: signedHook } = await owner.post(`${project}/trigger/webhook`, signed);
    const pathOf = ({ endpoint }: Json) => new URL(endpoint).pathname;
    const responses = [
      await sendBodyLate(leaver.key, `/api/v1${members}/user:${friend.userId}`, { add: ['owner'] }, () =>
        owner.post(`${members}/user:${leaver.userId}`, { remove_all: true }),
      ),
      await sendBodyLate(key.value, `/api/v1${project}/api_key`, { name: 'Next' }, () =>
        owner.post(`${project}/api_key/${key.id}/revoke`),
      ),
      await sendBodyLate(tenant.key, `/api/v1${elsewhere}/collection`, { title: 'Late' }, () =>
        owner.delete(elsewhere),
      ),
      await sendBodyLate(hook.auth_secret, pathOf(hook), { text: 'x' }, () =>
        owner.post(`${project}/trigger/webhook/${hook.id}`, { auth_secret: 'another-secret' }),
      ),
      await sendBodyLate(
        (body) => SIGNERS.github(body, 'first-secret'),
        pathOf(signedHook),
        { text: 'x' },
        () => owner.post(`${project}/trigger/webhook/${signedHook.id}`, { auth_secret: 'another-secret' }),
      ),
    ];
    expect(responses).toEqual([403, 401, 403, 401, 401]);
    expect((await owner.get(`${members}/user:${friend.userId}`)).body.roles).toEqual(['member']);
    const keys = (await owner.get(`${project}/api_key`)).body.map(({ name }: Json) => name);
    expect(keys).not.toContain('Next');
    const made = world.db.selectFrom('collections').select('id').where('project_id', '=', other.id);
    expect(await made.execute()).toEqual([]);
    expect((await owner.get(`${project}/task/${task.id}/run`)).body.results).toEqual([]);
  });
});
