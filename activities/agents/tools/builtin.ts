import { BUILTIN_TOOLS } from '../../../src/agents/builtin/index.ts';
import { type CallInRun, effectiveArguments } from '../../../src/agents/calls/calls.ts';
import { markUnknown } from '../../../src/agents/calls/effects.ts';
import type { CallOutcome } from '../../../src/agents/contract.ts';
import { SEARCH_TOOLS } from '../../../src/agents/tools/search-tool.ts';
import { databaseNow } from '../../../src/platform/clock.ts';
import type { GuardedClient } from '../../../src/platform/http/guarded.ts';
import type { ActivityContext } from '../../context.ts';
import { stopWasRequested } from '../../runs/stoppable.ts';
import { STOP, settle, tellable } from '../calls/outcome.ts';
import { sendOnce } from '../calls/send-once.ts';
import type { ActingKind } from './kind.ts';
import { searchTools } from './search.ts';

/** Calls of built-in tools are made right here; those that may change something outside go through the ledger. */
export const builtinCalls: ActingKind = {
  async call(ctx, loaded, tool, signal) {
    if (tool.name === SEARCH_TOOLS) return searchTools(ctx, loaded);
    const builtin = BUILTIN_TOOLS[tool.name];
    if (!builtin) throw new Error(`no built-in tool ${tool.name}`);
    const { call } = loaded;
    const args = effectiveArguments(call);
    // Edited arguments may have turned a harmless call into one that changes something.
    const leavesTraces = builtin.sideEffects(args);
    const run = (http: GuardedClient) =>
      builtin.run(args, { signal, http, now: () => new Date(databaseNow()), idempotencyKey: call.id });
    try {
      return await (leavesTraces
        ? sendOnce(ctx, loaded, args, signal, run)
        : attempt(ctx, loaded, () => run(ctx.http)));
    } catch (error) {
      if (!stopWasRequested(signal)) throw error;
      // Nothing is asked and nothing repeated any more; the receipt says what is known.
      if (leavesTraces) await markUnknown(ctx.db, call.id, 'the run was stopped while the call was under way');
      return STOP;
    }
  },
};

/** A call without side effects: whatever goes wrong is told to the model. */
async function attempt(ctx: ActivityContext, loaded: CallInRun, run: () => Promise<unknown>): Promise<CallOutcome> {
  try {
    return await settle(ctx, loaded, 'success', await run());
  } catch (error) {
    const told = tellable(error);
    if (!told) throw error;
    return settle(ctx, loaded, 'error', told);
  }
}
