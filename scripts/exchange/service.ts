import { good, type Holdfast, parseJson } from '../../client/index.ts';
import { connectToProject } from './connection.ts';

/** Any JSON of the API. */
// biome-ignore lint/suspicious/noExplicitAny: records of all kinds are read alike, by the names of their fields
export type Json = any;

/** The project of a key. Paths are relative to the project. */
export class Project {
  readonly #client: Holdfast;
  readonly #root: string;

  constructor(client: Holdfast, ids: { readonly org_id: string; readonly project_id: string }) {
    this.#client = client;
    this.#root = `/api/v1/org/${ids.org_id}/project/${ids.project_id}`;
  }

  get(path: string): Promise<Json> {
    return this.#send('GET', path);
  }

  send(method: 'POST' | 'PUT', path: string, body: object): Promise<Json> {
    return this.#send(method, path, body);
  }

  delete(path: string): Promise<Json> {
    return this.#send('DELETE', path);
  }

  /** Returns all records of a list, oldest first. */
  async all(path: string): Promise<Json[]> {
    const found: Json[] = [];
    for (let cursor = ''; ; ) {
      const { results, pagination } = await this.get(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
      found.push(...results);
      if (!pagination.has_next) return found.reverse();
      cursor = encodeURIComponent(pagination.next_cursor);
    }
  }

  async #send(method: string, path: string, body?: object): Promise<Json> {
    const response = await this.#client.raw(method, this.#root + path, { body });
    return good({
      status: response.status,
      data: parseJson(await response.text()),
      headers: response.headers,
    } as never);
  }
}

/** Connects like {@link connectToProject}. */
export async function connect(): Promise<Project> {
  const { client, path } = await connectToProject();
  return new Project(client, path);
}
