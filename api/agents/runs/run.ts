import type { FastifyReply, FastifyRequest } from 'fastify';
import { PARKED_STATUSES } from '../../../src/agents/contract.ts';
import type { RunnableAgent } from '../../../src/agents/queries.ts';
import { acceptAgentRun } from '../../../src/agents/runs/accept.ts';
import { type AgentRunDetail, findAgentRun } from '../../../src/agents/runs/queries.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import type { Executor } from '../../../src/platform/db/client.ts';
import { errors } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { RunRequest } from '../../../src/runs/accept.ts';
import { runProblems } from '../../../src/runs/problems.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { getErrorEvent } from '../../plugins/event-schemas.ts';
import { wantsEvents } from '../../plugins/sse.ts';
import { awaitRun, type StartedRun } from '../../plugins/waiting.ts';
import { beginRun } from '../../runs/begin.ts';
import { getRevisionId, type RevisionQuery, toRunRequest } from '../../runs/run-request.ts';
import { toAgentRunRecord } from '../schemas.ts';
import { followAgentRun, NO_KNOWN_PAUSE } from './follow.ts';

interface RunBody {
  readonly message: string;
  readonly session_id?: string | null;
  readonly revision_id?: string | null;
}

interface RunInput {
  readonly ctx: ApiContext;
  readonly caller: Caller;
  readonly query: RevisionQuery;
  readonly body: RunBody;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Accepts an agent run. Streams its events, or responds when it has ended or waits for a person. */
export async function runAgent(input: RunInput, agent: RunnableAgent) {
  const { ctx, request, reply, query, body } = input;
  getErrorEvent(request);
  const id = request.earlierRun ?? newId();
  const revisionId = getRequestedRevision(query, body);
  const accept = (added: Pick<RunRequest, 'onAccepted'>) => {
    const { message } = body;
    const order = {
      ...toRunRequest(input, 'task_agent_run', id),
      message,
      sessionId: body.session_id ?? undefined,
      revisionId,
    };
    return acceptAgentRun(ctx, agent, { ...order, ...added });
  };
  const read = (db: Executor) => findAgentRun(db, agent.id, id);
  const begin = () => beginRun({ ctx, request, kind: agentRunKind, id, read, accept });
  if (wantsEvents(request)) {
    await begin();
    await followAgentRun(ctx, reply, id, { after: 0, deltas: true, knownPause: NO_KNOWN_PAUSE });
    return undefined;
  }
  return respondWhenSettled(ctx, agent.id, id, request, reply, begin);
}

/** Returns the revision of the query or the body. Throws a 422 if they differ. */
function getRequestedRevision(query: RunInput['query'], { revision_id: sent }: RunBody): string | undefined {
  const requested = getRevisionId(query);
  if (requested !== undefined && sent != null && requested !== sent)
    throw errors.invalidQuery('revision_id', runProblems.revisions_differ({ other: 'body.revision_id' }));
  return sent ?? requested;
}

/** Waits until a run has ended or waits for a person, and returns its record. */
export async function respondWhenSettled(
  ctx: ApiContext,
  agentId: string,
  runId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  begin: () => Promise<StartedRun<AgentRunDetail>>,
) {
  const read = () => findAgentRun(ctx.db, agentId, runId);
  const { orgId, projectId } = request.caller;
  const at = `/org/${orgId}/project/${projectId}/task-agent/${agentId}/run/${runId}`;
  return toAgentRunRecord(
    await awaitRun(ctx, {
      kind: agentRunKind,
      id: runId,
      request,
      reply,
      read,
      isDone: isSettled,
      start: begin,
      location: at,
    }),
  );
}

function isSettled(run: AgentRunDetail): boolean {
  return run.completed !== null || PARKED_STATUSES.includes(run.status);
}
