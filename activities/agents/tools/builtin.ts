import { BUILTIN_TOOLS } from '../../../src/agents/builtin/index.ts';
import { SEARCH_TOOLS } from '../../../src/agents/tools/search-tool.ts';
import { databaseNow } from '../../../src/platform/clock.ts';
import { toSuccess } from '../calls/outcome.ts';
import type { ToolExecutor } from './kind.ts';
import { searchTools } from './search.ts';

const now = () => new Date(databaseNow());

/** Calls of built-in tools. */
export const builtinExecutor: ToolExecutor = {
  async execute(ctx, { call, run, args, tool, signal }, http) {
    if (tool.name === SEARCH_TOOLS) return toSuccess(await searchTools(ctx, run, args));
    const builtin = BUILTIN_TOOLS[tool.name];
    if (!builtin) throw new Error(`no built-in tool ${tool.name}`);
    return toSuccess(await builtin.run(args, { signal, http, now, idempotencyKey: call.id }));
  },
  planComputation(ctx, { id, toolName, arguments: args }) {
    const builtin = BUILTIN_TOOLS[toolName];
    if (!builtin?.quick) return undefined;
    const { signal } = new AbortController();
    return async () => builtin.run(args, { signal, http: ctx.http, now, idempotencyKey: id });
  },
};
