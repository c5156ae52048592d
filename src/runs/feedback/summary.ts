import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../access/principal-grants.ts';
import type { Executor } from '../../platform/db/client.ts';
import { isRunVisible } from '../visibility.ts';
import type { FeedbackKind } from './kinds.ts';

/** Maximum number of names in a summary, the most frequent ones. */
export const MAX_NAMES = 50;
/** Maximum number of categories per name, the most frequent ones. */
export const MAX_CATEGORIES = 20;

/** Sums over feedback of one name: in total, per revision or per time bucket. */
export interface FeedbackSums {
  readonly given: number;
  readonly by_people: number;
  readonly by_programs: number;
  /** Number of entries with a comment. */
  readonly notes: number;
  /** Number of numeric scores, with their statistics; null without any. */
  readonly numbers: number;
  readonly mean: number | null;
  readonly least: number | null;
  readonly most: number | null;
  /** Numbers of true and false scores. */
  readonly yes: number;
  readonly no: number;
  /** Number of category scores. */
  readonly in_categories: number;
}

/** Category of a name, with its frequency. */
interface CategoryCount {
  readonly value: string;
  readonly given: number;
}

/** Sums of feedback of one name, in total or of one revision in one time bucket. */
export interface FeedbackCell extends FeedbackSums {
  readonly name: string;
  /** Revision of the runs; null in totals. */
  readonly revision_id: string | null;
  /** Index of the time bucket of the runs; null in totals. */
  readonly bucket: number | null;
  /** Most frequent categories, in totals only. */
  readonly categories: readonly CategoryCount[] | null;
  /** Total number of names. */
  readonly names: number;
}

/** Scope of a summary: feedback on runs of a task or an agent created in a time range. */
interface SummaryScope {
  readonly parentId: string;
  readonly start: Date;
  /** Exclusive end. */
  readonly end: Date;
  /** Start times of the buckets. */
  readonly bounds: readonly Date[];
}

/**
 * Summarizes feedback on visible runs: per name in total, by revision and by time. Excludes runs of evals, as all
 * reports do.
 */
export async function summarizeFeedback(
  db: Executor,
  kind: FeedbackKind,
  principal: Principal,
  { parentId, start, end, bounds }: SummaryScope,
): Promise<FeedbackCell[]> {
  const { parent, table } = kind.run;
  const times = bounds.map((bound) => bound.toISOString());
  const { rows } = await sql<FeedbackCell>`
    with given as materialized (
      select f.name, f.value, f.note, f.source, ${sql.ref(`r.${kind.revision}`)} as revision_id,
        width_bucket(r.created, ${times}::timestamptz[]) - 1 as bucket
      from feedback f join ${sql.table(table)} r on r.id = ${sql.ref(`f.${kind.column}`)}
        join ${sql.table(parent.table)} t on t.id = ${sql.ref(`r.${parent.column}`)}
      where f.project_id = ${principal.projectId} and t.id = ${parentId} and r.created >= ${start} and r.created < ${end}
        and r.trigger_type <> 'eval' and ${isRunVisible(principal, kind.run, 't')}
    ), named as (
      select name, count(*) as given, count(*) over () as names from given group by name order by count(*) desc, name limit ${MAX_NAMES}
    ), frequent as (
      select name, json_agg(json_build_object('value', value, 'given', given) order by given desc, value) as categories from (
        select name, value #>> '{}' as value, count(*) as given, row_number() over (partition by name order by count(*) desc, value #>> '{}') as place
        from given where jsonb_typeof(value) = 'string' group by 1, 2
      ) each where place <= ${MAX_CATEGORIES} group by name
    ), sums as (
      select name, revision_id, bucket, grouping(revision_id, bucket) = 3 as whole, ${SUMS} from given join named using (name)
      group by grouping sets ((name), (name, revision_id), (name, bucket))
    )
    select sums.*, named.names::int, case when whole then coalesce(frequent.categories, '[]') end as categories
    from sums join named using (name) left join frequent using (name)
    order by named.given desc, name, whole desc, sums.given desc, revision_id, bucket`.execute(db);
  return rows;
}

/** Columns of {@link FeedbackSums}. Means are rounded, so that tiny values fit a double. */
const SUMS: RawBuilder<unknown> = sql`count(*)::int as given,
  count(*) filter (where source = 'person')::int as by_people, count(*) filter (where source = 'program')::int as by_programs,
  count(note)::int as notes, ${countType('number')} as numbers,
  round(avg(${selectNumber()}), 9)::float8 as mean, min(${selectNumber()})::float8 as least, max(${selectNumber()})::float8 as most,
  count(*) filter (where value = 'true')::int as yes, count(*) filter (where value = 'false')::int as no,
  ${countType('string')} as in_categories`;

function countType(type: 'number' | 'string'): RawBuilder<unknown> {
  return sql`count(*) filter (where jsonb_typeof(value) = ${sql.lit(type)})::int`;
}

function selectNumber(): RawBuilder<unknown> {
  return sql`case when jsonb_typeof(value) = 'number' then value::numeric end`;
}
