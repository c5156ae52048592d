import { sql } from 'kysely';
import type { Backlog } from '../platform/telemetry/backlog.ts';

/** Top-up requests that are due. */
export const topUpBacklog: Backlog = {
  name: 'top_up_requests',
  query: sql`select count(*) as depth, min(next_attempt) as since from credit_top_ups
    where delivered_at is null and granted_at is null and next_attempt <= now()`,
};

/** Ended runs that no report includes. Their times are those of the runs, so they have no age. */
export const reportBacklog: Backlog = {
  name: 'reports',
  query: sql`select count(*) as depth, null::timestamptz as since from report_pending`,
};
