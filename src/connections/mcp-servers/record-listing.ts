import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { endWaits } from '../waits.ts';
import type { McpTool } from './client/types.ts';
import { applyListing, definitionDigest } from './definition.ts';
import type { McpToolStatus } from './tables.ts';
import { insertMcpTools, listAllMcpTools, type McpToolRow, type NewMcpTool, updateMcpTool } from './tools.ts';

/** What a look at a server's tools changed, by the names that the server has for them. */
export interface ListingChanges {
  readonly added: readonly string[];
  /** They are blocked until somebody accepts them. */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  /** They are again what was allowed. */
  readonly returned: readonly string[];
}

/** What a server listed. */
export interface Listing {
  readonly tools: readonly McpTool[];
  /** When it was asked for: what an earlier question brings later changes nothing. */
  readonly asOf: Date;
}

/** What was written down of a listing. */
export interface RecordedListing {
  readonly changes: ListingChanges;
  /** Ids of the tools whose waits have ended; {@link wakeWaiting} belongs behind the commit. */
  readonly ended: readonly string[];
}

/**
 * Writes down which tools a server has, whoever looked. `allowed` says of a digest whether a person who may allow tools was
 * shown that definition, or wants whatever there is: new tools begin enabled then, else disabled. Answers undefined where a
 * later look is written down already.
 */
export async function recordListing(
  trx: Executor,
  server: { readonly id: string; readonly project_id: string; readonly slug: string },
  { tools, asOf }: Listing,
  allowed: (digest: string) => boolean = () => false,
): Promise<RecordedListing | undefined> {
  // Whoever makes a tool of the server by its name waits for this, and this for them.
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

/** Whether a look found anything other than what was known. */
export function hasChanges({ changes }: RecordedListing): boolean {
  return Object.values(changes).some((names) => names.length > 0);
}

/** Writes down what became of tools that were known. Answers those that people see and whose status, or pending change, is another. */
async function updateKnownTools(
  trx: Executor,
  known: readonly McpToolRow[],
  found: ReadonlyMap<string, McpTool>,
): Promise<McpToolRow[]> {
  const changed: McpToolRow[] = [];
  for (const tool of known) {
    const definition = found.get(tool.tool_name);
    const next = applyListing(tool, definition && definitionDigest(definition));
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
  const digest = definitionDigest(definition);
  const known = { tool_name: definition.name, listed: definition, listed_digest: digest };
  return allowed(digest)
    ? { ...known, enabled: true, status: 'active', pinned: definition, pinned_digest: digest }
    : { ...known, enabled: false, status: 'new', pinned: null, pinned_digest: null };
}
