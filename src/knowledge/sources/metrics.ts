import { sql } from 'kysely';
import type { Db } from '../../platform/db/client.ts';
import type { GaugeSource } from '../../platform/telemetry/metrics.ts';
import { isLate } from './queries.ts';

/** Creates the source of knowledge sources that need attention. It has no label: users choose their names. */
export function createSourceStateGauges(openDb: () => Promise<Db>): GaugeSource {
  return {
    name: 'knowledge_sources',
    cacheMs: 5000,
    gauges: [
      { name: 'holdfast_knowledge_sources_late', help: 'Sources whose latest complete sync is older than their goal.' },
      { name: 'holdfast_knowledge_sources_withheld', help: 'Sources with removals that wait for a decision.' },
    ],
    async read() {
      const { rows } = await sql<{ late: number; withheld: number }>`
        select count(*) filter (where ${isLate()})::float8 as late,
          count(*) filter (where t.withheld_digest is not null)::float8 as withheld
        from knowledge_sources s join knowledge_source_states t on t.source_id = s.id
        where s.deleted_at is null and (s.fresh_within is not null or t.withheld_digest is not null)`.execute(
        await openDb(),
      );
      return {
        holdfast_knowledge_sources_late: [{ value: rows[0]?.late ?? 0 }],
        holdfast_knowledge_sources_withheld: [{ value: rows[0]?.withheld ?? 0 }],
      };
    },
  };
}
