import type { Executor } from '../../platform/db/client.ts';
import { findMcpServer, type McpServerRow } from './queries.ts';
import { isSameServer } from './server-url.ts';

/** Finds the oldest server of the project with a URL. */
export async function findMcpServerByUrl(
  db: Executor,
  projectId: string,
  url: string,
): Promise<McpServerRow | undefined> {
  const rows = await db
    .selectFrom('mcp_servers')
    .select(['id', 'server_url'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const known = rows.find((row) => isSameServer(row.server_url, url));
  return known && findMcpServer(db, projectId, known.id);
}
