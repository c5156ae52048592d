import { Connection, Client as TemporalClient } from '@temporalio/client';
import { makeAgent, makeTask, play } from './agents.ts';
import { eventually, type Json, type Tenant, type World } from './client.ts';
import type { History } from './histories.ts';
import type { Step } from './model-server.ts';
import { QUEUED } from './scene.ts';
import type { StackInfo } from './stack.ts';

/** A run that was begun and not waited for. */
export interface BegunRun {
  /** Key of the model's script. */
  readonly key: string;
  readonly id: string;
  readonly path: string;
}

/** Runs and their steps, as the API and Temporal tell of them. */
export interface StepRuns {
  readonly temporal: TemporalClient;
  beginTask(steps: readonly Step[]): Promise<BegunRun>;
  beginAgent(steps: readonly Step[]): Promise<BegunRun>;
  /** A run once it has ended. */
  ended(run: BegunRun): Promise<Json>;
  /** The whole history of a run. */
  historyOf(run: Pick<BegunRun, 'id'>): Promise<History>;
  close(): Promise<void>;
}

/** Opens a connection to the Temporal of a stack, beside that to its API. */
export async function openStepRuns(stack: StackInfo, world: World, tenant: Tenant): Promise<StepRuns> {
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const temporal = new TemporalClient({ connection, namespace: stack.namespace });
  return {
    temporal,
    async beginTask(steps) {
      const script = await play(world, steps, { by: 'call' });
      const path = `${tenant.project}/task/${(await makeTask(tenant, { user_prompt: '{text}' })).id}/run`;
      const { body } = await tenant.owner.post(path, { task_input: { text: script.message } }, QUEUED);
      return { key: script.key, id: body.id, path: `${path}/${body.id}` };
    },
    async beginAgent(steps) {
      const script = await play(world, steps, { by: 'call' });
      const agent = await makeAgent(tenant);
      const { body } = await tenant.owner.post(`${agent.path}/run`, { message: script.message }, QUEUED);
      return { key: script.key, id: body.id, path: `${agent.path}/run/${body.id}` };
    },
    ended: ({ path }) =>
      eventually(
        async () => (await tenant.owner.get(path)).body,
        (run) => run.completed !== null,
      ),
    async historyOf({ id }) {
      const handle = temporal.workflow.getHandle(id);
      await handle.result();
      return handle.fetchHistory();
    },
    close: () => connection.close(),
  };
}
