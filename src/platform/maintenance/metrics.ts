import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { GaugeSource } from '../telemetry/metrics.ts';

/** Creates the source of maintenance jobs. */
export function createMaintenanceSource(openDb: () => Promise<Db>): GaugeSource {
  return {
    name: 'maintenance',
    cacheMs: 5000,
    gauges: [
      { name: 'holdfast_maintenance_jobs_failing', help: 'Maintenance jobs whose last run failed.' },
      { name: 'holdfast_maintenance_overdue_seconds', help: 'Time for which the most overdue maintenance job is due.' },
    ],
    async read() {
      const { rows } = await sql<{ failing: number; overdue: number | null }>`
        select count(*) filter (where last_error is not null)::float8 as failing,
          extract(epoch from now() - min(next_due))::float8 as overdue from maintenance_jobs`.execute(await openDb());
      return {
        holdfast_maintenance_jobs_failing: [{ value: rows[0]?.failing ?? 0 }],
        holdfast_maintenance_overdue_seconds: [{ value: Math.max(0, rows[0]?.overdue ?? 0) }],
      };
    },
  };
}
