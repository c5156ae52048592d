import { WorkflowNotFoundError } from '@temporalio/client';
import { requestCancel } from '../../src/agents/cancel.ts';
import { takeBackSettled } from '../../src/agents/confirm.ts';
import { DECIDED_SIGNAL, RESUMED_SIGNAL } from '../../src/agents/contract.ts';
import { trimAudit } from '../../src/audit/retention.ts';
import type { BackgroundActivities } from '../../src/background/contract.ts';
import {
  countRestart,
  decidedRequests,
  forgetOldKeys,
  type OpenRun,
  openRuns,
  unheardDecisions,
  unheardResumes,
} from '../../src/background/queries.ts';
import { DOMAIN_CHANGED, domainWorkflowId, INVITE_RESENT, inviteWorkflowId } from '../../src/organizations/contract.ts';
import { neglectedInvites } from '../../src/organizations/delivery.ts';
import { neglectedDomains } from '../../src/organizations/domains.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { type RunStarter, workflowIdOf } from '../../src/platform/temporal/starter.ts';
import { forgetOldChanges } from '../../src/projects/changes.ts';
import { requestTaskCancel } from '../../src/tasks/runs.ts';
import { repairReservations } from '../../src/usage/reservations.ts';
import type { ActivityContext } from '../context.ts';
import { withHeartbeat } from '../heartbeat.ts';
import { alertLowCredits } from '../organizations/credit-alerts.ts';

/** Runs looked at together. Each holds a call to Temporal open, and with it memory that the process then keeps. */
const BATCH = 25;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** The activities of the background queue over their dependencies. */
export function backgroundActivities(ctx: ActivityContext, temporal: RunStarter): BackgroundActivities {
  return {
    reconcileRuns: ({ graceSeconds }) => withHeartbeat(() => round(ctx, temporal, graceSeconds)),
  };
}

/** One round: looks after every unfinished run, repeats what was not heard, and tidies up. */
async function round(ctx: ActivityContext, temporal: RunStarter, graceSeconds: number): Promise<void> {
  let after = FIRST_ID;
  for (;;) {
    const runs = await openRuns(ctx.db, graceSeconds, after, BATCH);
    await Promise.all(
      runs.map((run) =>
        // One run that can't be helped must not keep the others from it; the next round tries again.
        reconcile(ctx, temporal, run).catch((error: unknown) =>
          ctx.log.error({ err: error, run_id: run.id }, 'could not look after a run'),
        ),
      ),
    );
    after = runs.at(-1)?.id ?? after;
    if (runs.length < BATCH) break;
  }
  for (const { id, restarts, request_id } of await unheardDecisions(ctx.db, graceSeconds)) {
    await temporal.signal({ id, restarts }, DECIDED_SIGNAL, request_id);
  }
  for (const { id, restarts, request_id } of await takeBackSettled(ctx.db)) {
    await temporal.signal({ id, restarts }, DECIDED_SIGNAL, request_id);
  }
  for (const run of await unheardResumes(ctx.db, graceSeconds)) await temporal.signal(run, RESUMED_SIGNAL);
  await lookAfterOrganizations(ctx, temporal, graceSeconds);
  await alertLowCredits(ctx);
  await repairReservations(ctx.db);
  await forgetOldKeys(ctx.db);
  await forgetOldChanges(ctx.db);
  await trimAudit(ctx.db, ctx.config.auditRetentionDays);
}

/** Starts or wakes the workflows of invites and domains that nobody looks after. */
async function lookAfterOrganizations(ctx: ActivityContext, temporal: RunStarter, graceSeconds: number): Promise<void> {
  const invites = await neglectedInvites(ctx.db, graceSeconds);
  const domains = await neglectedDomains(ctx.db, graceSeconds);
  const kept = await Promise.allSettled([
    ...invites.map((inviteId) => temporal.keep('invite', inviteWorkflowId(inviteId), { inviteId }, INVITE_RESENT)),
    ...domains.map((domainId) =>
      temporal.keep('domainVerification', domainWorkflowId(domainId), { domainId }, DOMAIN_CHANGED),
    ),
  ]);
  // The next round tries again; what else is to be done must not wait for it.
  const failed = kept.filter((result) => result.status === 'rejected');
  if (failed.length > 0)
    ctx.log.error({ err: failed[0]?.reason, failed: failed.length }, 'could not look after invites or domains');
}

/** Starts a run's workflow where there is none, and anew under the next id where it closed without ending the run. */
async function reconcile(ctx: ActivityContext, temporal: RunStarter, run: OpenRun): Promise<void> {
  if (run.abandoned) await stop(ctx, run);
  const state = await workflowState(temporal, run);
  if (state === 'running' || state === 'waiting') {
    if (run.stopping || run.abandoned) await temporal.cancel(run);
    else if (state === 'waiting' && run.moving && run.kind === 'agentRun') await remind(ctx, temporal, run);
    return;
  }
  if (state === 'closed' && !(await countRestart(ctx.db, run))) return;
  const restarts = state === 'closed' ? run.restarts + 1 : run.restarts;
  // A run that goes on begins with its newest stored turn, whose open calls are then taken up.
  const input = run.kind === 'taskRun' ? { taskRunId: run.id } : { runId: run.id, turn: Math.max(1, run.turns) };
  await temporal.start(run.kind, { id: run.id, restarts }, run.org_id, input);
  ctx.log.warn({ run_id: run.id, restarts }, 'a run whose workflow was gone goes on');
}

/** Stops a run that a deletion missed: it was made in that very moment, or the process that deleted died. */
async function stop(ctx: ActivityContext, run: OpenRun): Promise<void> {
  try {
    await (run.kind === 'agentRun' ? requestCancel(ctx.db, run.id) : requestTaskCancel(ctx.db, run.id));
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'RUN_ENDED')) throw error;
    ctx.log.debug({ run_id: run.id }, 'a run of something deleted has just ended');
  }
}

/**
 * Tells a workflow of every decision again: it waits for one while its run has gone on, which is what is left where its
 * server lost its last moments. What it knows already changes nothing.
 */
async function remind(ctx: ActivityContext, temporal: RunStarter, run: OpenRun): Promise<void> {
  for (const id of await decidedRequests(ctx.db, run.id)) await temporal.signal(run, DECIDED_SIGNAL, id);
  await temporal.signal(run, RESUMED_SIGNAL);
}

type WorkflowState = 'running' | 'waiting' | 'closed' | 'missing';

/** `waiting` is a workflow that has nothing under way: no step, no child and nothing to think about. */
async function workflowState(temporal: RunStarter, run: OpenRun): Promise<WorkflowState> {
  try {
    const { status, raw } = await temporal.client.workflow.getHandle(workflowIdOf(run)).describe();
    if (status.name !== 'RUNNING' && status.name !== 'PAUSED') return 'closed';
    const busy = [raw.pendingActivities, raw.pendingChildren].some((items) => (items?.length ?? 0) > 0);
    return busy || raw.pendingWorkflowTask ? 'running' : 'waiting';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'missing';
    throw error;
  }
}
