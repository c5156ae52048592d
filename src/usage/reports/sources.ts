import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../access/contract.ts';
import type { Executor } from '../../platform/db/client.ts';
import type { RunKind } from '../../runs/kind.ts';
import { isRunVisible, listPartlyHiddenParents } from '../../runs/visibility.ts';
import { MEASURES } from './measures.ts';

/** Runs that a report includes, as far as the caller sees them. */
export interface ReportScope {
  readonly kind: RunKind;
  readonly projectId: string;
  /** Task or agent; undefined for the whole project. */
  readonly parentId: string | undefined;
  /** Tasks or agents of which the caller sees only some runs, which are summed one by one. */
  readonly partlyHidden: readonly string[];
  readonly principal: Principal;
}

/** Determines which runs the caller sees. */
export async function getReportScope(
  db: Executor,
  principal: Principal,
  kind: RunKind,
  parentId?: string,
): Promise<ReportScope> {
  const partlyHidden = await listPartlyHiddenParents(db, principal, kind, parentId);
  return { kind, projectId: principal.projectId, parentId, partlyHidden, principal };
}

/** Grouping of rows: project, task or agent, or its revision and reporting group. */
export type Grain = 'project' | 'parent' | 'revision';

/**
 * Rows that sum to the runs of a time range: rolled-up buckets, pending rows, and single runs where the caller does not
 * see all. One statement reads a consistent snapshot, so that a concurrent roll-up neither duplicates nor drops runs.
 */
export function selectReportRows(scope: ReportScope, grain: Grain, from: Date, until: Date): RawBuilder<unknown> {
  const rows = [selectRolledUp(scope, grain, from, until), selectPending(scope, from, until)];
  if (scope.partlyHidden.length > 0) rows.push(filterVisible(scope, from, until));
  return sql.join(rows, sql` union all `);
}

const SUMS = sql.join(MEASURES.map((column) => sql.ref(column)));

function selectRolledUp(scope: ReportScope, grain: Grain, from: Date, until: Date): RawBuilder<unknown> {
  const { kind, projectId, parentId } = scope;
  const inRange = sql`kind = ${sql.lit(kind.name)} and start >= ${from} and start < ${until}`;
  if (grain === 'revision')
    return sql`select start as at, parent_id, revision_id, reporting_group_id, ${SUMS} from report_revisions
      where ${inRange} and ${isInScope(scope, sql`parent_id`)}`;
  const coversProject = grain === 'project' && parentId === undefined && scope.partlyHidden.length === 0;
  const scopeCondition = coversProject
    ? sql`scope_id = ${projectId}::uuid`
    : sql`scope_id <> ${projectId}::uuid and ${isInScope(scope, sql`scope_id`)}`;
  return sql`select start as at, scope_id as parent_id, null::uuid as revision_id, null::uuid as reporting_group_id, ${SUMS}
    from report_quarters where ${inRange} and ${scopeCondition}`;
}

function selectPending(scope: ReportScope, from: Date, until: Date): RawBuilder<unknown> {
  return sql`select at, parent_id, revision_id, reporting_group_id, ${SUMS} from report_pending
    where kind = ${sql.lit(scope.kind.name)} and at >= ${from} and at < ${until} and ${isInScope(scope, sql`parent_id`)}`;
}

function filterVisible(
  { kind, projectId, partlyHidden, principal }: ReportScope,
  from: Date,
  until: Date,
): RawBuilder<unknown> {
  const sums = sql.join(MEASURES.map((column) => sql.ref(`e.${column}`)));
  return sql`select e.at, e.parent_id, e.revision_id, e.reporting_group_id, ${sums} from ended_runs e
    join ${sql.table(kind.table)} r on r.id = e.id join ${sql.table(kind.parent.table)} p on p.id = e.parent_id
    where e.kind = ${sql.lit(kind.name)} and e.project_id = ${projectId}::uuid and e.parent_id = any(${[...partlyHidden]}::uuid[])
      and e.at >= ${from} and e.at < ${until} and ${isRunVisible(principal, kind, 'p')}`;
}

/** SQL condition: a row belongs to the scope and the caller sees all its runs. */
function isInScope(
  { projectId, parentId, partlyHidden }: ReportScope,
  parent: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isOfParent = parentId === undefined ? sql`` : sql`and ${parent} = ${parentId}::uuid`;
  const isNotPartlyHidden = partlyHidden.length === 0 ? sql`` : sql`and ${parent} <> all(${[...partlyHidden]}::uuid[])`;
  return sql`project_id = ${projectId}::uuid ${isOfParent} ${isNotPartlyHidden}`;
}
