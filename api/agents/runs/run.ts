import type { FastifyReply, FastifyRequest } from 'fastify';
import { PARKED_STATUSES } from '../../../src/agents/contract.ts';
import type { RunnableAgent } from '../../../src/agents/queries.ts';
import { acceptAgentRun } from '../../../src/agents/runs/accept.ts';
import { type AgentRunDetail, findAgentRun } from '../../../src/agents/runs/queries.ts';
import { agentRunKind } from '../../../src/agents/runs/run-kind.ts';
import { errors } from '../../../src/platform/errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import { runProblems } from '../../../src/runs/problems.ts';
import { restartRun } from '../../../src/runs/start.ts';
import type { Caller } from '../../caller.ts';
import type { ApiContext } from '../../context.ts';
import { getErrorEvent } from '../../plugins/event-schemas.ts';
import { wantsEvents } from '../../plugins/sse.ts';
import { awaitRuns, getPreference, type RequestWait, watchRuns } from '../../plugins/waiting.ts';
import { getRevisionId, type RevisionQuery, toRunRequest } from '../../runs/run-request.ts';
import { toAgentRunRecord } from '../schemas.ts';
import { followAgentRun, NO_KNOWN_PAUSE } from './follow.ts';

interface RunBody {
  readonly message: string;
  readonly session_id?: string | null;
  readonly revision_id?: string | null;
  readonly forked_from_run_id?: string | null;
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
  using watch = watchRuns(ctx, agentRunKind, [id]);
  const started =
    request.earlierRun === undefined
      ? await acceptAgentRun(ctx, agent, {
          ...toRunRequest(input, 'task_agent_run', id),
          message: body.message,
          sessionId: body.session_id ?? undefined,
          revisionId,
          forkedFromRunId: body.forked_from_run_id ?? undefined,
          onAccepted: getPreference(request).async ? (trx) => findAgentRun(trx, agent.id, id) : undefined,
        })
      : { started: restartRun(ctx, agentRunKind, id) };
  if (wantsEvents(request)) {
    await followAgentRun(ctx, reply, id, { after: 0, deltas: true, knownPause: NO_KNOWN_PAUSE });
    return undefined;
  }
  return await respondWhenSettled(ctx, agent.id, { watch, run: started, id, request, reply });
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
  wait: Pick<RequestWait<AgentRunDetail>, 'watch' | 'run' | 'id' | 'request' | 'reply'>,
) {
  const { orgId, projectId } = wait.request.caller;
  return toAgentRunRecord(
    await awaitRuns(ctx, {
      ...wait,
      resource: agentRunKind.resource,
      read: () => findAgentRun(ctx.db, agentId, wait.id),
      isDone: isSettled,
      location: `/org/${orgId}/project/${projectId}/task-agent/${agentId}/run/${wait.id}`,
    }),
  );
}

function isSettled(run: AgentRunDetail): boolean {
  return run.completed !== null || PARKED_STATUSES.includes(run.status);
}
