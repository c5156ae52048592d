import { sql } from 'kysely';
import { decidedRequests } from '../../agents/approvals/unheard.ts';
import { type AgentRunInput, DECIDED_SIGNAL, PARKED_STATUSES, RESUMED_SIGNAL } from '../../agents/contract.ts';
import { requestCancel } from '../../agents/runs/cancel.ts';
import type { RunKind } from './kind.ts';

/** Runs of agents. */
export const agentRunKind: RunKind = {
  workflow: 'agentRun',
  table: 'agent_runs',
  parent: { table: 'agents', column: 'agent_id' },
  parked: PARKED_STATUSES,
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
