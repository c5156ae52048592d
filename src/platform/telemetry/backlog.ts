import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/client.ts';
import type { GaugeSource } from './metrics.ts';

/** Rows of a table that wait to be processed. */
export interface Backlog {
  /** Value of the label `backlog`. */
  readonly name: string;
  /** Query of one row from an index: `depth` counts the rows, `since` is when the oldest became due or null. */
  readonly query: RawBuilder<unknown>;
}

/** Creates the source of all backlogs: one statement. */
export function createBacklogSource(openDb: () => Promise<Db>, backlogs: readonly Backlog[]): GaugeSource {
  const parts = backlogs.map(
    ({ name, query }) =>
      sql`select ${sql.lit(name)} as name, q.depth::float8, extract(epoch from now() - q.since)::float8 as age from (${query}) q`,
  );
  return {
    name: 'backlogs',
    cacheMs: 5000,
    gauges: [
      { name: 'holdfast_backlog_depth', help: 'Rows that are due and not processed yet, by backlog.' },
      {
        name: 'holdfast_backlog_oldest_age_seconds',
        help: 'Time since the oldest of these rows became due; 0 for none.',
      },
    ],
    async read() {
      const { rows } = await sql<{ name: string; depth: number; age: number | null }>`
        ${sql.join(parts, sql` union all `)}`.execute(await openDb());
      const toSamples = (value: (row: (typeof rows)[number]) => number) =>
        rows.map((row) => ({ value: value(row), labels: { backlog: row.name } }));
      return {
        holdfast_backlog_depth: toSamples(({ depth }) => depth),
        holdfast_backlog_oldest_age_seconds: toSamples(({ age }) => Math.max(0, age ?? 0)),
      };
    },
  };
}
