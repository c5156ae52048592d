import { good, Holdfast, PROJECT } from '../client/index.ts';
import { createFoundation } from '../src/bootstrap.ts';
import type { Db } from '../src/platform/db/client.ts';

/** A task in its own project, for drills about triggers and evals. */
export interface DrillTask {
  readonly id: string;
  readonly params: { readonly path: { readonly org_id: string; readonly project_id: string } };
  /** One client of the owner per API process. */
  readonly clients: readonly [Holdfast, ...Holdfast[]];
}

/** Creates a task whose scripted model returns its input `text`. */
export async function createDrillTask(apis: readonly string[], db: Db): Promise<DrillTask> {
  const named = { organization: 'Drill', project: 'Drill', email: 'drill@example.com', credits: '200000' };
  const { orgId, projectId, apiKey } = await createFoundation(db, named);
  const params = { path: { org_id: orgId, project_id: projectId } };
  const clients = apis.map((baseUrl) => new Holdfast({ baseUrl, key: apiKey })) as [Holdfast, ...Holdfast[]];
  const prompts = { llm_model_id: 'scripted', system_prompt: '', user_prompt: '{text}' };
  const body = { name: 'Drilled', enabled: true, ...prompts };
  const { id } = good(await clients[0].post(`${PROJECT}/task`, { params, body }));
  return { id, params, clients };
}
