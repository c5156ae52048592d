import { sql } from 'kysely';
import type { RunKind } from '../../runs/kind.ts';
import { decidedRequests } from '../approvals/unheard.ts';
import { type AgentRunInput, DECIDED_SIGNAL, PARKED_STATUSES, RESUMED_SIGNAL } from '../contract.ts';
import { requestCancel } from './cancel.ts';

/** Runs of agents. */
export const agentRunKind: RunKind = {
  resource: 'task_agent_run',
  workflow: 'agentRun',
  queue: 'runs',
  table: 'agent_runs',
  parent: { table: 'agents', column: 'agent_id' },
  parked: PARKED_STATUSES,
  state: sql<string>`r.status || ':' || r.event_seq`,
  onItsOwn: sql<boolean>`true`,
  turns: sql<number>`r.turns`,
  // It begins with its newest stored turn, whose open calls are then taken up.
  input: ({ id, turns }): AgentRunInput => ({ runId: id, turn: Math.max(1, turns) }),
  requestStop: requestCancel,
  async wakeups(db, id) {
    const decided = await decidedRequests(db, id);
    return [
      ...decided.map((requestId) => ({ signal: DECIDED_SIGNAL, args: [requestId] })),
      { signal: RESUMED_SIGNAL, args: [] },
    ];
  },
};
