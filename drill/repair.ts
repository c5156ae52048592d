import { PROJECT } from '../client/index.ts';
import type { ApiClient, Person } from './client.ts';
import type { ConnectionKey } from './connections.ts';
import type { Project } from './prepare.ts';
import type { ToolServer } from './tools.ts';

/** An editor who fixes what calls wait for. */
export interface Repairer {
  /** Stores the valid key of a connection, or accepts a changed tool. */
  repair(kind: string, id: string): Promise<void>;
}

/** Repairs are sequential: of two parallel updates of a key, the older one could win. */
export function startRepairer(
  client: ApiClient,
  person: Person,
  { path, connections }: Pick<Project, 'path' | 'connections'>,
  tools: ToolServer,
): Repairer {
  let last: Promise<unknown> = Promise.resolve();
  let api = 0;
  const giveKey = async (connection: ConnectionKey) => {
    const value = tools.connections.keys[connection];
    if (connection === 'api') {
      const params = { path: { ...path, integration_id: connections.api } };
      const body = { config: { credential: { kind: 'bearer' as const, value } } };
      await client.ask(person, api++, (client, signal) =>
        client.post(`${PROJECT}/integration/{integration_id}`, { params, body, signal }),
      );
    } else {
      const params = { path: { ...path, task_mcp_server_id: connections.mcp } };
      await client.ask(person, api++, (client, signal) =>
        client.post(`${PROJECT}/task_mcp_server/{task_mcp_server_id}`, { params, body: { api_key: value }, signal }),
      );
    }
  };
  const accept = async (id: string) => {
    const params = { path: { ...path, task_mcp_tool_id: id } };
    await client.ask(person, api++, (client, signal) =>
      client.post(`${PROJECT}/task_mcp_tool/{task_mcp_tool_id}`, { params, body: { enabled: true }, signal }),
    );
  };
  return {
    repair(kind, id) {
      const work = () => (kind === 'tool_change' ? accept(id) : giveKey(id === connections.api ? 'api' : 'mcp'));
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
  };
}
