import { WorkflowNotFoundError } from '@temporalio/client';
import { requestCancel } from '../../src/agents/cancel.ts';
import { settledQuestions, takeBackQuestion } from '../../src/agents/confirm.ts';
import { DECIDED_SIGNAL, RESUMED_SIGNAL } from '../../src/agents/contract.ts';
import { trimAudit } from '../../src/audit/retention.ts';
import type { BackgroundActivities } from '../../src/background/contract.ts';
import {
  countRestart,
  type DecidedRequest,
  decidedRequests,
  forgetOldKeys,
  type OpenRun,
  openRuns,
  unheardDecisions,
  unheardResumes,
} from '../../src/background/queries.ts';
import { sweepFiles } from '../../src/files/sweep.ts';
import { DOMAIN_CHANGED, domainWorkflowId, INVITE_RESENT, inviteWorkflowId } from '../../src/organizations/contract.ts';
import { neglectedInvites } from '../../src/organizations/delivery.ts';
import { neglectedDomains } from '../../src/organizations/domains.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { type RunStarter, workflowIdOf } from '../../src/platform/temporal/starter.ts';
import { forgetOldChanges } from '../../src/projects/changes.ts';
import { requestTaskCancel } from '../../src/tasks/runs.ts';
import { driftedAccounts, endedWithReservations, releaseCredits, repairAccount } from '../../src/usage/reservations.ts';
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

/** One round: looks after every unfinished run, repeats what was not heard, and tidies up. Each piece fails alone. */
async function round(ctx: ActivityContext, temporal: RunStarter, graceSeconds: number): Promise<void> {
  const { db } = ctx;
  const chores: readonly (readonly [string, () => Promise<void>])[] = [
    ['look after runs', () => lookAfterRuns(ctx, temporal, graceSeconds)],
    ['repeat decisions', async () => wakeAll(ctx, temporal, await unheardDecisions(db, graceSeconds))],
    ['take questions back', () => takeBack(ctx, temporal)],
    ['repeat resumes', () => repeatResumes(ctx, temporal, graceSeconds)],
    ['look after invites', () => lookAfterInvites(ctx, temporal, graceSeconds)],
    ['look after domains', () => lookAfterDomains(ctx, temporal, graceSeconds)],
    ['tell of low credits', () => alertLowCredits(ctx)],
    ['repair reservations', () => repairReservations(ctx)],
    ['forget old keys', () => forgetOldKeys(db)],
    ['forget old changes', () => forgetOldChanges(db)],
    ['trim the audit', () => trimAudit(db, ctx.config.auditRetentionDays)],
    ['compare the blob store with the files', () => sweepFiles(ctx, ctx.log)],
  ];
  for (const [what, work] of chores) await alone(ctx, what, work);
}

/** Does a piece of work that keeps no other from being done: where it fails, that is logged, and the next round tries again. */
async function alone(
  ctx: ActivityContext,
  what: string,
  work: () => Promise<unknown>,
  about: object = {},
): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.error({ err: error, ...about }, `could not ${what}`);
  }
}

async function lookAfterRuns(ctx: ActivityContext, temporal: RunStarter, graceSeconds: number): Promise<void> {
  let after = FIRST_ID;
  for (;;) {
    const runs = await openRuns(ctx.db, graceSeconds, after, BATCH);
    await Promise.all(
      runs.map((run) => alone(ctx, 'look after a run', () => reconcile(ctx, temporal, run), { run_id: run.id })),
    );
    after = runs.at(-1)?.id ?? after;
    if (runs.length < BATCH) break;
  }
}

/** Tells runs of their decisions. */
async function wakeAll(ctx: ActivityContext, temporal: RunStarter, decided: readonly DecidedRequest[]): Promise<void> {
  for (const { id, restarts, request_id } of decided)
    await alone(ctx, 'wake a run', () => temporal.signal({ id, restarts }, DECIDED_SIGNAL, request_id), { run_id: id });
}

async function takeBack(ctx: ActivityContext, temporal: RunStarter): Promise<void> {
  for (const question of await settledQuestions(ctx.db)) {
    const take = async () => {
      await takeBackQuestion(ctx.db, question);
      await wakeAll(ctx, temporal, [question]);
    };
    await alone(ctx, 'take a question back', take, { run_id: question.id });
  }
}

async function repeatResumes(ctx: ActivityContext, temporal: RunStarter, graceSeconds: number): Promise<void> {
  for (const run of await unheardResumes(ctx.db, graceSeconds))
    await alone(ctx, 'wake a run', () => temporal.signal(run, RESUMED_SIGNAL), { run_id: run.id });
}

/** Charges the calls whose runs ended without them, and brings accounts in line with what is set aside. */
async function repairReservations(ctx: ActivityContext): Promise<void> {
  const { db } = ctx;
  for (const id of await endedWithReservations(db))
    await alone(ctx, 'charge a call', () => releaseCredits(db, id), { run_id: id });
  for (const id of await driftedAccounts(db))
    await alone(ctx, 'repair an account', () => repairAccount(db, id), { account_id: id });
}

/** Starts or wakes the workflows of invites that nobody looks after. */
async function lookAfterInvites(ctx: ActivityContext, temporal: RunStarter, graceSeconds: number): Promise<void> {
  const keep = (id: string) => temporal.keep('invite', inviteWorkflowId(id), { inviteId: id }, INVITE_RESENT);
  const invites = await neglectedInvites(ctx.db, graceSeconds);
  await Promise.all(invites.map((id) => alone(ctx, 'look after an invite', () => keep(id), { invite_id: id })));
}

/** The same for domains. */
async function lookAfterDomains(ctx: ActivityContext, temporal: RunStarter, graceSeconds: number): Promise<void> {
  const keep = (id: string) =>
    temporal.keep('domainVerification', domainWorkflowId(id), { domainId: id }, DOMAIN_CHANGED);
  const domains = await neglectedDomains(ctx.db, graceSeconds);
  await Promise.all(domains.map((id) => alone(ctx, 'look after a domain', () => keep(id), { domain_id: id })));
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
  const decided = await decidedRequests(ctx.db, run.id);
  await wakeAll(
    ctx,
    temporal,
    decided.map((request_id) => ({ request_id, id: run.id, restarts: run.restarts })),
  );
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
