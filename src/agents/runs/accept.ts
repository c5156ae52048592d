import { checkMayAsk } from '../../models/exclusions.ts';
import type { Executor } from '../../platform/db/client.ts';
import { errors } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  type Accepted,
  acceptRun,
  type Insert,
  type ModelAcceptContext,
  type Order,
  type Stored,
  startedEvent,
  storeRun,
} from '../../runs/accept.ts';
import { assertCanStart } from '../../usage/start-check.ts';
import { agentErrors } from '../errors.ts';
import { findAgentRevision, type RunnableAgent } from '../queries.ts';
import { seenSession, titleOf } from '../sessions.ts';
import { assertMayRunRevision } from '../tools/attaching.ts';
import { insertAgentRun } from './queries.ts';
import { agentRunKind } from './run-kind.ts';

/** An agent run that somebody wants. */
export interface AgentOrder extends Order {
  readonly message: string;
  /** The session that it continues; a new one where none is given. */
  readonly sessionId: string | undefined;
  /** The revision that is asked for; the session's, or else the active one where none is given. */
  readonly revisionId: string | undefined;
}

/** Checks everything that can be wrong, then stores the run and, where it begins one, its session, and starts it. */
export async function acceptAgentRun(
  ctx: ModelAcceptContext,
  agent: RunnableAgent,
  order: AgentOrder,
): Promise<Accepted> {
  const { event, ...plain } = order;
  return acceptRun(ctx, agentRunKind, plain, agent.org_id, await insertOf(ctx, ctx.db, agent, order));
}

/** The same within a transaction that goes on after: nothing starts before that is committed. */
export async function storeAgentRun(
  ctx: ModelAcceptContext,
  trx: Executor,
  agent: RunnableAgent,
  order: AgentOrder,
): Promise<Stored> {
  const insert = await insertOf(ctx, trx, agent, order);
  return storeRun(ctx, trx, agentRunKind, { id: order.id, orgId: agent.org_id }, insert);
}

/** What stores the run, once nothing stands against it. */
async function insertOf(
  ctx: ModelAcceptContext,
  db: Executor,
  agent: RunnableAgent,
  order: AgentOrder,
): Promise<Insert> {
  const { principal, message, sessionId, revisionId } = order;
  const named = revisionId === undefined ? undefined : await findAgentRevision(db, revisionId);
  if (revisionId !== undefined && named?.agent_id !== agent.id)
    throw errors.notFound('task_agent_revision', revisionId);
  const session = sessionId === undefined ? undefined : await seenSession(db, principal, agent.id, sessionId);
  if (session && revisionId !== undefined && revisionId !== session.agent_revision_id) {
    throw agentErrors.sessionRevisionMismatch(session.agent_revision_id, revisionId);
  }
  const agentRevisionId = session?.agent_revision_id ?? revisionId ?? agent.active_revision_id;
  if (agentRevisionId !== agent.active_revision_id)
    await assertMayRunRevision(db, principal, agent.id, agentRevisionId);
  await checkModel(ctx, db, agent, agentRevisionId);
  assertCanStart(agent, ctx.config);
  const run = {
    id: order.id,
    orgId: agent.org_id,
    projectId: agent.project_id,
    agentId: agent.id,
    agentRevisionId,
    sessionId: session?.id ?? newId(),
    newSessionTitle: session ? null : titleOf(message),
    message,
    triggerType: order.triggerType,
    triggerId: order.triggerId ?? null,
    createdByType: principal.subject.type,
    createdBy: principal.subject.id,
    clientId: order.clientId,
    event: startedEvent(order, { task_agent_id: agent.id, task_agent_revision_id: agentRevisionId }),
  };
  return (executor) => insertAgentRun(executor, run);
}

/** Refuses a run whose model is excluded; a sequential agent asks none. Throws a 409. */
async function checkModel(
  { models }: ModelAcceptContext,
  db: Executor,
  { exclusions }: RunnableAgent,
  revisionId: string,
): Promise<void> {
  if (exclusions.length === 0) return;
  const revision = await findAgentRevision(db, revisionId);
  if (revision && revision.mode !== 'sequential') checkMayAsk(exclusions, models.find(revision.llm_model_id));
}
