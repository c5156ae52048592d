import { checkMayAsk } from '../../models/exclusions.ts';
import { checkMayStart } from '../../organizations/may-start.ts';
import { errors } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ModelCatalogue } from '../../platform/models/catalogue.ts';
import { type AcceptContext, type Accepted, acceptRun, type Order } from '../../runs/accept.ts';
import { agentErrors } from '../errors.ts';
import { findAgentRevision, type RunnableAgent } from '../queries.ts';
import { seenSession, titleOf } from '../sessions.ts';
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
  ctx: AcceptContext & { readonly models: ModelCatalogue },
  agent: RunnableAgent,
  order: AgentOrder,
): Promise<Accepted> {
  const { asker, message, sessionId, revisionId } = order;
  if (revisionId !== undefined) {
    const revision = await findAgentRevision(ctx.db, revisionId);
    if (revision?.agent_id !== agent.id) throw errors.notFound('task_agent_revision', revisionId);
  }
  const session = sessionId === undefined ? undefined : await seenSession(ctx.db, asker, agent.id, sessionId);
  if (session && revisionId !== undefined && revisionId !== session.agent_revision_id) {
    throw agentErrors.sessionRevisionMismatch(session.agent_revision_id, revisionId);
  }
  const agentRevisionId = session?.agent_revision_id ?? revisionId ?? agent.active_revision_id;
  await checkModel(ctx, agent, agentRevisionId);
  checkMayStart(agent, ctx.config);
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
    createdByType: asker.subject.type,
    createdBy: asker.subject.id,
    clientId: order.clientId,
  };
  return acceptRun(ctx, agentRunKind, order, agent.org_id, (db) => insertAgentRun(db, run));
}

/** Refuses a run whose model is excluded; a sequential agent asks none. Throws a 409. */
async function checkModel(
  { db, models }: AcceptContext & { readonly models: ModelCatalogue },
  { exclusions }: RunnableAgent,
  revisionId: string,
): Promise<void> {
  if (exclusions.length === 0) return;
  const revision = await findAgentRevision(db, revisionId);
  if (revision && revision.mode !== 'sequential') checkMayAsk(exclusions, models.find(revision.llm_model_id));
}
