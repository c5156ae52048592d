import { mayBeCalled } from '../../../src/agents/calls/rights.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import type { RunError } from '../../../src/runs/contract.ts';

const NO_LONGER_PERMITTED: RunError = {
  reason: 'NO_LONGER_PERMITTED',
  message: 'whoever started the run may no longer run this agent; the call was not made',
};

const NOT_PERMITTED: RunError = {
  reason: 'NOT_PERMITTED',
  message: 'whoever started the run may not run the agent that this tool is; it was not called',
};

/** Why whoever started a call's run may not have the agent called that stands behind it; undefined where they may. */
export async function whyNotCallable(db: Executor, callId: string, agentId: string): Promise<RunError | undefined> {
  return (await mayBeCalled(db, callId, agentId)) ? undefined : NOT_PERMITTED;
}

/**
 * Why a call that leaves the run must not be made any more: rights count at the moment of each call, not at the run's
 * start, and the rights to run an agent cover its tools. Answers undefined where nothing stands against it.
 */
export async function whyNotPermitted(db: Executor, callId: string): Promise<RunError | undefined> {
  return (await mayBeCalled(db, callId)) ? undefined : NO_LONGER_PERMITTED;
}
