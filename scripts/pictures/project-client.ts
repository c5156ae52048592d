import { setTimeout as pause } from 'node:timers/promises';
import { Holdfast } from '../../client/index.ts';
import type { DevFile } from '../../src/platform/local/dev-file.ts';

/** A record of the API. */
type Json = Readonly<Record<string, unknown>> & { readonly id: string };

const POLL_INTERVAL_MS = 200;

/** Sends requests about the first project of an installation. Throws on an error response. */
export class ProjectClient {
  readonly #client: Holdfast;

  constructor({ base_url, org_id, project_id, api_key }: DevFile) {
    this.#client = new Holdfast({ baseUrl: `${base_url}/org/${org_id}/project/${project_id}`, key: api_key });
  }

  get<T = Json>(path: string): Promise<T> {
    return this.#send<T>('GET', path);
  }

  post<T = Json>(path: string, body: object = {}): Promise<T> {
    return this.#send<T>('POST', path, body);
  }

  async list(path: string): Promise<readonly Json[]> {
    return (await this.get<{ readonly results: readonly Json[] }>(path)).results;
  }

  /** Returns the pending request of a run of an agent, as soon as it has one. */
  async waitForRequest(run: Json): Promise<Json> {
    for (;;) {
      const requests = await this.list('/task-agent/approval-request?status=pending&page_limit=50');
      const own = requests.find(({ task_agent_run_id: id }) => id === run.id);
      if (own) return own;
      await pause(POLL_INTERVAL_MS);
    }
  }

  /** Waits until a record has one of the statuses. */
  async waitForStatus(path: string, ...statuses: readonly string[]): Promise<void> {
    while (!statuses.includes(String((await this.get(path)).status))) await pause(POLL_INTERVAL_MS);
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.#client.raw(method, path, { body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  }
}
