import { loadCall, settleCall } from '../../../src/agents/calls/calls.ts';
import { lockRun, refreshWaiting, tellCallers } from '../../../src/agents/runs/waiting.ts';
import type { ActivityContext } from '../../context.ts';
import type { Callers } from '../../runs/callers.ts';
import { whyNotPermitted } from './rights.ts';

/** What runs of agents do for the runs that answer their calls. */
export function agentCallers({ db }: ActivityContext): Callers {
  return {
    whyNot: (callId) => whyNotPermitted(db, callId),
    async settle(callId, end) {
      const loaded = await loadCall(db, callId);
      await db.transaction().execute(async (trx) => {
        if (loaded?.siblings) await lockRun(trx, loaded.call.run_id);
        const answer = await end(trx);
        if (!answer || !loaded) return;
        await settleCall(trx, loaded.call, answer);
        if (loaded.siblings) await refreshWaiting(trx, loaded.call.run_id);
      });
      if (loaded?.siblings) await tellCallers(db, loaded.call.run_id);
    },
  };
}
