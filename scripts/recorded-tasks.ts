import type { Json, Tenant, World } from '../test/support/client.ts';
import { seedCollection } from '../test/support/passages.ts';

/** Cases of task runs. Each returns the id of an ended run. */
export const TASK_CASES: Readonly<Record<string, (world: World, tenant: Tenant) => Promise<string>>> = {
  plain: (_world, tenant) => run(tenant, 'Plain', { user_prompt: 'Repeat {text}.' }, { task_input: { text: 'me' } }),
  /** Parses two files at once and searches for their content. */
  async prepared(world, tenant) {
    const names = ['one', 'two'];
    const input_processors = names.map((param_name) => ({
      param_name,
      input_processor: 'document_content_extractor',
      config: { filename: `${param_name}.txt` },
    }));
    const rag = { collection_id: await seedCollection(world, tenant), rag_param: 'two' };
    const content = Buffer.from('Some words.').toString('base64');
    const task_files = names.map((name) => ({ name: `${name}.txt`, content }));
    const fields = { user_prompt: '{one} {two}', input_processors, rag };
    return run(tenant, 'Prepared', fields, { task_input: {}, task_files });
  },
};

async function run({ owner, project }: Tenant, name: string, fields: object, body: object): Promise<string> {
  const base = { name, enabled: true, llm_model_id: 'scripted', system_prompt: '' };
  const task = await owner.post(`${project}/task`, { ...base, ...fields });
  const ran: { body: Json; text: string } = await owner.post(`${project}/task/${task.body?.id}/run`, body);
  if (ran.body?.status !== 'completed') throw new Error(`the run answered ${ran.text}`);
  return ran.body.id;
}
