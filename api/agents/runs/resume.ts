import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApprovalRow } from '../../../src/agents/approvals/queries.ts';
import { agentErrors } from '../../../src/agents/errors.ts';
import { decisionProblems } from '../../../src/agents/problems.ts';
import { findPause } from '../../../src/agents/runs/events.ts';
import { type AgentRunDetail, findAgentRun } from '../../../src/agents/runs/queries.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { releaseRun, storeNextMessage } from '../../../src/agents/runs/state.ts';
import { refreshCallers } from '../../../src/agents/runs/waiting.ts';
import { recordPendingEvent } from '../../../src/audit/pending-events.ts';
import { runBestEffort } from '../../../src/platform/best-effort.ts';
import { errors, orNotFound, throwProblems } from '../../../src/platform/errors.ts';
import { attachKeyToRun } from '../../../src/platform/idempotency.ts';
import { retryNow } from '../../../src/runs/bulk.ts';
import { RESUMED_SIGNAL } from '../../../src/runs/contract.ts';
import { signalRun } from '../../../src/runs/start.ts';
import { assertCanStart, findAccount } from '../../../src/usage/start-check.ts';
import type { ApiContext } from '../../context.ts';
import { createStartedEvent } from '../../plugins/audit.ts';
import { getErrorEvent } from '../../plugins/event-schemas.ts';
import { wantsEvents } from '../../plugins/sse.ts';
import { watchRuns } from '../../plugins/waiting.ts';
import { followAgentRun, getLastEventNumber, NO_KNOWN_PAUSE } from './follow.ts';
import { respondWhenSettled } from './run.ts';

interface ResumeRequest {
  readonly ctx: ApiContext;
  readonly body: {
    readonly message?: string | null;
    readonly session_id?: string | null;
    readonly task_agent_run_id?: string | null;
  };
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Follows a run from the event after its pause, even if it has ended. A held run resumes. Decides nothing. */
export async function resumeFromApproval(input: ResumeRequest, approval: ApprovalRow) {
  const { ctx, body } = input;
  assertOfRequest(approval, body);
  const found = await findAgentRun(ctx.db, approval.agent_id, approval.run_id);
  const run = orNotFound(found, 'task_agent_run', approval.run_id);
  return resumeRun(input, run, async () => {
    // Read after the run: a request that is open now was open at the run's last event.
    const { seq, isOpen } = await findPause(ctx.db, run.id, approval.id);
    return { after: seq, knownPause: isOpen ? run.event_seq : NO_KNOWN_PAUSE };
  });
}

/** Resumes a run by its own ID. `paused` returns where the stream begins, and the known pause. */
export async function resumeRun(
  { ctx, body, request, reply }: ResumeRequest,
  run: AgentRunDetail,
  paused: () => Promise<{ readonly after: number; readonly knownPause: number }>,
) {
  getErrorEvent(request);
  const following = wantsEvents(request) ? await paused() : undefined;
  using watch = watchRuns(ctx, agentRunKind, [run.id]);
  // A repeat with the same Idempotency-Key only follows: the first one stored the message.
  if (request.earlierRun === undefined) await resumeStoredRun({ ctx, body, request }, run);
  if (following !== undefined) {
    const after = getLastEventNumber(request) ?? following.after;
    await followAgentRun(ctx, reply, run.id, { ...following, after, deltas: true });
    return undefined;
  }
  return await respondWhenSettled(ctx, run.agent_id, { watch, id: run.id, request, reply });
}

/** Wakes a resumed run. The resume is stored, so maintenance wakes the run if this fails. */
async function wake(ctx: ApiContext, run: AgentRunDetail): Promise<void> {
  await runBestEffort(
    ctx.log,
    'wake a resumed run; maintenance will',
    () => signalRun(ctx, agentRunKind, run, RESUMED_SIGNAL),
    { run_id: run.id },
  );
}

/**
 * Resumes a held run, retries a run that waits for a provider, and stores the message for the next turn. One
 * transaction stores this with the Idempotency-Key.
 */
async function resumeStoredRun(
  { ctx, body, request }: Omit<ResumeRequest, 'reply'>,
  run: AgentRunDetail,
): Promise<void> {
  if (run.status === 'held')
    assertCanStart(
      await findAccount(ctx.db, { orgId: run.org_id, projectId: run.project_id }, run.agent_id),
      ctx.config,
    );
  const message = body.message ?? undefined;
  const owner = request.idempotency?.owner;
  const released = await ctx.db.transaction().execute(async (trx) => {
    const restarts = run.status === 'held' && (await releaseRun(trx, run.id, message));
    if (!restarts && message !== undefined && !(await storeNextMessage(trx, run.id, message)))
      throw agentErrors.runNotWaiting(run.id);
    if (owner !== undefined) await attachKeyToRun(trx, owner, run.id);
    const retries = run.waiting_for?.kind === 'provider' && (await retryNow(trx, agentRunKind, [run.id]));
    if (restarts || retries || message !== undefined) {
      const resource = { type: 'task_agent_run', id: run.id };
      const payload = { restarted: restarts, retried: retries, message_left: message !== undefined };
      await recordPendingEvent(trx, createStartedEvent(request, { resource, payload }));
    }
    return restarts || retries;
  });
  if (!released) return;
  await refreshCallers(ctx.db, run.id);
  await wake(ctx, run);
}

/** Throws a 422 if a body names another session or run than that of the request. */
export function assertOfRequest(approval: ApprovalRow, body: Partial<ResumeRequest['body']>): void {
  const named = [
    ['session_id', body.session_id, approval.session_id],
    ['task_agent_run_id', body.task_agent_run_id, approval.run_id],
  ] as const;
  throwProblems(
    named.flatMap(([field, id, actual]) =>
      id == null || id === actual ? [] : errors.invalid(field, decisionProblems.not_of_request),
    ),
  );
}
