import type { Tenant, World } from '../test/support/client.ts';
import { seedCollection } from '../test/support/passages.ts';

/** Runs a task that reads two files at once and looks up what they say. Answers the id of the run, which has ended. */
export async function preparedRun(world: World, tenant: Tenant): Promise<string> {
  const { owner, project } = tenant;
  const names = ['one', 'two'];
  const task = await owner.post(`${project}/task`, {
    name: 'Prepared',
    enabled: true,
    llm_model_id: 'scripted',
    system_prompt: '',
    user_prompt: '{one} {two}',
    input_processors: names.map((param_name) => ({
      param_name,
      input_processor: 'document_content_extractor',
      config: { filename: `${param_name}.txt` },
    })),
    rag: { collection_id: await seedCollection(world, tenant), rag_param: 'two' },
  });
  const content = Buffer.from('Some words.').toString('base64');
  const task_files = names.map((name) => ({ name: `${name}.txt`, content }));
  const run = await owner.post(`${project}/task/${task.body.id}/run`, { task_input: {}, task_files });
  if (run.body?.status !== 'completed') throw new Error(`the run answered ${run.text}`);
  return run.body.id;
}
