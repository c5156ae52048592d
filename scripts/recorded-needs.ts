import { provisionWorkflowId } from '../src/skills/contract.ts';
import type { Tenant } from '../test/support/client.ts';

/** Gives an agent a skill that needs something there and something missing. Answers the id of the workflow that looks for it. */
export async function provisionNeeds({ owner, project }: Tenant): Promise<string> {
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
  return provisionWorkflowId(agent.body.active_revision_id);
}

/** Crawls a site of one page, with a pause before each visit. Answers the run's id. */
export async function crawlSite({ owner, project }: Tenant, url: string): Promise<string> {
  const started = await owner.post(`${project}/scrape/start`, { urls: [url] });
  if (started.status !== 200) throw new Error(`the crawl could not be started: ${started.text}`);
  return started.body.id;
}
