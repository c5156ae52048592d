import type { Principal } from '../../access/principal-grants.ts';
import { assertModelAllowed } from '../../models/exclusions.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors, orNotFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  type Accepted,
  acceptRun,
  type Insert,
  type ModelAcceptContext,
  type RunRequest,
  type Stored,
  storeRun,
  storeStartedEvent,
} from '../../runs/accept.ts';
import { assertRunVisible } from '../../runs/visibility.ts';
import { assertCanStart } from '../../usage/start-check.ts';
import { agentErrors } from '../errors.ts';
import { findAgentRevision, type RunnableAgent } from '../queries.ts';
import { getVisibleSession, toSessionTitle } from '../sessions.ts';
import { assertCanRunRevision } from '../tools/attaching.ts';
import { findAgentRun, insertAgentRun } from './queries.ts';
import { agentRunKind } from './run-kind.ts';

/** A request to run an agent. */
interface AgentRunRequest<T = unknown> extends RunRequest<T> {
  readonly message: string;
  /** Session to continue. Undefined: a new session. */
  readonly sessionId: string | undefined;
  /** Requested revision. Default: the session's, else the active one. */
  readonly revisionId: string | undefined;
  /** Run of the agent whose conversation the message repeats. */
  readonly forkedFromRunId?: string | undefined;
}

/** Validates the request, then stores the run and, if needed, its session, and starts it. */
export async function acceptAgentRun<T>(
  ctx: ModelAcceptContext,
  agent: RunnableAgent,
  request: AgentRunRequest<T>,
): Promise<Accepted<T>> {
  const { event, ...plain } = request;
  return acceptRun(ctx, agentRunKind, plain, agent.org_id, await prepareInsert(ctx, ctx.db, agent, request));
}

/** Stores a run in an open transaction. The run starts after the commit. */
export async function storeAgentRun(
  ctx: ModelAcceptContext,
  trx: Executor,
  agent: RunnableAgent,
  request: AgentRunRequest,
): Promise<Stored> {
  const insert = await prepareInsert(ctx, trx, agent, request);
  return storeRun(ctx, trx, agentRunKind, { ...request, orgId: agent.org_id }, insert);
}

/** Validates the request and returns the statement that inserts the run. */
async function prepareInsert(
  ctx: ModelAcceptContext,
  db: Executor,
  agent: RunnableAgent,
  request: AgentRunRequest,
): Promise<Insert> {
  const { principal, message, sessionId, revisionId, forkedFromRunId } = request;
  const requested = revisionId === undefined ? undefined : await findAgentRevision(db, revisionId);
  if (revisionId !== undefined && requested?.agent_id !== agent.id)
    throw errors.notFound('task_agent_revision', revisionId);
  const session = sessionId === undefined ? undefined : await getVisibleSession(db, principal, agent.id, sessionId);
  if (session && revisionId !== undefined && revisionId !== session.agent_revision_id) {
    throw agentErrors.sessionRevisionMismatch(session.agent_revision_id, revisionId);
  }
  const agentRevisionId = session?.agent_revision_id ?? revisionId ?? agent.active_revision_id;
  if (forkedFromRunId !== undefined) await assertCanForkRun(db, principal, agent.id, forkedFromRunId);
  if (agentRevisionId !== agent.active_revision_id)
    await assertCanRunRevision(db, principal, agent.id, agentRevisionId);
  await assertRevisionModelAllowed(ctx, db, agent, agentRevisionId);
  assertCanStart(agent, ctx.config);
  const run = {
    id: request.id,
    orgId: agent.org_id,
    projectId: agent.project_id,
    agentId: agent.id,
    agentRevisionId,
    sessionId: session?.id ?? newId(),
    newSessionTitle: session ? null : toSessionTitle(message),
    message,
    triggerType: request.triggerType,
    triggerId: request.triggerId ?? null,
    createdByType: principal.subject.type,
    createdBy: principal.subject.id,
    clientId: request.clientId,
    depth: request.depth,
    forkedFromRunId,
    storeEvent: storeStartedEvent(request, { task_agent_id: agent.id, task_agent_revision_id: agentRevisionId }),
  };
  return (executor) => insertAgentRun(executor, run);
}

/** Throws a 404 or 403 unless a run is of the agent and the caller can see it. */
async function assertCanForkRun(db: Executor, principal: Principal, agentId: string, id: string): Promise<void> {
  const run = orNotFound(await findAgentRun(db, agentId, id), 'task_agent_run', id);
  assertRunVisible(principal, agentRunKind, agentId, run);
}

/** Throws a 409 if the run's model is excluded. A sequential agent has no model. */
async function assertRevisionModelAllowed(
  { models }: ModelAcceptContext,
  db: Executor,
  { exclusions }: RunnableAgent,
  revisionId: string,
): Promise<void> {
  if (exclusions.length === 0) return;
  const revision = await findAgentRevision(db, revisionId);
  if (revision?.mode === 'agentic') assertModelAllowed(exclusions, models.find(revision.llm_model_id));
}
