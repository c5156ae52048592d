import { expireRequest, lapseApproval } from '../../../src/agents/approvals/expiry.ts';
import { type CallInRun, loadCall, reloadDecidedCall } from '../../../src/agents/calls/calls.ts';
import { allowResend } from '../../../src/agents/calls/effects.ts';
import { decideStep } from '../../../src/agents/calls/step.ts';
import { acknowledgeWait } from '../../../src/agents/calls/waits.ts';
import type { Db } from '../../../src/platform/db/client.ts';
import type { CallResult } from './outcome.ts';

/** Loads a call. `known` is its outcome if it is not to be executed. `loaded` is undefined if the call is gone. */
export async function readCall(
  db: Db,
  callId: string,
): Promise<{ readonly loaded?: CallInRun; readonly known?: CallResult }> {
  let loaded = await loadCall(db, callId);
  let step = loaded && decideStep(loaded);
  if (loaded && step?.do === 'wait') {
    loaded = await reloadDecidedCall(db, loaded);
    step = loaded && decideStep(loaded);
  }
  if (!loaded || !step) return {};
  const { call, request, wait } = loaded;
  if (step.do === 'wait' && request?.due && (await expireRequest(db, request)))
    step = decideStep({ ...loaded, request: { ...request, status: 'expired' } });
  else if (step.do === 'end' && request?.lapsed && request.status === 'approved') await lapseApproval(db, request);
  switch (step.do) {
    case 'execute':
      if (wait?.heard_at === null) await acknowledgeWait(db, wait.id);
      if (step.isResend) await allowResend(db, call.id);
      return { loaded };
    case 'nothing':
      return { loaded, known: { state: 'outcome', outcome: { state: step.state } } };
    case 'wait':
      return { loaded, known: { state: 'outcome', outcome: { state: 'undecided', approval: step.approval } } };
    case 'end':
      return { loaded, known: { state: 'ended', ...step.end, failure: step.failure } };
  }
}
