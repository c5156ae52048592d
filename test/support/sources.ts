import { expect } from 'vitest';
import { type Client, eventually, type Json, type Tenant } from './client.ts';

/** Creates a source with a secret. */
export async function makeSource(tenant: Tenant, kind: string, config: object, secret: string): Promise<Json> {
  const made = await tenant.owner.post(`${tenant.project}/knowledge_source`, { kind, name: kind, config, secret });
  expect(made).toMatchObject({ status: 200 });
  return made.body;
}

/** Syncs a source and returns the run when it has ended. */
export async function syncSource(tenant: Tenant, sourceId: string): Promise<Json> {
  const path = `${tenant.project}/knowledge_source/${sourceId}`;
  const begun = await tenant.owner.post(`${path}/sync`);
  expect(begun).toMatchObject({ status: 200 });
  const read = async () => (await tenant.owner.get(`${path}/run/${begun.body.id}`)).body;
  return eventually(read, ({ completed }) => completed !== null);
}

/** Returns outcome and reason of the items of a run, by reference. */
export async function listOutcomes(
  tenant: Tenant,
  run: Json,
  client: Client = tenant.owner,
): Promise<Record<string, string>> {
  const path = `${tenant.project}/knowledge_source/${run.knowledge_source_id}/run/${run.id}/item`;
  const { results } = (await client.get(path)).body;
  return Object.fromEntries(
    results.map(({ ref, outcome, problem }: Json) => [
      ref,
      problem === null ? outcome : `${outcome} ${problem.reason}`,
    ]),
  );
}

/** Returns the documents of a source that the owner of the tenant may read, by reference. */
export async function listSourceDocuments(tenant: Tenant, sourceId: string, client = tenant.owner) {
  const { results } = (await client.get(`${tenant.project}/document?connection_id=${sourceId}`)).body;
  return Object.fromEntries(results.map((document: Json) => [document.source_ref, document])) as Record<string, Json>;
}
