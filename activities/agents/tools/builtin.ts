import { BUILTIN_TOOLS } from '../../../src/agents/builtin/index.ts';
import { effectiveArguments } from '../../../src/agents/calls/calls.ts';
import { SEARCH_TOOLS } from '../../../src/agents/tools/search-tool.ts';
import { databaseNow } from '../../../src/platform/clock.ts';
import { makeHere } from '../calls/making.ts';
import type { ActingKind } from './kind.ts';
import { searchTools } from './search.ts';

/** Calls of built-in tools are made right here; those that may change something outside go through the ledger. */
export const builtinCalls: ActingKind = {
  async call(ctx, loaded, tool, signal) {
    if (tool.name === SEARCH_TOOLS) return searchTools(ctx, loaded);
    const builtin = BUILTIN_TOOLS[tool.name];
    if (!builtin) throw new Error(`no built-in tool ${tool.name}`);
    const args = effectiveArguments(loaded.call);
    const now = () => new Date(databaseNow());
    return makeHere(
      ctx,
      loaded,
      {
        args,
        // Edited arguments may have turned a harmless call into one that changes something.
        leavesTraces: builtin.sideEffects(args),
        run: (http) => builtin.run(args, { signal, http, now, idempotencyKey: loaded.call.id }),
      },
      signal,
    );
  },
  computing(ctx, { id, toolName, arguments: args }) {
    const builtin = BUILTIN_TOOLS[toolName];
    if (!builtin?.quick) return undefined;
    const now = () => new Date(databaseNow());
    const { signal } = new AbortController();
    return async () => builtin.run(args, { signal, http: ctx.http, now, idempotencyKey: id });
  },
};
