import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { given } from '../../platform/given.ts';
import { mcpErrors } from './errors.ts';
import type { McpServerRow } from './queries.ts';
import { allToolsOf, insertMcpTools, lockMcpTool, type McpToolRow, updateMcpTool } from './tools.ts';

/** What people say of a tool; null takes their own words back. */
export interface McpToolEdit {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly read_only?: boolean | undefined;
}

/** What an edit came to. */
export interface EditedMcpTool {
  readonly before: McpToolRow;
  readonly after: McpToolRow;
  /** Whether it allowed a definition that was not allowed before. */
  readonly accepted: boolean;
}

/** Whether an edit would allow a definition that nobody allowed yet. */
export function accepts(tool: Pick<McpToolRow, 'status'>, { enabled }: McpToolEdit): boolean {
  return enabled === true && (tool.status === 'new' || tool.status === 'changed');
}

/**
 * Edits a tool that the transaction has locked. Enabling what is new or has changed allows what the server listed last. The
 * mark that calls change nothing was made of the definition before: it goes with it, unless the edit makes it anew.
 */
export async function editMcpTool(trx: Executor, tool: McpToolRow, edit: McpToolEdit): Promise<EditedMcpTool> {
  const accepted = accepts(tool, edit);
  const allowed = accepted
    ? { status: 'active' as const, pinned: tool.listed, pinned_digest: tool.listed_digest, read_only: false }
    : {};
  const { enabled, read_only } = edit;
  const { name, description } = newWords(tool, edit);
  const fields = { ...allowed, ...given({ name, description, enabled, read_only }) };
  const differs = Object.entries(fields).some(([field, value]) => Reflect.get(tool, field) !== value);
  return { before: tool, after: differs ? await updateMcpTool(trx, tool.id, fields) : tool, accepted };
}

/** What a tool is called and described as: in people's words, else in those of the server. */
export function wordsOf({ name, description, tool_name, pinned, listed }: McpToolRow) {
  const shown = pinned ?? listed;
  return { name: name ?? shown?.title ?? tool_name, description: description ?? shown?.description ?? '' };
}

/** The words of an edit, without those that are shown already: who sends a record back does not make the server's words theirs. */
function newWords(tool: McpToolRow, { name, description }: McpToolEdit): Pick<McpToolEdit, 'name' | 'description'> {
  const shown = wordsOf(tool);
  return {
    name: name === shown.name ? undefined : name,
    description: description === shown.description ? undefined : description,
  };
}

/** A tool that somebody names. */
export interface NamedMcpTool extends McpToolEdit {
  readonly tool_name: string;
}

/**
 * Makes a tool of a server that the transaction has locked: the one that the server has under this name, also where it was
 * deleted here, or one that waits for the server to have it. Throws a 409 where it is there and was allowed already.
 */
export async function createMcpTool(
  trx: Executor,
  server: Pick<McpServerRow, 'id' | 'project_id' | 'slug'>,
  { tool_name, ...edit }: NamedMcpTool,
): Promise<EditedMcpTool> {
  const tools = await allToolsOf(trx, server.id);
  const known = tools.find((tool) => tool.tool_name === tool_name);
  if (known === undefined) {
    const names = tools.map((tool) => tool.offered_name);
    const unlisted = { pinned: null, pinned_digest: null, listed: null, listed_digest: null };
    const made = { ...unlisted, tool_name, enabled: false, status: 'gone' as const };
    const [row] = await insertMcpTools(trx, server, [made], names);
    if (row === undefined) throw new Error('no tool was inserted');
    return editMcpTool(trx, row, edit);
  }
  if (known.deleted_at === null && known.pinned !== null) throw mcpErrors.toolExists(known.id);
  const live = known.deleted_at === null ? known : await updateMcpTool(trx, known.id, { deleted_at: null });
  return editMcpTool(trx, live, edit);
}

/** Takes a tool away with all that was said of it, so that it is new where it is made again; runs that called it stay. */
export async function deleteMcpTool(trx: Executor, id: string): Promise<McpToolRow | undefined> {
  const tool = await lockMcpTool(trx, id);
  if (tool === undefined || tool.deleted_at !== null) return undefined;
  const status = tool.status === 'gone' ? ('gone' as const) : ('new' as const);
  const forgotten = {
    name: null,
    description: null,
    enabled: false,
    read_only: false,
    pinned: null,
    pinned_digest: null,
  };
  return updateMcpTool(trx, id, { ...forgotten, status, deleted_at: sql<Date>`now()` });
}
