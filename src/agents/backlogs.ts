import { sql } from 'kysely';
import type { Backlog } from '../platform/telemetry/backlog.ts';

/** Backlogs of agents: requests that nobody has decided, and provisionings that were not served. */
export const agentBacklogs: readonly Backlog[] = [
  {
    name: 'approvals',
    query: sql`select count(*) as depth, min(created) as since from approval_requests where status = 'pending'`,
  },
  {
    name: 'provisionings',
    query: sql`select count(*) as depth, min(asked_at) as since from agent_provisionings where done < asked`,
  },
];
