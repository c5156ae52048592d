import { agentErrors } from '../../src/agents/errors.ts';
import { findAgentRevision } from '../../src/agents/queries.ts';
import { acceptAgentRun } from '../../src/agents/runs/accept.ts';
import { findSessionEndingWith } from '../../src/agents/sessions.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { DomainError, orNotFound } from '../../src/platform/errors.ts';
import { attachKeyToRun } from '../../src/platform/idempotency.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Accepted } from '../../src/runs/accept.ts';
import {
  findResponseOfRun,
  insertRunResponse,
  lockResponsesOfRun,
  type NewRunResponse,
} from '../../src/runs/responses/queries.ts';
import { restartRun } from '../../src/runs/start.ts';
import { acceptTaskRun } from '../../src/tasks/accept.ts';
import type { StartedRun } from '../plugins/waiting.ts';
import { toRunRequest } from '../runs/run-request.ts';
import type { Plan } from './conversation.ts';
import { openAiErrors } from './errors.ts';
import { assertFormatMatches, listServingRevisions } from './formats.ts';
import { toPrompt } from './messages.ts';
import type { ResponseRequest } from './request.ts';
import { getModelId, getRunKind, type ModelRun, type RunRef } from './runs.ts';
import { assertSettingsMatch } from './settings.ts';
import { toTaskInput } from './task-input.ts';

/** Response whose run is started or followed. */
export interface StartedResponse {
  /** Row of the response. */
  readonly id: string;
  readonly created: Date;
  readonly run: RunRef;
  readonly afterSeq: number;
  /** Starts the run. Call it once, after watching has begun. */
  readonly start: () => Promise<StartedRun<ModelRun>>;
}

function toConversation({ request: { caller }, digest }: ResponseRequest) {
  return { subject: caller.subject, inputDigest: digest };
}

/** Finds the response of an earlier request with the same Idempotency-Key. Undefined if that stored none. */
async function findRepeated(input: ResponseRequest): Promise<StartedResponse | undefined> {
  const { ctx, request, model } = input;
  if (request.earlierRun === undefined) return undefined;
  const run = { kind: model.kind, id: request.earlierRun };
  const found = await findResponseOfRun(ctx.db, run, toConversation(input));
  if (found === undefined) return undefined;
  const start = async () => ({ started: restartRun(ctx, getRunKind(run), run.id) });
  return { id: found.id, created: found.created, run, afterSeq: found.after_seq, start };
}

/** Prepares the run of a response and its start. A repeat with the same Idempotency-Key finds the first response. */
export async function prepareResponse(input: ResponseRequest, getPlan: () => Promise<Plan>): Promise<StartedResponse> {
  const { kind } = input.model;
  if (input.request.earlierRun !== undefined)
    return orNotFound(await findRepeated(input), 'response', input.request.earlierRun);
  const plan = await getPlan();
  if (plan.kind === 'follow') return followRun(input, { kind, id: plan.runId }, plan.afterSeq);
  await assertParametersMatch(input, plan);
  const run = { kind, id: newId() };
  const id = newId();
  const created = new Date();
  const store = (trx: Executor) => insertRunResponse(trx, toRow(input, { id, run, afterSeq: 0 }));
  return { id, created, run, afterSeq: 0, start: () => acceptPlan(input, plan, run.id, store) };
}

/**
 * Stores a response that shows the rest of a run after its decisions. Requests with the same decisions get the same
 * response: of two at once with one key, either can be the first that stores it.
 */
export async function followDecided(input: ResponseRequest, run: RunRef, afterSeq: number): Promise<StartedResponse> {
  const added = { id: newId(), created: new Date(), after_seq: afterSeq };
  const { id, created, after_seq } = await input.ctx.db.transaction().execute(async (trx) => {
    await lockResponsesOfRun(trx, run.id);
    const found = await findResponseOfRun(trx, run, toConversation(input));
    if (found === undefined) await insertRunResponse(trx, toRow(input, { id: added.id, run, afterSeq }));
    return found ?? added;
  });
  return { id, created, run, afterSeq: after_seq, start: BEGIN_NOTHING };
}

/** Stores a response that shows the rest of an earlier run. */
async function followRun(input: ResponseRequest, run: RunRef, afterSeq: number): Promise<StartedResponse> {
  const { ctx, request } = input;
  const id = newId();
  const owner = request.idempotency?.owner;
  await ctx.db.transaction().execute(async (trx) => {
    await insertRunResponse(trx, toRow(input, { id, run, afterSeq }));
    if (owner !== undefined) await attachKeyToRun(trx, owner, run.id);
  });
  return { id, created: new Date(), run, afterSeq, start: BEGIN_NOTHING };
}

const BEGIN_NOTHING = async () => ({});

function toRow(
  { request, model, digest, stored, echo, items }: ResponseRequest,
  { id, run, afterSeq }: { readonly id: string; readonly run: RunRef; readonly afterSeq: number },
): NewRunResponse {
  const { orgId, projectId, subject } = request.caller;
  return {
    id,
    org_id: orgId,
    project_id: projectId,
    agent_run_id: run.kind === 'agent' ? run.id : null,
    task_run_id: run.kind === 'task' ? run.id : null,
    parent_id: getModelId(model),
    created_by_type: subject.type,
    created_by: subject.id,
    input_digest: digest,
    after_seq: afterSeq,
    stored,
    request: { ...echo, model: model.model },
    input: (stored ? items : undefined) ?? null,
  };
}

type StartPlan = Extract<Plan, { readonly kind: 'start' }>;

/** Accepts the run of a plan. A session that another run has meanwhile continued is replaced by a new one. */
async function acceptPlan(
  input: ResponseRequest,
  plan: StartPlan,
  id: string,
  store: (trx: Executor) => Promise<void>,
): Promise<Pick<Accepted, 'started'>> {
  const { ctx, model, messages, param } = input;
  const caller = input.request.caller;
  const runRequest = toRunRequest({ caller, request: input.request }, getRunKind(model).resource, id);
  if (model.kind === 'task') {
    const task = await toTaskInput(input, model.task);
    return acceptTaskRun(ctx, model.task, { ...runRequest, ...task, onAccepted: store });
  }
  const run = { ...runRequest, revisionId: undefined };
  const { session } = plan;
  if (session !== undefined) {
    const message = toPrompt(plan.messages, param);
    const continueSession = async (trx: Executor) => {
      if ((await findSessionEndingWith(trx, session.lastRunId, id)) === undefined)
        throw agentErrors.sessionBusy(session.id);
      await store(trx);
    };
    try {
      return await acceptAgentRun(ctx, model.agent, {
        ...run,
        message,
        sessionId: session.id,
        onAccepted: continueSession,
      });
    } catch (error) {
      if (!(error instanceof DomainError && error.reason === 'SESSION_BUSY') || messages.length === 0) throw error;
    }
  }
  return acceptAgentRun(ctx, model.agent, {
    ...run,
    message: toPrompt(messages, param),
    sessionId: undefined,
    onAccepted: store,
  });
}

/** Throws a 400 for settings and formats that the revisions which can serve the request do not have. */
async function assertParametersMatch(input: ResponseRequest, plan: StartPlan): Promise<void> {
  const { ctx, model, settings, format } = input;
  if (model.kind === 'task') {
    const revisions = await listServingRevisions(ctx, model.task);
    assertSettingsMatch(settings, revisions);
    for (const revision of revisions) await assertFormatMatches(ctx, format, { kind: 'task', revision });
    return;
  }
  if (input.messages.some(({ files }) => files.length > 0))
    throw openAiErrors.invalid(input.param, 'an agent takes text only; a task can take images and files');
  const revision = await findAgentRevision(ctx.db, plan.session?.revisionId ?? model.agent.active_revision_id);
  if (revision === undefined) return;
  assertSettingsMatch(settings, [revision]);
  await assertFormatMatches(ctx, format, { kind: 'agent', revision, projectId: model.agent.project_id });
}
