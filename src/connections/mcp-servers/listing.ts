import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { endWaits } from '../waits.ts';
import type { McpTool } from './client/types.ts';
import { afterListing, definitionDigest } from './definition.ts';
import type { McpToolStatus } from './tables.ts';
import { allToolsOf, insertMcpTools, type McpToolRow, type NewMcpTool, updateMcpTool } from './tools.ts';

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
  const found = new Map(tools.map((tool) => [tool.name, tool]));
  const known = await allToolsOf(trx, server.id);
  const moved = await updateKnown(trx, known, found);
  const names = new Set(known.map((tool) => tool.tool_name));
  const fresh = [...found.values()].filter((tool) => !names.has(tool.name)).map((tool) => newTool(tool, allowed));
  const offered = known.map((tool) => tool.offered_name);
  await insertMcpTools(trx, server, fresh, offered);
  const now = (status: McpToolStatus) => moved.filter((tool) => tool.status === status);
  const idsOf = (status: McpToolStatus) => now(status).map(({ id }) => id);
  await endWaits(trx, idsOf('gone'), 'its server does not have the tool any more');
  await endWaits(trx, idsOf('active'));
  const namesOf = (status: McpToolStatus) => now(status).map((tool) => tool.tool_name);
  const added = [...fresh.map((tool) => tool.tool_name), ...namesOf('new')];
  return {
    changes: { added, changed: namesOf('changed'), gone: namesOf('gone'), returned: namesOf('active') },
    ended: [...idsOf('gone'), ...idsOf('active')],
  };
}

/** Whether a look found anything other than what was known. */
export function isNews({ changes }: RecordedListing): boolean {
  return Object.values(changes).some((names) => names.length > 0);
}

/** Writes down what became of tools that were known. Answers those that people see and whose status, or pending change, is another. */
async function updateKnown(
  trx: Executor,
  known: readonly McpToolRow[],
  found: ReadonlyMap<string, McpTool>,
): Promise<McpToolRow[]> {
  const moved: McpToolRow[] = [];
  for (const tool of known) {
    const definition = found.get(tool.tool_name);
    const next = afterListing(tool, definition && definitionDigest(definition));
    const { enabled, status, listed_digest } = next;
    const same = listed_digest === tool.listed_digest;
    if (same && status === tool.status && enabled === tool.enabled) continue;
    const listed = same || definition === undefined ? {} : { listed: definition };
    const row = await updateMcpTool(trx, tool.id, { enabled, status, listed_digest, ...listed });
    if (tool.deleted_at === null) moved.push(row);
  }
  return moved;
}

function newTool(definition: McpTool, allowed: (digest: string) => boolean): NewMcpTool {
  const digest = definitionDigest(definition);
  const known = { tool_name: definition.name, listed: definition, listed_digest: digest };
  return allowed(digest)
    ? { ...known, enabled: true, status: 'active', pinned: definition, pinned_digest: digest }
    : { ...known, enabled: false, status: 'new', pinned: null, pinned_digest: null };
}
