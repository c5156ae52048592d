import { sql } from 'kysely';
import type { Backlog } from '../platform/telemetry/backlog.ts';

/** Due notifications. */
export const notificationBacklog: Backlog = {
  name: 'notifications',
  query: sql`select count(*) as depth, min(due_at) as since from notifications
    where state in ('pending', 'sending') and due_at <= now()`,
};
