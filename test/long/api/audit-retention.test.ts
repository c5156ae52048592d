import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTask } from '../../support/agents.ts';
import { eventually, openWorld, type Tenant, type World } from '../../support/client.ts';
import { runProgram } from '../../support/commands.ts';

const RECORDER = new URL('../../support/old-audit-events.ts', import.meta.url).pathname;
/** Older than the test stack's AUDIT_RETENTION_DAYS. */
const LONG_AGO = Date.now() - 4000 * 86_400_000;

let world: World;

beforeAll(() => {
  world = openWorld();
});
afterAll(() => world.close());

async function createTenantWithOldEvents(count: number): Promise<Tenant> {
  const tenant = await world.tenant();
  const args = [world.stack.databaseUrl, tenant.orgId, tenant.projectId, String(LONG_AGO), String(count)];
  await runProgram(process.execPath, [RECORDER, ...args]);
  return tenant;
}

it('old events are deleted, and the remaining chain starts at the checkpoint', async () => {
  const tenant = await createTenantWithOldEvents(5);
  const trail = `${tenant.project}/audit_event`;
  await makeTask(tenant);
  await world.db
    .updateTable('maintenance_jobs')
    .set({ next_due: new Date() })
    .where('name', '=', 'delete old audit events')
    .execute();
  const status = async () => (await tenant.owner.get(`${trail}/integrity`)).body;
  expect(await eventually(status, (chain) => chain.checkpoint_seq > 0)).toMatchObject({
    head_seq: 6,
    checkpoint_seq: 5,
    checkpoint_hash: expect.stringMatching(/^(?!0+$)[0-9a-f]{64}$/),
  });

  await makeTask(tenant);
  const left = (await tenant.owner.get(trail)).body.results;
  expect(left).toMatchObject([{ seq: 7 }, { seq: 6, previous_hash: (await status()).checkpoint_hash }]);
  const verdict = async () => (await tenant.owner.post(`${trail}/integrity/verify`)).body;
  expect(await verdict()).toEqual({ valid: true, chains_checked: 1, events_checked: 2, first_break: null });

  await world.db.deleteFrom('audit_events').where('id', '=', left[1].id).execute();
  expect(await verdict()).toMatchObject({ valid: false, first_break: { seq: 6, kind: 'missing' } });
});
