import { type CallInRun, loadCall } from '../../../src/agents/calls/calls.ts';
import { isCallPermitted, NO_LONGER_PERMITTED } from '../../../src/agents/calls/rights.ts';
import { settleCall } from '../../../src/agents/calls/settle.ts';
import { lockRun, refreshCallers, refreshWaiting } from '../../../src/agents/runs/waiting.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import type { ActivityContext } from '../../context.ts';
import type { Callers, ChildRunResult } from '../../runs/callers.ts';
import { assignFilesToRun } from './run-file.ts';

/** What agent runs do for the child runs that answer their calls. */
export function createAgentCallers({ db }: ActivityContext): Callers {
  return {
    findRejection: async (callId) => ((await isCallPermitted(db, callId)) ? undefined : NO_LONGER_PERMITTED),
    async refresh(callId) {
      const loaded = await loadCall(db, callId);
      if (!loaded) return;
      const runId = loaded.call.run_id;
      await db.transaction().execute(async (trx) => {
        await lockRun(trx, runId);
        await refreshWaiting(trx, runId);
      });
      await refreshCallers(db, runId);
    },
    async settle(callId, end) {
      const loaded = await loadCall(db, callId);
      await db.transaction().execute(async (trx) => {
        if (loaded?.siblings) await lockRun(trx, loaded.call.run_id);
        const answer = await end(trx);
        if (!answer || !loaded) return;
        await settleCall(trx, loaded.call, await withFiles(trx, loaded, answer));
        if (loaded.siblings) await refreshWaiting(trx, loaded.call.run_id);
      });
      if (loaded?.siblings) await refreshCallers(db, loaded.call.run_id);
    },
  };
}

/** Assigns the files of a result to the calling run. The model gets their names. */
async function withFiles(
  trx: Executor,
  loaded: CallInRun,
  { files = [], ...answer }: ChildRunResult,
): Promise<ChildRunResult> {
  if (files.length === 0) return answer;
  const given = await assignFilesToRun(trx, loaded, files);
  return answer.outcome === 'success' ? { ...answer, result: { files: given } } : answer;
}
