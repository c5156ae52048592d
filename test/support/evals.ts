import { expect } from 'vitest';
import { type Client, eventually, type Json, type Tenant } from './client.ts';

/** Starts an eval at a path. The response must be a 200. */
export async function startEval(client: Client, path: string, body: object = {}): Promise<Json> {
  const begun = await client.post(`${path}/eval/run`, body);
  expect(begun.status, begun.text).toBe(200);
  return begun.body;
}

/** Waits until an eval has ended and returns it with its cases. */
export function waitForEval(client: Client, path: string, id: string): Promise<Json> {
  return eventually(
    async () => (await client.get(`${path}/eval/run/${id}`)).body,
    (run) => ['completed', 'failed', 'cancelled'].includes(run.status),
  );
}

/** Starts an eval and waits until it has ended. */
export async function runEval({ owner }: Pick<Tenant, 'owner'>, path: string, body: object = {}): Promise<Json> {
  const { id } = await startEval(owner, path, body);
  return waitForEval(owner, path, id);
}

/** Adds a revision and returns its id. */
export async function createRevision({ owner }: Pick<Tenant, 'owner'>, path: string, fields: object): Promise<string> {
  const changed = await owner.post(path, fields);
  expect(changed.status, changed.text).toBe(200);
  return changed.body.revisions[0].id;
}
