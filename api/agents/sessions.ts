import Type from 'typebox';
import { listAgentRuns } from '../../src/agents/runs/queries.ts';
import { deleteSession, findSession, listSessions, runsOfSession, type SessionRow } from '../../src/agents/sessions.ts';
import { deleteFiles } from '../../src/files/queries.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors } from '../../src/platform/errors.ts';
import { operation } from '../operation.ts';
import { type Caller, runsNotSeen } from '../plugins/access.ts';
import { Envelope, PAGE_QUERY, pageOf } from '../plugins/pagination.ts';
import { Params } from '../schemas.ts';
import { AgentParams, agentEver, agentParent } from './agents.ts';
import { AgentRun, agentRunRecord, Session, sessionRecord } from './schemas.ts';

const SessionParams = Params('org_id', 'project_id', 'task_agent_id', 'session_id');
/** Newest runs that a session's record shows. */
const RUNS_SHOWN = 100;

/** A session of the agent that the caller sees. Throws a 404, or a 403 where it has a run that is not for them. */
export async function sessionOf(db: Executor, caller: Caller, agentId: string, id: string): Promise<SessionRow> {
  const session = await findSession(db, caller, agentId, id);
  if (!session) throw errors.notFound('session', id);
  if (!session.seen) throw runsNotSeen(caller, { type: 'task_agent', id: agentId });
  return session;
}

const list = operation(
  {
    id: 'task_agent_session.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/session',
    tag: 'Agent sessions',
    summary: "List an agent's sessions",
    access: 'task_agent:view',
    params: AgentParams,
    query: Type.Object(PAGE_QUERY),
    body: null,
    answers: { 200: Envelope(Session) },
    loads: { task_agent_id: agentEver },
    own: [],
    audit: null,
    idempotent: false,
  },
  async ({ ctx, caller, params, query }) =>
    mapPage(await listSessions(ctx.db, caller, params.task_agent_id, pageOf(query)), sessionRecord),
);

const SessionWithRuns = Type.Object(
  { ...Session.properties, runs: Type.Array(AgentRun) },
  { title: 'SessionWithRuns' },
);

const read = operation(
  {
    id: 'task_agent_session.read',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/session/{session_id}',
    tag: 'Agent sessions',
    summary: 'Read a session with its newest runs',
    access: 'task_agent:view',
    params: SessionParams,
    query: null,
    body: null,
    answers: { 200: SessionWithRuns },
    loads: { task_agent_id: agentEver },
    own: ['session_id'],
    audit: null,
    idempotent: false,
  },
  async ({ ctx, caller, params }) => {
    const session = await sessionOf(ctx.db, caller, params.task_agent_id, params.session_id);
    const filter = { asker: caller, agentId: session.agent_id, sessionId: session.id };
    const runs = await listAgentRuns(ctx.db, filter, { cursor: undefined, limit: RUNS_SHOWN });
    return { ...sessionRecord(session), runs: runs.results.map(agentRunRecord) };
  },
);

const remove = operation(
  {
    id: 'task_agent_session.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/session/{session_id}',
    tag: 'Agent sessions',
    summary: 'Delete a session with its runs; refused while one is active',
    access: 'task_agent:edit',
    params: SessionParams,
    query: null,
    body: null,
    answers: { 200: Session },
    loads: { task_agent_id: agentParent },
    own: ['session_id'],
    errors: { 409: ['SESSION_BUSY'] },
    audit: 'task_agent_session.deleted',
    idempotent: false,
  },
  async ({ ctx, caller, params, audit }) => {
    const session = await sessionOf(ctx.db, caller, params.task_agent_id, params.session_id);
    const blobs = await ctx.db.transaction().execute(async (trx) => {
      const keys = await deleteFiles(trx, await runsOfSession(trx, session.id));
      if (!(await deleteSession(trx, session.id))) {
        throw errors.conflict('SESSION_BUSY', 'a run of this session has not ended yet', { session_id: session.id });
      }
      const labels = { task_agent_id: params.task_agent_id };
      const payload = { runs: session.run_count };
      await audit(trx, { resource: { type: 'task_agent_session', id: session.id }, labels, payload });
      return keys;
    });
    await removeBlobs(ctx.blobs, blobs);
    return sessionRecord(session);
  },
);

export const AGENT_SESSION_OPERATIONS = [list, read, remove];
