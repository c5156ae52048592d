import { Holdfast, ok } from '../../client/index.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { findDevFile } from '../../src/platform/local/dev-file.ts';
import { UserError } from './user-error.ts';

/** A client of a running service, and the project of its key. */
export interface ProjectConnection {
  readonly client: Holdfast;
  readonly path: { readonly org_id: string; readonly project_id: string };
}

/** Connects to HOLDFAST_URL with HOLDFAST_KEY, by default to the `npm start` of the same DATA_DIR with its key. */
export async function connectToProject(): Promise<ProjectConnection> {
  const { HOLDFAST_URL, HOLDFAST_KEY } = process.env;
  const local = HOLDFAST_URL === undefined ? findDevFile(loadConfig().dataDir) : undefined;
  const key = HOLDFAST_KEY ?? local?.api_key;
  if (!key) throw new UserError('HOLDFAST_KEY is missing: an API key of the project');
  const client = new Holdfast({ baseUrl: HOLDFAST_URL ?? local?.base_url ?? 'http://localhost:8080', key });
  const { org_id, project_id } = await ok(client.get('/api/v1/whoami'));
  if (org_id === null || project_id === null) throw new UserError('the key belongs to no project');
  return { client, path: { org_id, project_id } };
}
