import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Executor, jsonOrNull } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { newId } from '../../platform/ids.ts';
import { createToolName } from '../tool-names.ts';
import type { McpTool } from './client/types.ts';
import type { McpToolsTable } from './tables.ts';

export type McpToolRow = Selectable<McpToolsTable>;

/** Finds a tool of the project. Neither it nor its server is deleted. */
export function findMcpTool(db: Executor, projectId: string, id: string): Promise<McpToolRow | undefined> {
  return selectLive(db).where('o.project_id', '=', projectId).where('o.id', '=', id).executeTakeFirst();
}

/** Returns the server ID of a tool, deleted or not. */
export async function findMcpToolServer(db: Executor, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('mcp_tools').select('server_id').where('id', '=', id).executeTakeFirst();
  return row?.server_id;
}

/** Lists tools of a project or of one server, newest first. */
export function listMcpTools(
  db: Executor,
  projectId: string,
  serverId: string | undefined,
  page: PageRequest,
): Promise<Page<McpToolRow>> {
  let rows = selectLive(db).where('o.project_id', '=', projectId);
  if (serverId !== undefined) rows = rows.where('o.server_id', '=', serverId);
  return paginate(rows, sortByNewest('o.id'), page);
}

/** Lists the tools of servers in order of creation, without deleted ones. */
export function listMcpServerTools(db: Executor, serverIds: readonly string[]): Promise<McpToolRow[]> {
  if (serverIds.length === 0) return Promise.resolve([]);
  return selectLive(db)
    .where('o.server_id', 'in', [...serverIds])
    .orderBy('o.id')
    .execute();
}

/** Lists tools of the project that outside agents can call, oldest first. */
export function listExposedMcpTools(db: Executor, projectId: string, limit: number): Promise<McpToolRow[]> {
  return selectLive(db)
    .where('o.project_id', '=', projectId)
    .where('o.exposed_to_agents', '=', true)
    .where('o.enabled', '=', true)
    .orderBy('o.id')
    .limit(limit)
    .execute();
}

/** Locks the row of a tool, deleted or not. */
export function lockMcpTool(trx: Executor, id: string): Promise<McpToolRow | undefined> {
  return trx.selectFrom('mcp_tools').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Lists all tools of a locked server, including deleted ones. */
export function listAllMcpTools(trx: Executor, serverId: string): Promise<McpToolRow[]> {
  return trx.selectFrom('mcp_tools').selectAll().where('server_id', '=', serverId).orderBy('id').execute();
}

/** Fields of a new tool. */
export type NewMcpTool = Pick<
  McpToolRow,
  'tool_name' | 'enabled' | 'status' | 'pinned' | 'pinned_digest' | 'listed' | 'listed_digest'
> &
  Partial<Pick<McpToolRow, 'name' | 'description'>>;

/** Inserts tools of a locked server with unique names for models. */
export async function insertMcpTools(
  trx: Executor,
  server: { readonly id: string; readonly project_id: string; readonly slug: string },
  tools: readonly NewMcpTool[],
  names: Iterable<string>,
): Promise<McpToolRow[]> {
  if (tools.length === 0) return [];
  const taken = new Set(names);
  const rows = tools.map((tool) => {
    const offered_name = createToolName(server.slug, tool.tool_name, taken);
    taken.add(offered_name);
    const { pinned, listed, name = null, description = null, ...rest } = tool;
    return {
      ...rest,
      name,
      description,
      id: newId(),
      server_id: server.id,
      project_id: server.project_id,
      offered_name,
      pinned: jsonOrNull<McpTool>(pinned),
      listed: jsonOrNull<McpTool>(listed),
    };
  });
  return trx.insertInto('mcp_tools').values(rows).returningAll().execute();
}

/** Updates a tool. Requires the lock of the tool or its server. */
export function updateMcpTool(
  trx: Executor,
  id: string,
  fields: Partial<Omit<NewMcpTool, 'tool_name'> & Pick<McpToolRow, 'read_only' | 'exposed_to_agents'>> & {
    readonly deleted_at?: RawBuilder<Date> | null;
  },
): Promise<McpToolRow> {
  const { pinned, listed, ...rest } = fields;
  return trx
    .updateTable('mcp_tools')
    .set({
      ...rest,
      ...(pinned === undefined ? {} : { pinned: jsonOrNull<McpTool>(pinned) }),
      ...(listed === undefined ? {} : { listed: jsonOrNull<McpTool>(listed) }),
      modified: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function selectLive(db: Executor) {
  return db
    .selectFrom('mcp_tools as o')
    .innerJoin('mcp_servers as s', 's.id', 'o.server_id')
    .selectAll('o')
    .where('o.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null);
}
