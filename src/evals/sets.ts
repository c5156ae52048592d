import { type Selectable, sql } from 'kysely';
import { type Executor, json } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { newId } from '../platform/ids.ts';
import type { EvalTargetType } from './contract.ts';
import { type EvalTarget, getEvalTable } from './runs.ts';
import type { Scorer } from './scorers/kind.ts';
import type { EvalSetsTable } from './tables.ts';

/** A set with the fields of its record. */
export interface EvalSetRow extends Selectable<EvalSetsTable> {
  /** Past runs in the set, in the given order. */
  readonly run_ids: readonly string[];
  readonly case_count: number;
}

/** Editable fields of a set. */
interface SetFields {
  readonly name: string;
  readonly description: string;
  readonly scorers: readonly Scorer[];
}

const RUN_IDS = sql<string[]>`array(select c.reference_run_id::text from eval_cases c
  where c.eval_set_id = s.id and c.source = 'run' order by c.id)`;
const CASE_COUNT = sql<number>`(select count(*)::int from eval_cases c where c.eval_set_id = s.id)`;

function selectSets(db: Executor, { kind, resourceId }: EvalTarget) {
  return db
    .selectFrom('eval_sets as s')
    .selectAll('s')
    .select([RUN_IDS.as('run_ids'), CASE_COUNT.as('case_count')])
    .where('s.kind', '=', kind)
    .where('s.resource_id', '=', resourceId)
    .where('s.deleted_at', 'is', null);
}

/** Finds an eval set of a task or agent. */
export function findEvalSet(db: Executor, of: EvalTarget, id: string): Promise<EvalSetRow | undefined> {
  return selectSets(db, of).where('s.id', '=', id).executeTakeFirst();
}

/** Lists the eval sets of a task or agent, newest first. */
export function listEvalSets(db: Executor, of: EvalTarget, page: PageRequest): Promise<Page<EvalSetRow>> {
  return paginate(selectSets(db, of), sortByNewest('s.id'), page);
}

/** Creates an empty set and returns its ID. */
export async function createEvalSet(
  trx: Executor,
  owner: { readonly orgId: string; readonly projectId: string; readonly userId: string | null },
  of: EvalTarget,
  { name, description, scorers }: SetFields,
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('eval_sets')
    .values({
      id,
      org_id: owner.orgId,
      project_id: owner.projectId,
      kind: of.kind,
      resource_id: of.resourceId,
      name,
      description,
      scorers: json(scorers),
      created_by: owner.userId,
    })
    .execute();
  return id;
}

/** Locks a set against edits and new evals. */
export async function lockEvalSet(trx: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from eval_sets where id = ${id} and deleted_at is null for update`.execute(trx);
  return rows.length > 0;
}

/** Locks a set against deletion until an eval of it is stored. */
export async function lockEvalSetShared(trx: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from eval_sets where id = ${id} and deleted_at is null for share`.execute(trx);
  return rows.length > 0;
}

/** Updates a set. Undefined fields stay. */
export async function updateEvalSet(trx: Executor, id: string, fields: Partial<SetFields>): Promise<void> {
  const { name, description, scorers } = fields;
  await trx
    .updateTable('eval_sets')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(scorers !== undefined && { scorers: json(scorers) }),
      modified: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes a locked set, unless an active eval uses it. Its past evals stay. Returns whether it did. */
export async function deleteEvalSet(trx: Executor, kind: EvalTargetType, id: string): Promise<boolean> {
  const { rows } = await sql`
    update eval_sets s set deleted_at = now() where s.id = ${id}
      and not exists (select from ${sql.table(getEvalTable(kind))} r where r.eval_set_id = s.id and r.completed is null) returning s.id`.execute(
    trx,
  );
  return rows.length > 0;
}
