import { sql } from 'kysely';
import type { Backlog } from '../platform/telemetry/backlog.ts';

/** Events that are not in their chain yet. An id of version 7 starts with the milliseconds since the epoch. */
export const auditBacklog: Backlog = {
  name: 'audit_events',
  query: sql`select count(*) as depth,
    to_timestamp(('x' || left(replace(min(id::text), '-', ''), 12))::bit(48)::bigint / 1000.0) as since from audit_pending`,
};
