import { mayBeCalled } from '../../../src/agents/calls/rights.ts';
import { findAgent } from '../../../src/agents/queries.ts';
import { assertMayRunRevision } from '../../../src/agents/tools/attaching.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import type { RunError } from '../../../src/runs/contract.ts';
import { askerOf, type Starter } from '../../../src/runs/starter.ts';

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
 * Why whoever started a run may not have a pinned revision of an agent run that attaches more, or is looser, than the active one;
 * undefined where they may.
 */
export async function whyNotPinned(
  db: Executor,
  run: Omit<Starter, 'created_by_type'> & { readonly created_by_type: string },
  { agentId, revisionId }: { readonly agentId: string; readonly revisionId: string },
): Promise<RunError | undefined> {
  const agent = await findAgent(db, run.project_id, agentId);
  if (agent?.active_revision_id === revisionId) return undefined;
  try {
    await assertMayRunRevision(db, await askerOf(db, run), agentId, revisionId);
  } catch (error) {
    if (error instanceof DomainError) return { reason: NOT_PERMITTED.reason, message: error.message };
    throw error;
  }
  return undefined;
}

/**
 * Why a call that leaves the run must not be made any more: rights count at the moment of each call, not at the run's
 * start, and the rights to run an agent cover its tools. Answers undefined where nothing stands against it.
 */
export async function whyNotPermitted(db: Executor, callId: string): Promise<RunError | undefined> {
  return (await mayBeCalled(db, callId)) ? undefined : NO_LONGER_PERMITTED;
}
