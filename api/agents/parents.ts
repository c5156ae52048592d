import { type ApprovalRow, findApproval } from '../../src/agents/approvals/queries.ts';
import { findAgent, findAgentRevision, findAgentWithDeleted, findRunnableAgent } from '../../src/agents/queries.ts';
import { findAgentRun } from '../../src/agents/runs/queries.ts';
import { agentRunKind } from '../../src/agents/runs/run-kind.ts';
import { assertSessionVisible, findSession } from '../../src/agents/sessions.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { errors } from '../../src/platform/errors.ts';
import { assertRunVisible } from '../../src/runs/visibility.ts';
import { type ParentScope, parent } from '../path.ts';
import { findDeciderReason } from './approvals/record.ts';

const AGENT = { description: 'Agent of the project', field: 'task_agent' };

/** An agent of the project in the path, including deleted ones, whose history stays readable. */
export const agentWithDeleted = parent({
  ...AGENT,
  load: (db, { id, caller }) => findAgentWithDeleted(db, caller.projectId, id),
});

/** A live agent with everything a run of it needs. */
export const runnableAgent = parent({
  ...AGENT,
  load: (db, { id, caller }) => findRunnableAgent(db, caller.projectId, id),
});

/** A session of the agent whose runs the caller can all see. */
const sessionOfAgent = parent({
  description: 'Session of the agent',
  field: 'session',
  load: (db, { id, above, caller }) => findSession(db, caller, above, id),
  check(session, { above, caller }) {
    assertSessionVisible(caller, above, session);
  },
});

const REQUEST = {
  description: 'Approval request of the agent',
  field: 'approval_request',
  proves: ['task_agent_id'],
  load: (db: Executor, { id, caller }: ParentScope) => findApproval(db, caller, id),
} as const;

/** An approval request whose run the caller can see. */
export const approvalOfRun = parent({
  ...REQUEST,
  check(row, place) {
    // A run of a task continues by itself and is followed as a task run.
    if (row.task_run_id !== null) throw errors.notFound('approval_request', row.id);
    assertRunVisibleTo(row, place);
  },
});

function assertRunVisibleTo(row: ApprovalRow, place: ParentScope): void {
  assertAgentOf(row, place);
  assertRunVisible(place.caller, agentRunKind, row.agent_id, row);
}

function assertAgentOf(row: ApprovalRow, { above }: ParentScope): void {
  if (row.agent_id !== above) throw errors.notFound('approval_request', row.id);
}

export const AGENT_PARENTS = {
  task_agent_id: parent({ ...AGENT, load: (db, { id, caller }) => findAgent(db, caller.projectId, id) }),
  revision_id: parent({
    description: 'Revision of the agent',
    field: 'task_agent_revision',
    load: (db, { id }) => findAgentRevision(db, id),
    check(revision, { above }) {
      if (revision.agent_id !== above) throw errors.notFound('task_agent_revision', revision.id);
    },
  }),
  session_id: sessionOfAgent,
  /** A run of the agent that the caller can see. A deleted agent keeps its history. */
  run_id: parent({
    description: 'Run of the agent',
    field: 'task_agent_run',
    proves: ['task_agent_id'],
    load: async (db, { id, caller }) => {
      const row = await findAgentRun(db, undefined, id);
      return row?.project_id === caller.projectId ? row : undefined;
    },
    check(run, { above, caller }) {
      if (run.agent_id !== above) throw errors.notFound('task_agent_run', run.id);
      assertRunVisible(caller, agentRunKind, run.agent_id, run);
    },
  }),
  /** Deciders can read the request even if they cannot see the agent's runs. */
  approval_request_id: parent({
    ...REQUEST,
    check(row, place) {
      if (findDeciderReason(row, place.caller, place.caller.grants) === null) assertAgentOf(row, place);
      else assertRunVisibleTo(row, place);
    },
  }),
};
