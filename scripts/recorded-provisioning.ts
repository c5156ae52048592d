import { backfillWorkflow } from '../src/knowledge/backfill/contract.ts';
import { summaryWorkflow } from '../src/knowledge/collections/contract.ts';
import { knowledgeQueryWorkflow } from '../src/knowledge/queries/contract.ts';
import { provisionWorkflow } from '../src/skills/contract.ts';
import type { Json, Tenant } from '../test/support/client.ts';

/** Attaches a skill with one existing and one missing dependency. Returns the id of the provisioning workflow. */
export async function provisionRequirements({ owner, project }: Tenant): Promise<string> {
  const dependencies = ['calculator', 'nobody'].map((name) => ({ type: 'tool', name }));
  const capabilities = { schema_version: 1, dependencies };
  const skill = await owner.post(`${project}/skill`, { display_name: 'Needy', instructions: 'x', capabilities });
  const fields = {
    name: 'Needy',
    instruction: 'Help.',
    llm_model_id: 'scripted',
    skills: [{ skill_id: skill.body.id }],
  };
  const agent = await owner.post(`${project}/task-agent`, fields);
  return provisionWorkflow(agent.body.active_revision_id).id;
}

/** Crawls a site of one page, with a delay before each request. Returns the run's id. */
export async function crawlSite({ owner, project }: Tenant, url: string): Promise<string> {
  const started = await owner.post(`${project}/scrape/start`, { urls: [url] });
  if (started.status !== 200) throw new Error(`the crawl could not be started: ${started.text}`);
  return started.body.id;
}

/**
 * Changes a collection's embedding model, then summarizes the collection. Calls `store` with the name and id of each
 * workflow.
 */
export async function recordCollections(
  { owner, project }: Tenant,
  store: (workflow: string, name: string, id: string) => Promise<void>,
): Promise<void> {
  const form = new FormData();
  form.set('data', JSON.stringify({}));
  form.set('files', new File(['A text of a line.'], 'recorded.txt', { type: 'text/plain' }));
  const uploaded = await owner.post(`${project}/document/upload`, form);
  if (uploaded.status !== 200) throw new Error(`nothing was uploaded: ${uploaded.text}`);
  const fields = {
    title: 'Recorded',
    document_embedding_instance_ids: uploaded.body.documents.map((row: Json) => row.id),
  };
  const { id: collectionId } = (await owner.post(`${project}/collection`, fields)).body;
  const path = `${project}/collection/${collectionId}`;
  await owner.post(path, { title: 'Recorded', embedding_model: 'other-embedding' });
  await store('backfillEmbeddings', 'backfilled', backfillWorkflow(collectionId, '').id);
  await owner.post(`${path}/update_summary`);
  await store('summarizeCollection', 'asked', summaryWorkflow(collectionId).id);
  const asked = await owner.post(`${path}/query`, { query: 'A text of a line?' }, { prefer: 'respond-async' });
  await store('answerKnowledgeQuery', 'answered', knowledgeQueryWorkflow(asked.body.id, '').id);
}
