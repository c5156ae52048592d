import { sql } from 'kysely';
import type { Db } from '../platform/db/client.ts';
import type { GaugeSource } from '../platform/telemetry/metrics.ts';

/** Creates the source of open outages. It has no label: users choose the names of connections. */
export function createOutageSource(openDb: () => Promise<Db>): GaugeSource {
  return {
    name: 'outages',
    cacheMs: 5000,
    gauges: [
      { name: 'holdfast_outages_open', help: 'Providers of models and connections of tools with an open outage.' },
    ],
    async read() {
      const { rows } = await sql<{ count: number }>`
        select count(*)::float8 as count from provider_outages where opened_at is not null`.execute(await openDb());
      return { holdfast_outages_open: [{ value: rows[0]?.count ?? 0 }] };
    },
  };
}
