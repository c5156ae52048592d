import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Executor, jsonOrNull } from '../../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../../platform/db/pagination.ts';
import { newId } from '../../platform/ids.ts';
import type { Message } from '../../platform/messages.ts';
import { reserveSlug, toSlug } from '../tool-names.ts';
import type { McpVerdict } from './client/types.ts';
import type { McpServerStatesTable, McpServersTable } from './tables.ts';

export type McpServerRow = Selectable<McpServersTable> &
  Omit<Selectable<McpServerStatesTable>, 'server_id'> & {
    /** Milliseconds since the last listing, by the database's clock. Null if never listed. */
    readonly listed_ms_ago: number | null;
  };

/** A server with the counts of its record. Calls skip the counts because they read all tools. */
export type ShownMcpServer = McpServerRow & { readonly tool_count: number; readonly changed_tool_count: number };

/** Owner of a server. */
interface McpServerOwner {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string | null;
}

/** Editable fields of a server. */
export type McpServerFields = Pick<
  McpServerRow,
  'name' | 'description' | 'server_url' | 'transport' | 'enabled' | 'api_key_strategy' | 'api_key_header_name'
>;

/** State and credentials of a server. */
export type McpServerState = Pick<
  McpServerRow,
  'auth_type' | 'auth_status' | 'credential_id' | 'client_id' | 'client_credential_id' | 'problem' | 'verdict'
> &
  Partial<Pick<McpServerRow, 'wanted_scope'>>;

/** Finds a server of the project that is not deleted. */
export function findMcpServer(db: Executor, projectId: string, id: string): Promise<ShownMcpServer | undefined> {
  return selectShown(db).where('s.project_id', '=', projectId).where('s.id', '=', id).executeTakeFirst();
}

/** Finds a server, deleted or not. */
export function findMcpServerWithDeleted(db: Executor, id: string): Promise<McpServerRow | undefined> {
  return selectWithDeleted(db).where('s.id', '=', id).executeTakeFirst();
}

/** Finds and locks a server until the end of the transaction. */
export async function lockMcpServer(trx: Executor, projectId: string, id: string): Promise<ShownMcpServer | undefined> {
  // Locks the row first, so that the joined rows are read after the lock.
  await sql`select 1 from mcp_servers where id = ${id} for no key update`.execute(trx);
  return findMcpServer(trx, projectId, id);
}

/** Finds servers of the project by ID, in no order. */
export function findMcpServers(db: Executor, projectId: string, ids: readonly string[]): Promise<McpServerRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return selectLive(db)
    .where('s.project_id', '=', projectId)
    .where('s.id', 'in', [...ids])
    .execute();
}

/** Lists the MCP servers of a project, newest first. */
export function listMcpServers(db: Executor, projectId: string, page: PageRequest): Promise<Page<ShownMcpServer>> {
  return paginate(selectShown(db).where('s.project_id', '=', projectId), sortByNewest('s.id'), page);
}

/** Creates a server. Requires a transaction. */
export async function createMcpServer(
  trx: Executor,
  { orgId, projectId, userId }: McpServerOwner,
  fields: McpServerFields,
  state: McpServerState,
  id = newId(),
): Promise<McpServerRow> {
  const slug = await reserveSlug(trx, projectId, toSlug(fields.name, 'mcp'));
  await trx
    .insertInto('mcp_servers')
    .values({ ...fields, id, slug, org_id: orgId, project_id: projectId, created_by: userId })
    .execute();
  await trx
    .insertInto('mcp_server_states')
    .values({ ...state, server_id: id, verdict: jsonOrNull(state.verdict), problem: jsonOrNull(state.problem) })
    .execute();
  return selectLive(trx).where('s.id', '=', id).executeTakeFirstOrThrow();
}

/** Updates a locked server. */
export async function updateMcpServer(trx: Executor, id: string, fields: Partial<McpServerFields>): Promise<void> {
  await trx
    .updateTable('mcp_servers')
    .set({ ...fields, modified: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Updates the state of a server without raising its version. */
export async function updateMcpServerState(trx: Executor, id: string, state: Partial<McpServerState>): Promise<void> {
  const { verdict, problem, ...rest } = state;
  const columns = {
    ...(verdict !== undefined && { verdict: jsonOrNull<McpVerdict>(verdict) }),
    ...(problem !== undefined && { problem: jsonOrNull<Message>(problem) }),
  };
  if (Object.keys(state).length === 0) return;
  await trx
    .updateTable('mcp_server_states')
    .set({ ...rest, ...columns })
    .where('server_id', '=', id)
    .execute();
}

/** Marks a server as deleted. Runs that called it stay readable. */
export async function deleteMcpServer(trx: Executor, id: string): Promise<void> {
  await trx.updateTable('mcp_servers').set({ deleted_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

function selectLive(db: Executor) {
  return selectWithDeleted(db).where('s.deleted_at', 'is', null);
}

function selectWithDeleted(db: Executor) {
  return db
    .selectFrom('mcp_servers as s')
    .innerJoin('mcp_server_states as t', 't.server_id', 's.id')
    .selectAll('s')
    .select([
      't.auth_type',
      't.auth_status',
      't.credential_id',
      't.client_id',
      't.client_credential_id',
      't.wanted_scope',
      't.problem',
      't.verdict',
      't.listed_as_of',
      't.last_refreshed',
    ])
    .select(sql<number | null>`(extract(epoch from now() - t.listed_as_of) * 1000)::float8`.as('listed_ms_ago'));
}

function selectShown(db: Executor) {
  const count = (condition: RawBuilder<unknown>) =>
    sql<number>`(select count(*)::int from mcp_tools o where o.server_id = s.id and o.deleted_at is null and ${condition})`;
  return selectLive(db).select([
    count(sql`o.status <> 'gone'`).as('tool_count'),
    count(sql`o.status = 'changed' and o.enabled`).as('changed_tool_count'),
  ]);
}
