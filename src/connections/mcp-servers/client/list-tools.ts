/** Listing of tools. */

import { type RemovedCharacters, removeHiddenDeep } from '../../../platform/hidden-text.ts';
import type { GuardedClient } from '../../../platform/http/guarded-client.ts';
import type { Message } from '../../../platform/messages.ts';
import { mcpToolFailures } from '../../failures.ts';
import {
  type Connection,
  type ConnectionState,
  connect,
  createConnectionState,
  mayHaveChangedTransport,
} from './connection.ts';
import { toMcpFailure } from './failure.ts';
import { type CallDeadlines, LIST_DEADLINES, MAX_PAGES, MAX_TOOLS } from './limits.ts';
import { readTool } from './read-tool.ts';
import { loadSdk } from './sdk.ts';
import { SentSecrets } from './sent-secrets.ts';
import type { McpTarget, McpTool, SkippedTool, ToolListing } from './types.ts';

/** Options of a listing. */
interface ListOptions {
  readonly signal?: AbortSignal;
  readonly deadlines?: CallDeadlines;
}

/** Maximum skipped tools in a listing. */
const MAX_REFUSED = 100;

/**
 * Lists the tools of a server and skips invalid ones. Throws an McpFailure if there is no list, and an OutboundError
 * with `aborted` on the signal.
 */
export async function listTools(
  http: GuardedClient,
  target: McpTarget,
  options: ListOptions = {},
): Promise<ToolListing> {
  const state = createConnectionState();
  try {
    return await listOnce(http, target, options, state);
  } catch (error) {
    if (!mayHaveChangedTransport(target, state)) throw error;
    return listOnce(http, { ...target, verdict: null }, options, createConnectionState());
  }
}

async function listOnce(
  http: GuardedClient,
  target: McpTarget,
  options: ListOptions,
  state: ConnectionState,
): Promise<ToolListing> {
  const { signal, deadlines = LIST_DEADLINES } = options;
  const sdk = await loadSdk();
  const shown = new SentSecrets();
  const collector = new ToolCollector(shown);
  try {
    const connection = await connect(
      { http, target: shown.watch(target), deadlines, signal, onResult: (result) => collector.collect(result) },
      state,
    );
    try {
      await readPages(connection, collector);
      if (connection.verdict.modern.length > 0) collector.removeTasks();
      return { ...collector.toListing(), verdict: connection.verdict };
    } finally {
      await connection.close(true);
    }
  } catch (error) {
    throw toMcpFailure(sdk, error, state);
  }
}

async function readPages({ sdk, client, options }: Connection, collector: ToolCollector): Promise<void> {
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    try {
      const params = cursor === undefined ? {} : { cursor };
      ({ nextCursor: cursor } = await client.request({ method: 'tools/list', params }, options));
    } catch (error) {
      const isUnsupported = error instanceof sdk.ProtocolError && error.code === sdk.ProtocolErrorCode.MethodNotFound;
      if (isUnsupported && page === 1) return;
      throw error;
    }
    if (cursor === undefined) return;
    if (collector.isFull) return collector.refuse('', mcpToolFailures.mcp_tool_beyond_limit({ limit: MAX_TOOLS }));
    if (page === MAX_PAGES) return collector.refuse('', mcpToolFailures.mcp_tool_beyond_page({ page: MAX_PAGES }));
  }
}

/** Collects tools before the SDK validates the list, which would fail for one invalid tool. */
class ToolCollector {
  readonly #tools = new Map<string, McpTool>();
  readonly #refused: SkippedTool[] = [];
  readonly #hidden: RemovedCharacters[] = [];
  readonly #shown: SentSecrets;

  constructor(shown: SentSecrets) {
    this.#shown = shown;
  }

  collect(result: Record<string, unknown>): void {
    if (!Array.isArray(result.tools)) return;
    for (const entry of result.tools.slice(0, 2 * MAX_TOOLS)) this.#add(entry);
    result.tools = [];
    if (typeof result.nextCursor !== 'string') delete result.nextCursor;
  }

  get isFull(): boolean {
    return this.#tools.size >= MAX_TOOLS;
  }

  refuse(name: string, { msg, code, params }: Message): void {
    if (this.#refused.length < MAX_REFUSED) this.#refused.push({ name, reason: msg, code, params });
  }

  toListing(): Pick<ToolListing, 'tools' | 'refused' | 'hidden'> {
    return { tools: [...this.#tools.values()], refused: this.#refused, hidden: this.#hidden };
  }

  /** The newer protocol has tasks only as an extension, which is not supported. */
  removeTasks(): void {
    for (const { name, taskSupport } of [...this.#tools.values()]) {
      if (taskSupport === undefined) continue;
      this.#tools.delete(name);
      this.refuse(name, mcpToolFailures.mcp_tool_task_only);
    }
  }

  #add(entry: unknown): void {
    const tool = readTool(entry, this.#tools);
    if ('problem' in tool) this.refuse(this.#shown.redact(tool.name), tool.problem);
    else if (this.#shown.isContainedIn(tool))
      this.refuse(this.#shown.redact(tool.name), mcpToolFailures.mcp_tool_with_credential);
    else if (this.isFull) this.refuse(tool.name, mcpToolFailures.mcp_tool_beyond_limit({ limit: MAX_TOOLS }));
    else this.#take(tool, entry);
  }

  #take(tool: McpTool, entry: unknown): void {
    this.#tools.set(tool.name, tool);
    const { title, description, inputSchema, outputSchema } = entry as Record<string, unknown>;
    const { removedCount: takenOut } = removeHiddenDeep({ title, description, inputSchema, outputSchema });
    if (takenOut > 0) this.#hidden.push({ place: tool.name, characters: takenOut });
  }
}
