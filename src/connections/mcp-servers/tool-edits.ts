import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { omitUndefined } from '../../platform/omit-undefined.ts';
import { mcpErrors } from './errors.ts';
import type { McpServerRow } from './queries.ts';
import { insertMcpTools, listAllMcpTools, lockMcpTool, type McpToolRow, updateMcpTool } from './tools.ts';

/** Edit of a tool. Null resets a text to that of the server. */
interface McpToolEdit {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly read_only?: boolean | undefined;
  readonly exposed_to_agents?: boolean | undefined;
}

/** Result of an edit. */
export interface EditedMcpTool {
  readonly before: McpToolRow;
  readonly after: McpToolRow;
  /** Whether the edit allowed a new definition. */
  readonly accepted: boolean;
}

/** Whether an edit allows a new definition. */
export function isAcceptance(tool: Pick<McpToolRow, 'status'>, { enabled }: McpToolEdit): boolean {
  return enabled === true && (tool.status === 'new' || tool.status === 'changed');
}

/**
 * Edits a locked tool. Enabling a new or changed tool allows the last listed definition, and resets `read_only` unless
 * the edit sets it.
 */
export async function editMcpTool(trx: Executor, tool: McpToolRow, edit: McpToolEdit): Promise<EditedMcpTool> {
  const accepted = isAcceptance(tool, edit);
  const allowed = accepted
    ? { status: 'active' as const, pinned: tool.listed, pinned_digest: tool.listed_digest, read_only: false }
    : {};
  const { enabled, read_only, exposed_to_agents } = edit;
  const { name, description } = getNewTexts(tool, edit);
  const fields = { ...allowed, ...omitUndefined({ name, description, enabled, read_only, exposed_to_agents }) };
  const differs = Object.entries(fields).some(([field, value]) => Reflect.get(tool, field) !== value);
  return { before: tool, after: differs ? await updateMcpTool(trx, tool.id, fields) : tool, accepted };
}

/** Returns the name and description of a tool: those of users, else those of the server. */
export function getToolTexts({ name, description, tool_name, pinned, listed }: McpToolRow) {
  const shown = pinned ?? listed;
  return { name: name ?? shown?.title ?? tool_name, description: description ?? shown?.description ?? '' };
}

/** Drops unchanged texts, so that sending a record back does not copy the server's texts. */
function getNewTexts(tool: McpToolRow, { name, description }: McpToolEdit): Pick<McpToolEdit, 'name' | 'description'> {
  const shown = getToolTexts(tool);
  return {
    name: name === shown.name ? undefined : name,
    description: description === shown.description ? undefined : description,
  };
}

/** A tool to create by name. */
interface NewMcpToolInput extends McpToolEdit {
  readonly tool_name: string;
}

/**
 * Creates or restores a tool of a locked server by name. A tool that the server has not listed gets the status gone.
 * Throws a 409 if the tool exists and is allowed.
 */
export async function createMcpTool(
  trx: Executor,
  server: Pick<McpServerRow, 'id' | 'project_id' | 'slug'>,
  { tool_name, ...edit }: NewMcpToolInput,
): Promise<EditedMcpTool> {
  const tools = await listAllMcpTools(trx, server.id);
  const existing = tools.find((tool) => tool.tool_name === tool_name);
  if (existing === undefined) {
    const names = tools.map((tool) => tool.offered_name);
    const unlisted = { pinned: null, pinned_digest: null, listed: null, listed_digest: null };
    const created = { ...unlisted, tool_name, enabled: false, status: 'gone' as const };
    const [row] = await insertMcpTools(trx, server, [created], names);
    if (row === undefined) throw new Error('no tool was inserted');
    return editMcpTool(trx, row, edit);
  }
  if (existing.deleted_at === null && existing.pinned !== null) throw mcpErrors.toolExists(existing.id);
  const live = existing.deleted_at === null ? existing : await updateMcpTool(trx, existing.id, { deleted_at: null });
  return editMcpTool(trx, live, edit);
}

/** Deletes a tool and resets its edits, so that it is new when created again. Runs that called it stay readable. */
export async function deleteMcpTool(trx: Executor, id: string): Promise<McpToolRow | undefined> {
  const tool = await lockMcpTool(trx, id);
  if (tool === undefined || tool.deleted_at !== null) return undefined;
  const status = tool.status === 'gone' ? ('gone' as const) : ('new' as const);
  const cleared = {
    name: null,
    description: null,
    enabled: false,
    read_only: false,
    pinned: null,
    pinned_digest: null,
  };
  return updateMcpTool(trx, id, { ...cleared, status, deleted_at: sql<Date>`now()` });
}
