import { type Selectable, sql } from 'kysely';
import { type Executor, json, jsonOrNull } from '../platform/db/client.ts';
import { type Page, type PageRequest, paginate, sortByNewest } from '../platform/db/pagination.ts';
import { newId } from '../platform/ids.ts';
import type { CaseContent, CaseSource } from './cases.ts';
import type { EvalCasesTable } from './tables.ts';

export type EvalCaseRow = Selectable<EvalCasesTable>;

/** A new case. */
export interface NewCase extends CaseContent {
  readonly source: CaseSource;
  /** Decision that it was created from. */
  readonly approvalRequestId?: string;
}

/** Number of cases per statement. */
const BATCH_SIZE = 100;

/** Adds cases to a set in order. Returns their IDs. */
export async function insertCases(trx: Executor, setId: string, cases: readonly NewCase[]): Promise<string[]> {
  const rows = cases.map((item) => toRow(setId, item));
  for (let from = 0; from < rows.length; from += BATCH_SIZE)
    await trx
      .insertInto('eval_cases')
      .values(rows.slice(from, from + BATCH_SIZE))
      .execute();
  return rows.map(({ id }) => id);
}

function toRow(setId: string, item: NewCase) {
  return {
    id: newId(),
    eval_set_id: setId,
    source: item.source,
    name: item.name,
    reference_run_id: item.reference_run_id,
    input: jsonOrNull(item.input ?? null),
    expected: jsonOrNull(item.expected ?? null),
    expected_calls: jsonOrNull(item.expected_calls),
    stubs: json(item.stubs),
    approval_request_id: item.approvalRequestId ?? null,
  };
}

/** Deletes the cases of some sources from a set. */
export async function deleteCasesBySource(trx: Executor, setId: string, sources: readonly CaseSource[]): Promise<void> {
  await trx.deleteFrom('eval_cases').where('eval_set_id', '=', setId).where('source', 'in', sources).execute();
}

/** Deletes a case from a set. */
export async function deleteCase(trx: Executor, id: string): Promise<void> {
  await trx.deleteFrom('eval_cases').where('id', '=', id).execute();
}

/** Counts the cases of a set. */
export async function countCases(db: Executor, setId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from eval_cases where eval_set_id = ${setId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Finds a case of a set. */
export function findCase(db: Executor, setId: string, id: string): Promise<EvalCaseRow | undefined> {
  return selectCases(db, setId).where('id', '=', id).executeTakeFirst();
}

/** Lists the cases of a set. */
export function listCases(db: Executor, setId: string, page: PageRequest): Promise<Page<EvalCaseRow>> {
  return paginate(selectCases(db, setId), sortByNewest('id'), page);
}

/** Lists all cases of a set in the order of addition. */
export function listAllCases(db: Executor, setId: string): Promise<EvalCaseRow[]> {
  return selectCases(db, setId).orderBy('id').execute();
}

function selectCases(db: Executor, setId: string) {
  return db.selectFrom('eval_cases').selectAll().where('eval_set_id', '=', setId);
}
