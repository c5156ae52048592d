import { sql } from 'kysely';
import type { Db } from '../platform/db/client.ts';
import type { GaugeSource } from '../platform/telemetry/metrics.ts';
import type { RunKind } from './kind.ts';

/** Unfinished runs with one status and wait reason. */
interface OpenRuns {
  readonly kind: string;
  readonly status: string;
  readonly waiting_for: string;
  readonly count: number;
  /** Seconds since the oldest was accepted. */
  readonly age: number;
}

/** Creates the source of unfinished runs: one statement over the indexes of open runs. */
export function createOpenRunsSource(openDb: () => Promise<Db>, kinds: readonly RunKind[]): GaugeSource {
  const parts = kinds.map(
    ({ name, table }) => sql`
      select ${sql.lit(name)} as kind, status, coalesce(waiting_for ->> 'kind', '') as waiting_for, count(*)::float8 as count,
        extract(epoch from now() - min(created))::float8 as age
      from ${sql.table(table)} where completed is null group by 2, 3`,
  );
  return {
    name: 'open_runs',
    cacheMs: 5000,
    gauges: [
      { name: 'holdfast_runs_open', help: 'Unfinished runs by kind, status and what they wait for.' },
      { name: 'holdfast_runs_open_oldest_age_seconds', help: 'Time since the oldest of these runs was accepted.' },
    ],
    async read() {
      const { rows } = await sql<OpenRuns>`${sql.join(parts, sql` union all `)}`.execute(await openDb());
      const toSamples = (field: 'count' | 'age') =>
        rows.map(({ kind, status, waiting_for, ...values }) => ({
          value: values[field],
          labels: { kind, status, waiting_for },
        }));
      return {
        holdfast_runs_open: toSamples('count'),
        holdfast_runs_open_oldest_age_seconds: toSamples('age'),
      };
    },
  };
}
