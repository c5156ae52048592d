import { sql } from 'kysely';
import { RESUMED_SIGNAL } from '../../runs/contract.ts';
import type { FeedbackKind } from '../../runs/feedback/kinds.ts';
import type { RunKind } from '../../runs/kind.ts';
import { isTaskRunOpen } from '../../tasks/tool-runs.ts';
import { listDecidedRequests, listEndedWaits } from '../approvals/unacknowledged.ts';
import { retryTreeNow } from '../calls/awaiting.ts';
import { approvalChanges, provisioningChanges } from '../changes.ts';
import { type AgentRunInput, DECIDED_SIGNAL, PARKED_STATUSES } from '../contract.ts';
import { beginStop } from './cancel.ts';
import { releaseRuns } from './state.ts';
import { listWaits } from './traced-waits.ts';

/** Runs of agents. */
export const agentRunKind: RunKind = {
  name: 'agent_run',
  resource: 'task_agent_run',
  workflow: 'agentRun',
  table: 'agent_runs',
  parent: { type: 'task_agent', table: 'agents', column: 'agent_id', visibility: 'task_agent_run_visibility' },
  waitsForProviders: true,
  retryNow: retryTreeNow,
  isPartOfRun: sql<boolean>`r.task_run_id is not null`,
  spanName: 'invoke_agent',
  spanAttributes: { 'gen_ai.operation.name': 'invoke_agent' },
  listWaits,
  async release(trx, ids) {
    await releaseRuns(trx, ids);
  },
  states: ['queued', 'running', ...PARKED_STATUSES, 'cancelling'],
  parked: PARKED_STATUSES,
  subjects: [approvalChanges, provisioningChanges],
  state: sql<string>`r.status || ':' || r.event_seq`,
  // A child run belongs to its caller, and a tool run to its task run, unless it must stop alone or its caller has
  // ended.
  isIndependent: sql<boolean>`case when r.task_run_id is not null
    then r.status = 'cancelling' or not ${isTaskRunOpen(sql`r.task_run_id`)} else (r.tool_call_id is null or r.status = 'cancelling'
    or exists (select from agents g where g.id = r.agent_id and g.deleted_at is not null) or not exists (
      select from tool_calls c join agent_runs a on a.id = c.run_id where c.id = r.tool_call_id and a.completed is null)) end`,
  isMoving: sql<boolean>`r.status = 'running'`,
  turns: sql<number>`r.turns`,
  // Starts with the newest stored turn, whose open calls are then continued.
  input: ({ id, turns }): AgentRunInput => ({ runId: id, turn: Math.max(1, turns) }),
  beginStop,
  async wakeups(db, id) {
    const decided = [...(await listDecidedRequests(db, id)), ...(await listEndedWaits(db, id))];
    return [
      ...decided.map((requestId) => ({ signal: DECIDED_SIGNAL, args: [requestId] })),
      { signal: RESUMED_SIGNAL, args: [] },
    ];
  },
};

/** Feedback on runs of agents. */
export const agentFeedback: FeedbackKind = {
  run: agentRunKind,
  column: 'agent_run_id',
  revision: 'agent_revision_id',
  fields: { run: 'task_agent_run_id', parent: 'task_agent_id', revision: 'task_agent_revision_id' },
};
