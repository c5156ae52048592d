import Type from 'typebox';
import { agentErrors } from '../../src/agents/errors.ts';
import { listAgentRuns } from '../../src/agents/runs/queries.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { deleteSession, listRunIdsOfSession, listSessions } from '../../src/agents/sessions.ts';
import { deleteFiles } from '../../src/files/queries.ts';
import { removeBlobs } from '../../src/files/staging.ts';
import { ID_CURSORS } from '../../src/platform/db/cursors.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { agentWithDeleted } from './parents.ts';
import { AgentRun, Session, toAgentRunRecord, toSessionRecord } from './schemas.ts';

/** Maximum number of runs in a session's record, newest first. */
const RUNS_SHOWN = 100;

const list = operation(
  {
    id: 'task_agent_session.list',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/session',
    tag: 'Agent sessions',
    summary: 'List sessions of an agent',
    auth: { permission: 'task_agent:view' },
    request: { query: Type.Object(PAGE_QUERY), parents: { task_agent_id: agentWithDeleted } },
    response: { schemas: { 200: Envelope(Session) } },
  },
  async ({ ctx, caller, params, page }) =>
    mapPage(await listSessions(ctx.db, caller, params.task_agent_id, page), toSessionRecord),
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
    summary: 'Get a session with its newest runs',
    auth: { permission: 'task_agent:view' },
    request: { parents: { task_agent_id: agentWithDeleted } },
    response: { schemas: { 200: SessionWithRuns } },
  },
  async ({ ctx, caller, parents }) => {
    const session = parents.session_id;
    const filter = { principal: caller, agentId: session.agent_id, sessionId: session.id };
    const runs = await listAgentRuns(ctx.db, filter, { cursor: undefined, limit: RUNS_SHOWN, codec: ID_CURSORS });
    return { ...toSessionRecord(session), runs: runs.results.map(toAgentRunRecord) };
  },
);

const remove = operation(
  {
    id: 'task_agent_session.delete',
    method: 'DELETE',
    path: '/org/{org_id}/project/{project_id}/task-agent/{task_agent_id}/session/{session_id}',
    tag: 'Agent sessions',
    summary: 'Delete a session and its runs',
    description: 'Returns 409 if a run of the session is active.',
    auth: { permission: 'task_agent:edit' },
    request: { idempotent: false },
    response: { schemas: { 200: Session }, errors: { 409: ['SESSION_BUSY'] } },
    audit: { event: 'task_agent_session.deleted' },
  },
  async ({ ctx, params, parents, change }) => {
    const session = parents.session_id;
    const blobs = await change(async (trx) => {
      const keys = await deleteFiles(trx, await listRunIdsOfSession(trx, session.id));
      if (!(await deleteSession(trx, session.id))) {
        throw agentErrors.sessionBusy(session.id);
      }
      const labels = { task_agent_id: params.task_agent_id };
      const payload = { runs: session.run_count };
      // The audience sees all runs of the agent. The starters of deleted runs are not stored.
      const run = { kind: agentRunKind.name, id: null };
      const audience = { permission: 'task_agent:view', of: params.task_agent_id, run } as const;
      const resource = { type: 'task_agent_session', id: session.id };
      return { result: keys, audited: { resource, labels, payload, audience: audience } };
    });
    await removeBlobs(ctx.blobs, blobs);
    return toSessionRecord(session);
  },
);

export const AGENT_SESSION_OPERATIONS = [list, read, remove];
