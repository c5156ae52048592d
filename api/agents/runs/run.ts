import type { FastifyReply, FastifyRequest } from 'fastify';
import { PARKED_STATUSES } from '../../../src/agents/contract.ts';
import { agentErrors } from '../../../src/agents/errors.ts';
import { findAgentRevision, type RunnableAgent } from '../../../src/agents/queries.ts';
import { type AgentRunDetail, findAgentRun, insertAgentRun } from '../../../src/agents/runs/queries.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { checkMayStart } from '../../../src/organizations/may-start.ts';
import { errors } from '../../../src/platform/errors.ts';
import { tieKeyToRun } from '../../../src/platform/idempotency.ts';
import { newId } from '../../../src/platform/ids.ts';
import { startRun } from '../../../src/runs/start.ts';
import type { ApiContext } from '../../context.ts';
import { proved } from '../../path.ts';
import type { Caller } from '../../plugins/access.ts';
import { wantsEvents } from '../../plugins/sse.ts';
import { awaitRun } from '../../plugins/waiting.ts';
import { sessionParent } from '../parents.ts';
import { agentRunRecord } from '../schemas.ts';
import { followRun, KNOWS_NONE } from './follow.ts';

interface RunBody {
  readonly message: string;
  readonly session_id?: string | null;
  readonly revision_id?: string | null;
}

interface RunRequest {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly query: { readonly revision_id?: string };
  readonly body: RunBody;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Longest session title, in characters; it is the beginning of the first message. */
const TITLE = 80;

/** Accepts an agent run, starts it, and streams its events or answers when it has ended or waits for a person. */
export async function runAgent(input: RunRequest, agent: RunnableAgent) {
  const { ctx, request, reply } = input;
  const runId = request.earlierRun ?? (await acceptRun(input, agent));
  const begin = () => startRun(ctx, agentRunKind, runId, agent.org_id);
  if (wantsEvents(request)) {
    await followRun(ctx, reply, runId, { after: 0, deltas: true, knownPause: KNOWS_NONE }, begin);
    return undefined;
  }
  return answerWhenParked(ctx, agent.id, runId, request, reply, begin);
}

/** Waits for a run to end or to wait for a person, and answers its record. */
export async function answerWhenParked(
  ctx: ApiContext,
  agentId: string,
  runId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  begin: () => Promise<unknown>,
) {
  const read = () => findAgentRun(ctx.db, agentId, runId);
  return agentRunRecord(
    await awaitRun(ctx, { kind: agentRunKind, id: runId, request, reply, read, done: isAtRest, begin }),
  );
}

function isAtRest(run: AgentRunDetail): boolean {
  return run.completed !== null || PARKED_STATUSES.includes(run.status);
}

/** Checks everything that can be wrong, then stores the run and, where it begins one, its session. */
async function acceptRun({ ctx, caller, query, body, request }: RunRequest, agent: RunnableAgent): Promise<string> {
  const wanted = body.revision_id ?? query.revision_id;
  if (wanted !== undefined) {
    const revision = await findAgentRevision(ctx.db, wanted);
    if (revision?.agent_id !== agent.id) throw errors.notFound('task_agent_revision', wanted);
  }
  const sessionId = body.session_id ?? undefined;
  const session =
    sessionId === undefined
      ? undefined
      : await proved(sessionParent, ctx.db, { id: sessionId, above: agent.id, caller });
  if (session && wanted !== undefined && wanted !== session.agent_revision_id) {
    throw agentErrors.sessionRevisionMismatch(session.agent_revision_id, wanted);
  }
  checkMayStart(agent, ctx.config);
  const run = {
    id: newId(),
    orgId: agent.org_id,
    projectId: agent.project_id,
    agentId: agent.id,
    agentRevisionId: session?.agent_revision_id ?? wanted ?? agent.active_revision_id,
    sessionId: session?.id ?? newId(),
    newSessionTitle: session ? null : body.message.slice(0, TITLE).toWellFormed(),
    message: body.message,
    triggerType: 'api',
    createdByType: caller.subject.type,
    createdBy: caller.subject.id,
    clientId: caller.kind === 'client_credentials' ? caller.credentialId : null,
  };
  const owner = request.idempotency?.owner;
  if (owner === undefined) await insertAgentRun(ctx.db, run);
  else {
    await ctx.db.transaction().execute(async (trx) => {
      await insertAgentRun(trx, run);
      await tieKeyToRun(trx, owner, run.id);
    });
  }
  return run.id;
}
