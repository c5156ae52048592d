import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { newId } from '../platform/ids.ts';
import type { Exclusion, RuleType } from './exclusions.ts';
import type { ModelExclusionsTable } from './tables.ts';

export type ExclusionRow = Selectable<ModelExclusionsTable>;

/** Scope of rules: an organization, or one of its projects. */
export interface RuleScope {
  readonly orgId: string;
  readonly projectId: string | null;
}

/** A rule of an organization or a project. */
interface ExclusionRule {
  readonly rule_type: RuleType;
  readonly value: string;
}

/** Returns the column with the effective rules of a project as a list of {@link Exclusion}. */
export function selectExclusionsColumn(
  orgId: RawBuilder<unknown>,
  projectId: RawBuilder<unknown>,
): RawBuilder<Exclusion[]> {
  return sql<
    Exclusion[]
  >`(select coalesce(json_agg(json_build_object('rule_type', x.rule_type, 'value', x.value, 'reason', x.reason,
      'scope', case when x.project_id is null then 'organization' else 'project' end) order by x.project_id, x.id), '[]')
    from model_exclusions x where x.org_id = ${orgId} and (x.project_id is null or x.project_id = ${projectId}))`;
}

/** Lists the effective rules of a project. */
export async function listEffectiveExclusions(db: Executor, orgId: string, projectId: string): Promise<Exclusion[]> {
  const { rows } = await sql<{ rules: Exclusion[] }>`
    select ${selectExclusionsColumn(sql`${orgId}::uuid`, sql`${projectId}::uuid`)} as rules`.execute(db);
  return rows[0]?.rules ?? [];
}

/** Result of setting a rule. */
interface SetExclusionResult {
  readonly row: ExclusionRow;
  readonly changed: boolean;
}

/** Inserts a rule, or updates the reason of an existing rule. */
export async function setExclusion(
  trx: Executor,
  { orgId, projectId }: RuleScope,
  { rule_type, value }: ExclusionRule,
  reason: string | undefined,
): Promise<SetExclusionResult> {
  const { rows } = await sql<ExclusionRow>`
    insert into model_exclusions as x (id, org_id, project_id, rule_type, value, reason)
      values (${newId()}, ${orgId}, ${projectId}, ${rule_type}, ${value}, ${reason ?? null})
    on conflict (org_id, coalesce(project_id, org_id), rule_type, lower(value)) do update set reason = excluded.reason, modified = now()
      where ${reason !== undefined}::boolean and x.reason is distinct from excluded.reason
    returning x.*`.execute(trx);
  if (rows[0]) return { row: rows[0], changed: true };
  // The conflict has locked the row.
  const row = await selectRule(trx, { orgId, projectId }, { rule_type, value }).executeTakeFirstOrThrow();
  return { row, changed: false };
}

/** Deletes a rule. Returns undefined if there is none. */
export async function deleteExclusion(
  trx: Executor,
  scope: RuleScope,
  rule: ExclusionRule,
): Promise<ExclusionRow | undefined> {
  const row = await selectRule(trx, scope, rule).forUpdate().executeTakeFirst();
  if (row) await trx.deleteFrom('model_exclusions').where('id', '=', row.id).execute();
  return row;
}

function selectRule(db: Executor, { orgId, projectId }: RuleScope, { rule_type, value }: ExclusionRule) {
  return db
    .selectFrom('model_exclusions')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .where('rule_type', '=', rule_type)
    .where(sql<string>`lower(value)`, '=', value.toLowerCase());
}

/** Lists the rules of an organization or of a project. `effective` adds those of the organization to the project's. */
export function listExclusions(
  db: Executor,
  { orgId, projectId }: RuleScope,
  effective: boolean,
  page: PageRequest,
): Promise<Page<ExclusionRow>> {
  const all = db.selectFrom('model_exclusions').selectAll().where('org_id', '=', orgId);
  const own = projectId === null ? all.where('project_id', 'is', null) : all.where('project_id', '=', projectId);
  const both = all.where((is) => is.or([is('project_id', 'is', null), is('project_id', '=', projectId)]));
  return paginate(effective ? both : own, sortByNewest('id'), page);
}
