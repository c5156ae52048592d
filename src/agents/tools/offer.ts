import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { isRecord } from '../../platform/json-schema.ts';
import { estimateTokens } from '../../platform/models/usage.ts';
import { getToolKind, TOOL_KINDS } from './index.ts';
import type { Tool } from './kind.ts';
import { SEARCH_TOOLS, searchTool } from './search-tool.ts';

/** Maximum number of declared tools that a model gets. */
interface ToolBudget {
  readonly tools: number;
  /** Estimated tokens of their definitions. */
  readonly tokens: number;
}

/** Maximum number of past calls that are checked for tools found in a session. */
const MAX_CALLS_READ = 200;
/** Maximum number of connections in the description of the search. */
const MAX_NAMED_CONNECTIONS = 20;

/** Returns whether a tool can be omitted and searched for. */
export function isSearched({ type }: Pick<Tool, 'type'>): boolean {
  return getToolKind(type).searched === true;
}

/**
 * Returns the tools of a turn: all within the budget. Beyond it, the search tool and the tools that the session found
 * or called last.
 */
export async function listOfferedTools(
  db: Executor,
  sessionId: string,
  tools: readonly Tool[],
  budget: ToolBudget,
): Promise<Tool[]> {
  const searched = tools.filter(isSearched);
  if (takeWithinBudget(searched, budget).length === searched.length) return tools.filter((tool) => tool !== searchTool);
  const byName = new Map(searched.map((tool) => [tool.name, tool] as const));
  const found = (await listFoundNames(db, sessionId)).flatMap((name) => byName.get(name) ?? []);
  const kept = new Set(takeWithinBudget(found, budget));
  return tools.flatMap((tool) => {
    if (tool === searchTool) return [{ ...tool, description: searchDescription(searched, kept) }];
    return isSearched(tool) && !kept.has(tool) ? [] : [tool];
  });
}

/** Takes as many tools as fit in a budget, at least the first. */
function takeWithinBudget(tools: readonly Tool[], budget: ToolBudget): readonly Tool[] {
  let tokens = 0;
  const over = tools.findIndex(({ name, description, parameters }, index) => {
    tokens += estimateTokens(JSON.stringify({ name, description, parameters }));
    return index > 0 && (index >= budget.tools || tokens > budget.tokens);
  });
  return over < 0 ? tools : tools.slice(0, over);
}

function searchDescription(searched: readonly Tool[], kept: ReadonlySet<Tool>): string {
  const connections = [...new Set(searched.map(({ name }) => name.split('__', 1).join()))];
  const named =
    connections.slice(0, MAX_NAMED_CONNECTIONS).join(', ') +
    (connections.length > MAX_NAMED_CONNECTIONS ? ' and others' : '');
  return (
    `${searchTool.description} ${searched.length - kept.size} more tools exist than are listed here, of ${named}. ` +
    'Returns the names and descriptions of the best matches, which are listed from the next turn.'
  );
}

/** Lists the names of tools that a session found or called, newest first, from its stored calls. */
async function listFoundNames(db: Executor, sessionId: string): Promise<string[]> {
  const types = TOOL_KINDS.filter((kind) => kind.searched).map(({ type }) => type);
  const { rows } = await sql<{ tool_name: string; tool_type: string; result: unknown }>`
    select tool_name, tool_type, case when tool_type = ${searchTool.type} then result end as result from tool_calls
    where session_id = ${sessionId} and (tool_type = any(${types}::text[])
      or (tool_type = ${searchTool.type} and tool_name = ${SEARCH_TOOLS} and outcome = 'success'))
    order by run_id desc, turn desc, position desc limit ${MAX_CALLS_READ}`.execute(db);
  const names = rows.flatMap((row) => (row.tool_type === searchTool.type ? toToolNames(row.result) : [row.tool_name]));
  return [...new Set(names)];
}

/** Returns the names in the result of a search. */
function toToolNames(result: unknown): string[] {
  const tools = isRecord(result) && Array.isArray(result.tools) ? result.tools : [];
  return tools.flatMap((tool) => (isRecord(tool) && typeof tool.name === 'string' ? [tool.name] : []));
}
