import { Connection, Client as TemporalClient } from '@temporalio/client';
import { makeAgent, makeTask, play } from './agents.ts';
import { eventually, type Json, type Tenant, type World } from './client.ts';
import type { History } from './histories.ts';
import type { Step } from './model-server.ts';
import { QUEUED } from './scene.ts';
import type { StackInfo } from './stack.ts';

/** A started run. */
export interface StartedStepRun {
  /** Key of the model's script. */
  readonly key: string;
  readonly id: string;
  readonly path: string;
}

/** Runs and their steps, from the API and Temporal. */
export interface StepRuns {
  readonly temporal: TemporalClient;
  beginTask(steps: readonly Step[]): Promise<StartedStepRun>;
  beginAgent(steps: readonly Step[]): Promise<StartedStepRun>;
  /** Returns a run once it has ended. */
  ended(run: StartedStepRun): Promise<Json>;
  /** Returns the complete history of a run. */
  historyOf(run: Pick<StartedStepRun, 'id'>): Promise<History>;
  close(): Promise<void>;
}

/** Opens a connection to a stack's Temporal. */
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
