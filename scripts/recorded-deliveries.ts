import { deliveryWorkflow } from '../src/tasks/forwarders/contract.ts';
import { eventually, type Json, type Tenant } from '../test/support/client.ts';
import { Receiver } from '../test/support/receiver.ts';

/** Forwards a run to a receiver that fails first. Returns the id of the delivery's workflow. */
export async function deliverTwice({ owner, project }: Tenant): Promise<string> {
  const receiver = await Receiver.open();
  receiver.answers.set('/', [{ status: 500 }, {}]);
  const hook = { type: 'webhook', name: 'Recorded', config: { url: receiver.url('/') } };
  const forwarder = await owner.post(`${project}/task_forwarder`, hook);
  const base = { name: 'Forwarded', enabled: true, llm_model_id: 'scripted', system_prompt: '', user_prompt: '{text}' };
  const task = await owner.post(`${project}/task`, { ...base, task_forwarder_id: forwarder.body?.id });
  const run = await owner.post(`${project}/task/${task.body?.id}/run`, { task_input: { text: 'me' } });
  if (run.body?.status !== 'completed') throw new Error(`the run answered ${run.text}`);
  const deliveries = async (): Promise<Json[]> =>
    (await owner.get(`${project}/task_forwarder/${forwarder.body.id}/delivery`)).body.results;
  const [delivery] = await eventually(deliveries, ([one]) => one?.status === 'delivered');
  receiver.close();
  return deliveryWorkflow(delivery.id, '').id;
}
