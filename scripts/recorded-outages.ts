import type { Tenant, World } from '../test/support/client.ts';

/** Runs a task whose model is unavailable at first. */
export async function waitForModel(world: World, tenant: Tenant): Promise<string> {
  const steps = [{ status: 503, headers: { 'retry-after': '1' } }, { text: 'Back.' }];
  await world.model.script('waited', steps, { by: 'call' });
  const fields = {
    name: 'Waiting',
    enabled: true,
    llm_model_id: 'patient-1',
    system_prompt: '',
    user_prompt: '{text}',
  };
  const { body: task } = await tenant.owner.post(`${tenant.project}/task`, fields);
  const body = { task_input: { text: world.model.marker('waited') } };
  return (await tenant.owner.post(`${tenant.project}/task/${task.id}/run`, body)).body.id;
}
