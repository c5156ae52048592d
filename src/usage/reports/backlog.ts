import { sql } from 'kysely';
import type { Backlog } from '../../platform/telemetry/backlog.ts';

/** Ended runs that no report includes. Their times are those of the runs, so they have no age. */
export const reportBacklog: Backlog = {
  name: 'reports',
  query: sql`select count(*) as depth, null::timestamptz as since from report_pending`,
};
