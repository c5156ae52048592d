import { sql } from 'kysely';
import type { Executor } from '../../platform/db/client.ts';
import { type Sums, sumColumns } from './measures.ts';
import type { Range } from './range.ts';
import { type Grain, type ReportScope, selectReportRows } from './sources.ts';

/** Sums over the runs of a bucket, with breakdowns per revision and reporting group. */
export interface Cell extends Sums {
  /** Index of the bucket in the range. */
  readonly bucket: number;
  readonly revision_id: string | null;
  readonly reporting_group_id: string | null;
}

/** Query for report cells. */
export interface CellRequest {
  readonly grain: Exclude<Grain, 'parent'>;
  /** Whether to read durations, the most expensive part. */
  readonly timings: boolean;
}

/** Lists the cells of a time range; empty buckets are absent. */
export async function listReportCells(
  db: Executor,
  scope: ReportScope,
  range: Range,
  { grain, timings }: CellRequest,
): Promise<Cell[]> {
  const bounds = range.bounds.map((bound) => bound.toISOString());
  const breakdownColumn = (column: string) => (grain === 'revision' ? sql.ref(`f.${column}`) : sql`null::uuid`);
  const { rows } = await sql<Cell>`
    select width_bucket(f.at, ${bounds}::timestamptz[]) - 1 as bucket, ${breakdownColumn('revision_id')} as revision_id,
      ${breakdownColumn('reporting_group_id')} as reporting_group_id, ${sumColumns(timings)}
    from (${selectReportRows(scope, grain, range.start, range.end)}) f group by 1, 2, 3`.execute(db);
  return rows;
}

/** Task or agent with the cost of its runs. */
interface ResourceCost {
  readonly id: string;
  readonly name: string;
  readonly deleted: boolean;
  readonly runs: number;
  readonly total_tokens: number;
  /** Exact decimal. */
  readonly credits: string;
}

/** Lists the tasks or agents with the highest cost; equal costs order by number of runs. */
export async function listMostExpensive(
  db: Executor,
  scope: ReportScope,
  range: Range,
  maxCount: number,
): Promise<ResourceCost[]> {
  const { table } = scope.kind.parent;
  const { rows } = await sql<ResourceCost>`
    select top.id, p.name, p.deleted_at is not null as deleted, top.runs::float8 as runs,
      top.total_tokens::float8 as total_tokens, top.credits::text as credits
    from (
      select f.parent_id as id, sum(f.runs) as runs, sum(f.input_tokens + f.output_tokens) as total_tokens, sum(f.credits) as credits
      from (${selectReportRows(scope, 'parent', range.start, range.end)}) f
      group by f.parent_id order by sum(f.credits) desc, sum(f.runs) desc, f.parent_id limit ${maxCount}
    ) top join ${sql.table(table)} p on p.id = top.id
    order by top.credits desc, top.runs desc, top.id`.execute(db);
  return rows;
}
