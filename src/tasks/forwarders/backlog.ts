import { sql } from 'kysely';
import type { Backlog } from '../../platform/telemetry/backlog.ts';

/** Due deliveries of forwarders. */
export const deliveryBacklog: Backlog = {
  name: 'deliveries',
  query: sql`select count(*) as depth, min(due_at) as since from forward_deliveries where status = 'pending' and due_at <= now()`,
};
