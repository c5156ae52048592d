import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { makeTask } from './agents.ts';
import { eventually, type Json, type Tenant, type World } from './client.ts';

/** A created forwarder with the actions of tests. */
export interface TestForwarder {
  readonly record: Json;
  readonly path: string;
  /** Runs a new task with the forwarder and returns the run. */
  run(input?: Json, task?: object): Promise<Json>;
  /** Returns the delivery of a run with its attempts once it matches. */
  delivery(runId: string, fits?: (delivery: Json) => boolean): Promise<Json>;
}

/** Creates a forwarder of the tenant. */
export async function makeForwarder(tenant: Tenant, type: string, config: object): Promise<TestForwarder> {
  const made = await tenant.owner.post(`${tenant.project}/task_forwarder`, { type, name: 'Forward', config });
  expect(made).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  const path = `${tenant.project}/task_forwarder/${made.body.id}`;
  return {
    record: made.body,
    path,
    async run(input = { text: 'one' }, fields = {}) {
      const named = { name: `F ${randomUUID().slice(0, 8)}`, task_forwarder_id: made.body.id, ...fields };
      const task = await makeTask(tenant, { user_prompt: '{text}', system_prompt: '', ...named });
      const run = await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, { task_input: input });
      expect(run.status).toBe(200);
      return run.body;
    },
    async delivery(runId, fits = ({ status }) => status !== 'pending') {
      const listed = () => tenant.owner.get(`${path}/delivery?task_run_id=${runId}`);
      const [{ id }] = (await listed()).body.results;
      return eventually(async () => (await tenant.owner.get(`${path}/delivery/${id}`)).body, fits);
    },
  };
}

/** Adds a successful delivery of a run, which need not exist. */
export async function addDelivery(
  world: World,
  tenant: Tenant,
  forwarderId: string,
  run: { readonly id: string; readonly task_id: string } = { id: newId(), task_id: newId() },
): Promise<{ readonly id: string }> {
  const id = newId();
  const { orgId: org_id, projectId: project_id } = tenant;
  const ended = { status: 'delivered', due_at: null, delivered: new Date() } as const;
  await world.db
    .insertInto('forward_deliveries')
    .values({ id, org_id, project_id, forwarder_id: forwarderId, run_id: run.id, task_id: run.task_id, ...ended })
    .execute();
  return { id };
}
