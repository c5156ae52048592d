import { sql } from 'kysely';
import type { Backlog } from '../../platform/telemetry/backlog.ts';

/** Backlogs of forwarders: due deliveries, and owners who do not know yet that their forwarder is paused. */
export const forwarderBacklogs: readonly Backlog[] = [
  {
    name: 'deliveries',
    query: sql`select count(*) as depth, min(due_at) as since from forward_deliveries where status = 'pending' and due_at <= now()`,
  },
  {
    name: 'forwarder_notifications',
    query: sql`select count(*) as depth, min(paused_at) as since from task_forwarder_states where untold`,
  },
];
