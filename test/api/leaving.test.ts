import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client, type Json, openWorld, type World } from '../support/client.ts';
import { startScene, sum } from '../support/scene.ts';

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

const leave = (client: Client, orgId: string) => client.post(`/org/${orgId}/leave`);

it('a member leaves: their roles and keys end, and others decide their pending requests', async () => {
  const tenant = await world.tenant();
  const { owner, orgId, project } = tenant;
  const member = await tenant.member({ org: 'viewer', project: 'editor' });
  const { agent, requests } = await startScene(world, tenant, [sum('1+1')]);
  const stream = await owner.stream(`${project}/changes`);
  await stream.until(({ event }) => event === 'counts');
  expect((await member.get(project)).status).toBe(200);

  const left = await leave(member, orgId);
  expect(left).toMatchObject({ status: 200, body: { member: `user:${member.userId}`, roles: [] } });
  await stream.until(({ event, data }) => event === 'record' && data.id === orgId && data.action === 'members_changed');
  stream.cut();
  for (const path of [project, `/org/${orgId}`, agent.path]) expect((await member.get(path)).status, path).toBe(403);
  expect((await member.post(`${agent.path}/approval-request/${requests[0].id}/approve`)).status).toBe(403);
  const { rows } = await ownedGrants(member.userId);
  expect(rows).toEqual([]);
  const { body: trail } = await owner.get(`/org/${orgId}/audit_event?event_type=organization.left`);
  expect(trail.results).toMatchObject([{ actor_user_id: member.userId, resource_id: orgId }]);
  const { body: event } = await owner.get(`/org/${orgId}/audit_event/${trail.results[0].id}`);
  expect(event.payload).toEqual({ member: `user:${member.userId}`, roles_before: ['viewer'], roles_after: [] });
  expect((await agent.approve(requests[0].id)).status).toBe(200);
  expect((await leave(member, orgId)).status).toBe(404);
});

const ownedGrants = async (userId: string) => ({
  rows: await world.db.selectFrom('role_grants').select('role').where('subject_id', '=', userId).execute(),
});

it('the last owner stays until there is another', async () => {
  const tenant = await world.tenant();
  const refused = await leave(tenant.owner, tenant.orgId);
  expect(refused).toMatchObject({ status: 409, body: { detail: { reason: 'LAST_OWNER' } } });
  expect((await tenant.owner.get(tenant.project)).status).toBe(200);
  const next = await tenant.member({ org: 'owner' });
  expect((await leave(tenant.owner, tenant.orgId)).status).toBe(200);
  expect((await leave(next, tenant.orgId)).status).toBe(409);
});

it('if the last two owners leave concurrently, one stays', async () => {
  const tenant = await world.tenant();
  const other = await tenant.member({ org: 'owner' });
  const responses = await Promise.all([leave(tenant.owner, tenant.orgId), leave(other, tenant.orgId)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

it('a member of one project only leaves that project; outsiders, projects and restricted keys cannot leave', async () => {
  const tenant = await world.tenant();
  const { owner, orgId, project } = tenant;
  const guest = await tenant.member({ project: 'viewer' });
  const cut: Json = await owner.post(`${project}/api_key`, { name: 'cut', scopes: ['organization:view'] });
  expect((await leave(new Client(world.stack.baseUrl, cut.body.value), orgId)).status).toBe(403);
  expect((await leave((await world.tenant()).owner, orgId)).status).toBe(404);
  expect((await leave(guest, orgId)).status).toBe(200);
  expect((await guest.get(project)).status).toBe(403);
});
