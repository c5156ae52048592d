import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { MEASURES } from './measures.ts';

/** Maximum number of pending rows rolled up at once. */
export const BATCH_SIZE = 10_000;

const COLUMNS = sql.join(MEASURES.map((column) => sql.ref(column)));
const SUMMED_COLUMNS = sql.join(
  MEASURES.map((column) =>
    column === 'timings' ? sql`report_merged(string_agg(timings, ''::bytea))` : sql`sum(${sql.ref(column)})`,
  ),
);

/** Assignments that add sums to an existing bucket. */
function addColumns(bucket: string) {
  return sql.join(
    MEASURES.map((column) => {
      const [old, more] = [sql.ref(`${bucket}.${column}`), sql.ref(`excluded.${column}`)];
      return sql`${sql.ref(column)} = ${column === 'timings' ? sql`report_merged(${old} || ${more})` : sql`${old} + ${more}`}`;
    }),
  );
}

/**
 * Rolls pending rows up into their buckets, oldest first, and returns their number. One atomic statement; concurrent
 * processes take different rows. Buckets are written in one order to avoid deadlocks.
 */
export async function rollUpPendingRuns(db: Executor, batchSize = BATCH_SIZE): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with lot as (select id from report_pending order by id limit ${batchSize} for update skip locked),
    taken as (
      delete from report_pending p using lot where p.id = lot.id
      returning p.*, date_bin('15 minutes', p.at, '2000-01-01T00:00:00Z') as start
    ), quarters as (
      insert into report_quarters (kind, scope_id, project_id, start, ${COLUMNS})
      select kind, s.id, project_id, start, ${SUMMED_COLUMNS} from taken, lateral (values (project_id), (parent_id)) s (id)
      group by kind, s.id, project_id, start order by s.id, kind, start
      on conflict (scope_id, kind, start) do update set ${addColumns('report_quarters')}
    ), revisions as (
      insert into report_revisions (kind, parent_id, project_id, revision_id, reporting_group_id, start, ${COLUMNS})
      select kind, parent_id, project_id, revision_id, reporting_group_id, start, ${SUMMED_COLUMNS} from taken
      group by kind, parent_id, project_id, revision_id, reporting_group_id, start
      order by parent_id, kind, start, revision_id, reporting_group_id
      on conflict (parent_id, kind, start, revision_id, reporting_group_id) do update set ${addColumns('report_revisions')}
    )
    select count(*)::int as count from taken`.execute(db);
  return rows[0]?.count ?? 0;
}
