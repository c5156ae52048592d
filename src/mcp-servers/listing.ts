import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { McpTool } from './client/types.ts';
import { afterListing, byName, definitionDigest } from './definition.ts';
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

const NOTHING: ListingChanges = { added: [], changed: [], gone: [], returned: [] };

/**
 * Writes down which tools a server has, whoever looked. `allowed` are digests of definitions that a person who may allow
 * tools was shown, or wants whatever they are: new tools begin enabled where they are among them, else disabled. Answers
 * undefined where a later look is written down already.
 */
export async function recordListing(
  trx: Executor,
  server: { readonly id: string; readonly project_id: string; readonly slug: string },
  { tools, asOf }: Listing,
  allowed: (digest: string) => boolean = () => false,
): Promise<ListingChanges | undefined> {
  const { rows } = await sql`
    update mcp_server_states set listed_as_of = ${asOf}, last_refreshed = now()
    where server_id = ${server.id} and (listed_as_of is null or listed_as_of <= ${asOf}) returning 1`.execute(trx);
  if (rows.length === 0) return undefined;
  const found = byName(tools);
  const known = await allToolsOf(trx, server.id);
  const changes = await updateKnown(trx, known, found);
  const names = new Set(known.map((tool) => tool.tool_name));
  const fresh = [...found.values()].filter((tool) => !names.has(tool.name)).map((tool) => newTool(tool, allowed));
  await insertMcpTools(
    trx,
    server,
    fresh,
    known.map((tool) => tool.offered_name),
  );
  return { ...changes, added: fresh.map((tool) => tool.tool_name) };
}

/** Whether a look found anything other than what was known. */
export function isNews(changes: ListingChanges): boolean {
  return Object.values(changes).some((names) => names.length > 0);
}

async function updateKnown(
  trx: Executor,
  known: readonly McpToolRow[],
  found: ReadonlyMap<string, McpTool>,
): Promise<ListingChanges> {
  const changes = { ...NOTHING, changed: [] as string[], gone: [] as string[], returned: [] as string[] };
  for (const tool of known) {
    const definition = found.get(tool.tool_name);
    const digest = definition && definitionDigest(definition);
    const next = afterListing(tool, digest);
    const same = next.status === tool.status && next.enabled === tool.enabled;
    if (same && next.listed_digest === tool.listed_digest) continue;
    const { enabled, status, listed_digest } = next;
    const listed = listed_digest === tool.listed_digest ? {} : { listed: definition ?? null };
    await updateMcpTool(trx, tool.id, { enabled, status, listed_digest, ...listed });
    if (tool.deleted_at !== null) continue;
    if (status === 'gone') changes.gone.push(tool.tool_name);
    else if (status === 'changed') changes.changed.push(tool.tool_name);
    else if (tool.status !== 'new') changes.returned.push(tool.tool_name);
  }
  return changes;
}

function newTool(definition: McpTool, allowed: (digest: string) => boolean): NewMcpTool {
  const digest = definitionDigest(definition);
  const known = { tool_name: definition.name, listed: definition, listed_digest: digest };
  return allowed(digest)
    ? { ...known, enabled: true, status: 'active', pinned: definition, pinned_digest: digest }
    : { ...known, enabled: false, status: 'new', pinned: null, pinned_digest: null };
}
