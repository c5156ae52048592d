/** What a server offers. */

import { type RemovedCharacters, removeHiddenDeep } from '../../../platform/hidden-text.ts';
import type { GuardedClient } from '../../../platform/http/guarded-client.ts';
import { withDoubles } from '../../../platform/json.ts';
import type { Message } from '../../../platform/messages.ts';
import { mcpToolFailures } from '../../failures.ts';
import { type Connection, connect, type Life, mayHaveChanged, newLife } from './connection.ts';
import { failureOf } from './failure.ts';
import { type CallDeadlines, LIST_DEADLINES, MOST_PAGES, MOST_TOOLS } from './limits.ts';
import { loadSdk } from './sdk.ts';
import { ShownSecrets } from './shown-secrets.ts';
import { readTool } from './tool-shape.ts';
import type { McpTarget, McpTool, RefusedTool, ToolListing } from './types.ts';

export interface ListOptions {
  readonly signal?: AbortSignal;
  readonly deadlines?: CallDeadlines;
}

/** Refused tools that are told. */
const MOST_REFUSED = 100;

/**
 * Asks a server for its tools. What is amiss with one leaves that one out. Throws an McpFailure where the server gives no
 * list, an OutboundError with `aborted` where the signal says so.
 */
export async function listTools(
  http: GuardedClient,
  target: McpTarget,
  options: ListOptions = {},
): Promise<ToolListing> {
  const life = newLife();
  try {
    return await listAs(http, target, options, life);
  } catch (error) {
    if (!mayHaveChanged(target, life)) throw error;
    return listAs(http, { ...target, verdict: null }, options, newLife());
  }
}

async function listAs(http: GuardedClient, target: McpTarget, options: ListOptions, life: Life): Promise<ToolListing> {
  const { signal, deadlines = LIST_DEADLINES } = options;
  const sdk = await loadSdk();
  const shown = new ShownSecrets();
  const found = new Found(shown);
  try {
    const connection = await connect(
      { http, target: shown.watched(target), deadlines, signal, onResult: (result) => found.take(result) },
      life,
    );
    try {
      await readPages(connection, found);
      if (connection.verdict.modern.length > 0) found.leaveOutTasks();
      return { ...found.listed(), verdict: connection.verdict };
    } finally {
      await connection.close(true);
    }
  } catch (error) {
    throw failureOf(sdk, error, life);
  }
}

async function readPages({ sdk, client, options }: Connection, found: Found): Promise<void> {
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    try {
      const params = cursor === undefined ? {} : { cursor };
      ({ nextCursor: cursor } = await client.request({ method: 'tools/list', params }, options));
    } catch (error) {
      const hasNone = error instanceof sdk.ProtocolError && error.code === sdk.ProtocolErrorCode.MethodNotFound;
      if (hasNone && page === 1) return;
      throw error;
    }
    if (cursor === undefined) return;
    if (found.isFull) return found.refuse('', mcpToolFailures.mcp_tool_beyond_limit({ limit: MOST_TOOLS }));
    if (page === MOST_PAGES) return found.refuse('', mcpToolFailures.mcp_tool_beyond_page({ page: MOST_PAGES }));
  }
}

/** The tools of a list, read before the library does, which would fail the whole list for one of them. */
class Found {
  readonly #tools = new Map<string, McpTool>();
  readonly #refused: RefusedTool[] = [];
  readonly #hidden: RemovedCharacters[] = [];
  readonly #shown: ShownSecrets;

  constructor(shown: ShownSecrets) {
    this.#shown = shown;
  }

  take(result: Record<string, unknown>): void {
    if (!Array.isArray(result.tools)) return;
    for (const entry of result.tools.slice(0, 2 * MOST_TOOLS)) this.#add(withDoubles(entry));
    result.tools = [];
    if (typeof result.nextCursor !== 'string') delete result.nextCursor;
  }

  get isFull(): boolean {
    return this.#tools.size >= MOST_TOOLS;
  }

  refuse(name: string, { msg, code, params }: Message): void {
    if (this.#refused.length < MOST_REFUSED) this.#refused.push({ name, reason: msg, code, params });
  }

  listed(): Pick<ToolListing, 'tools' | 'refused' | 'hidden'> {
    return { tools: [...this.#tools.values()], refused: this.#refused, hidden: this.#hidden };
  }

  /** The newer revision of the protocol has tasks as an extension only, which is not spoken here. */
  leaveOutTasks(): void {
    for (const { name, taskSupport } of [...this.#tools.values()]) {
      if (taskSupport === undefined) continue;
      this.#tools.delete(name);
      this.refuse(name, mcpToolFailures.mcp_tool_task_only);
    }
  }

  #add(entry: unknown): void {
    const tool = readTool(entry, this.#tools);
    if ('problem' in tool) this.refuse(this.#shown.clean(tool.name), tool.problem);
    else if (this.#shown.isIn(tool))
      this.refuse(this.#shown.clean(tool.name), mcpToolFailures.mcp_tool_with_credential);
    else if (this.isFull) this.refuse(tool.name, mcpToolFailures.mcp_tool_beyond_limit({ limit: MOST_TOOLS }));
    else this.#take(tool, entry);
  }

  #take(tool: McpTool, entry: unknown): void {
    this.#tools.set(tool.name, tool);
    const { title, description, inputSchema, outputSchema } = entry as Record<string, unknown>;
    const { removedCount: takenOut } = removeHiddenDeep({ title, description, inputSchema, outputSchema });
    if (takenOut > 0) this.#hidden.push({ place: tool.name, characters: takenOut });
  }
}
