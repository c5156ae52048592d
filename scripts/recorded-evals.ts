import { eventually, type Json, type Tenant } from '../test/support/client.ts';

const MODEL = { llm_model_id: 'scripted' };

/** Runs an eval of a task with one case. Returns its id. */
export function evaluateTask(tenant: Tenant): Promise<string> {
  const fields = { name: 'Evaluated', enabled: true, system_prompt: '', user_prompt: 'Repeat {text}.', ...MODEL };
  const cases = [{ task_input: { text: 'me' }, expected: 'me' }];
  return evaluateOne(tenant, 'task', fields, { task_run_ids: [], cases });
}

/** Runs an eval of an agent with one case. Returns its id. */
export function evaluateAgent(tenant: Tenant): Promise<string> {
  const fields = { name: 'Evaluated', instruction: 'Help.', ...MODEL };
  const cases = [{ message: 'Hello.', expected: 'Hello.' }];
  return evaluateOne(tenant, 'task-agent', fields, { task_agent_run_ids: [], cases });
}

async function evaluateOne({ owner, project }: Tenant, stem: string, fields: object, cases: object): Promise<string> {
  const made = await owner.post(`${project}/${stem}`, fields);
  const path = `${project}/${stem}/${made.body?.id}/eval`;
  const set = await owner.post(`${path}/set`, { name: 'Recorded', ...cases });
  const run = await owner.post(`${path}/run`, { eval_set_id: set.body?.id });
  if (run.status !== 200) throw new Error(`the eval answered ${run.text}`);
  const read = async () => (await owner.get(`${path}/run/${run.body.id}`)).body;
  await eventually(read, ({ status }: Json) => status === 'completed');
  return run.body.id;
}
