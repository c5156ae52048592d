import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { endWaits } from '../waits.ts';
import type { McpTool } from './client/types.ts';
import { applyListing, computeDefinitionDigest } from './definition.ts';
import type { McpToolStatus } from './tables.ts';
import { insertMcpTools, listAllMcpTools, type McpToolRow, type NewMcpTool, updateMcpTool } from './tools.ts';

/** Changes of a listing, by tool names at the server. */
export interface ListingChanges {
  readonly added: readonly string[];
  /** Blocked until someone accepts the change. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  /** Tools that match the allowed definition again. */
  readonly returned: readonly string[];
}

/** Tools of a server at a time. */
export interface Listing {
  readonly tools: readonly McpTool[];
  /** Time of the request. A listing older than the recorded one changes nothing. */
  readonly asOf: Date;
}

/** Result of recording a listing. */
interface RecordedListing {
  readonly changes: ListingChanges;
  /** IDs of tools whose waits have ended. Call `wakeWaitingRuns` with them after the commit. */
  readonly ended: readonly string[];
}

/**
 * Records the tools of a server. `allowed` returns whether a user allowed the definition with a digest; such new tools
 * start enabled. Returns undefined if a later listing is recorded already.
 */
export async function recordListing(
  trx: Executor,
  server: { readonly id: string; readonly project_id: string; readonly slug: string },
  { tools, asOf }: Listing,
  allowed: (digest: string) => boolean = () => false,
): Promise<RecordedListing | undefined> {
  // Serializes with the creation of tools by name.
  await sql`select from mcp_servers where id = ${server.id} for no key update`.execute(trx);
  const { rows } = await sql`
    update mcp_server_states set listed_as_of = ${asOf}, last_refreshed = now()
    where server_id = ${server.id} and (listed_as_of is null or listed_as_of <= ${asOf}) returning 1`.execute(trx);
  if (rows.length === 0) return undefined;
  const listed = new Map(tools.map((tool) => [tool.name, tool]));
  const known = await listAllMcpTools(trx, server.id);
  const changed = await updateKnownTools(trx, known, listed);
  const names = new Set(known.map((tool) => tool.tool_name));
  const newTools = [...listed.values()].filter((tool) => !names.has(tool.name)).map((tool) => toNewTool(tool, allowed));
  const offered = known.map((tool) => tool.offered_name);
  await insertMcpTools(trx, server, newTools, offered);
  const withStatus = (status: McpToolStatus) => changed.filter((tool) => tool.status === status);
  const getIds = (status: McpToolStatus) => withStatus(status).map(({ id }) => id);
  await endWaits(trx, getIds('gone'), 'its server does not have the tool any more');
  await endWaits(trx, getIds('active'));
  const getNames = (status: McpToolStatus) => withStatus(status).map((tool) => tool.tool_name);
  const added = [...newTools.map((tool) => tool.tool_name), ...getNames('new')];
  return {
    changes: { added, changed: getNames('changed'), gone: getNames('gone'), returned: getNames('active') },
    ended: [...getIds('gone'), ...getIds('active')],
  };
}

/** Whether a listing changed anything. */
export function hasChanges({ changes }: RecordedListing): boolean {
  return Object.values(changes).some((names) => names.length > 0);
}

/** Updates the known tools. Returns the visible ones whose status or pending change differs. */
async function updateKnownTools(
  trx: Executor,
  known: readonly McpToolRow[],
  found: ReadonlyMap<string, McpTool>,
): Promise<McpToolRow[]> {
  const changed: McpToolRow[] = [];
  for (const tool of known) {
    const definition = found.get(tool.tool_name);
    const next = applyListing(tool, definition && computeDefinitionDigest(definition));
    const { enabled, status, listed_digest } = next;
    const isSame = listed_digest === tool.listed_digest;
    if (isSame && status === tool.status && enabled === tool.enabled) continue;
    const listed = isSame || definition === undefined ? {} : { listed: definition };
    const row = await updateMcpTool(trx, tool.id, { enabled, status, listed_digest, ...listed });
    if (tool.deleted_at === null) changed.push(row);
  }
  return changed;
}

function toNewTool(definition: McpTool, allowed: (digest: string) => boolean): NewMcpTool {
  const digest = computeDefinitionDigest(definition);
  const known = { tool_name: definition.name, listed: definition, listed_digest: digest };
  return allowed(digest)
    ? { ...known, enabled: true, status: 'active', pinned: definition, pinned_digest: digest }
    : { ...known, enabled: false, status: 'new', pinned: null, pinned_digest: null };
}
