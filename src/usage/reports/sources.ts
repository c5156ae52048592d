import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../access/contract.ts';
import type { Executor } from '../../platform/db/client.ts';
import type { RunKind } from '../../runs/kind.ts';
import { isRunVisible, listPartlyHiddenParents } from '../../runs/visibility.ts';
import { MEASURES } from './measures.ts';

/** Whose runs a report is about, as far as who asks sees them. */
export interface ReportScope {
  readonly kind: RunKind;
  readonly projectId: string;
  /** The task or agent; without it those of the whole project. */
  readonly parentId: string | undefined;
  /** Tasks or agents whose runs count one by one, as the asker sees them. */
  readonly unseen: readonly string[];
  readonly principal: Principal;
}

/** Looks up how far somebody sees the runs that they ask about. */
export async function getReportScope(
  db: Executor,
  principal: Principal,
  kind: RunKind,
  parentId?: string,
): Promise<ReportScope> {
  const unseen = await listPartlyHiddenParents(db, principal, kind, parentId);
  return { kind, projectId: principal.projectId, parentId, unseen, principal };
}

/** What rows tell apart: nothing; the task or agent; its revision and reporting group too. */
export type Grain = 'project' | 'parent' | 'revision';

/**
 * Rows that add up to what the runs of a time came to: the buckets that are rolled up, what still waits for that, and one by
 * one those that the asker sees of what they don't see all runs of. A statement reads them all at one moment, so that no run is
 * counted twice or left out while buckets are filled.
 */
export function selectReportRows(scope: ReportScope, grain: Grain, from: Date, until: Date): RawBuilder<unknown> {
  const rows = [selectRolledUp(scope, grain, from, until), selectPending(scope, from, until)];
  if (scope.unseen.length > 0) rows.push(filterVisible(scope, from, until));
  return sql.join(rows, sql` union all `);
}

const SUMS = sql.join(MEASURES.map((column) => sql.ref(column)));

function selectRolledUp(scope: ReportScope, grain: Grain, from: Date, until: Date): RawBuilder<unknown> {
  const { kind, projectId, parentId } = scope;
  const inTime = sql`kind = ${sql.lit(kind.name)} and start >= ${from} and start < ${until}`;
  if (grain === 'revision')
    return sql`select start as at, parent_id, revision_id, reporting_group_id, ${SUMS} from report_revisions
      where ${inTime} and ${inScope(scope, sql`parent_id`)}`;
  const isWhole = grain === 'project' && parentId === undefined && scope.unseen.length === 0;
  const which = isWhole
    ? sql`scope_id = ${projectId}::uuid`
    : sql`scope_id <> ${projectId}::uuid and ${inScope(scope, sql`scope_id`)}`;
  return sql`select start as at, scope_id as parent_id, null::uuid as revision_id, null::uuid as reporting_group_id, ${SUMS}
    from report_quarters where ${inTime} and ${which}`;
}

function selectPending(scope: ReportScope, from: Date, until: Date): RawBuilder<unknown> {
  return sql`select at, parent_id, revision_id, reporting_group_id, ${SUMS} from report_pending
    where kind = ${sql.lit(scope.kind.name)} and at >= ${from} and at < ${until} and ${inScope(scope, sql`parent_id`)}`;
}

function filterVisible(
  { kind, projectId, unseen, principal }: ReportScope,
  from: Date,
  until: Date,
): RawBuilder<unknown> {
  const sums = sql.join(MEASURES.map((column) => sql.ref(`e.${column}`)));
  return sql`select e.at, e.parent_id, e.revision_id, e.reporting_group_id, ${sums} from ended_runs e
    join ${sql.table(kind.table)} r on r.id = e.id join ${sql.table(kind.parent.table)} p on p.id = e.parent_id
    where e.kind = ${sql.lit(kind.name)} and e.project_id = ${projectId}::uuid and e.parent_id = any(${[...unseen]}::uuid[])
      and e.at >= ${from} and e.at < ${until} and ${isRunVisible(principal, kind, 'p')}`;
}

/** A condition: a row is of the scope, and of what the asker sees all runs of. */
function inScope({ projectId, parentId, unseen }: ReportScope, parent: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofParent = parentId === undefined ? sql`` : sql`and ${parent} = ${parentId}::uuid`;
  const seen = unseen.length === 0 ? sql`` : sql`and ${parent} <> all(${[...unseen]}::uuid[])`;
  return sql`project_id = ${projectId}::uuid ${ofParent} ${seen}`;
}
