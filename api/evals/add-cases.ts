import { countCases, type EvalCaseRow, insertCases, listAllCases, type NewCase } from '../../src/evals/set-cases.ts';
import { type EvalSetRow, findEvalSet, lockEvalSet } from '../../src/evals/sets.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import { orNotFound } from '../../src/platform/errors.ts';
import type { Caller } from '../caller.ts';
import type { Change } from '../change.ts';
import { toAuditNote } from './common.ts';
import { assertCaseCount } from './given-cases.ts';
import { assertCanChangeSet } from './release-gate.ts';
import { toSetRecord } from './schemas.ts';

/** Adds cases to a set and returns its record. */
export async function addCases(
  caller: Caller,
  kind: EvalTargetKind,
  set: EvalSetRow,
  change: Change,
  casesIn: (present: readonly EvalCaseRow[]) => Promise<readonly NewCase[]>,
  from: string,
) {
  const row = await change(async (trx) => {
    if (!(await lockEvalSet(trx, set.id))) orNotFound(undefined, 'eval_set', set.id);
    await assertCanChangeSet(trx, caller, set);
    const cases = await casesIn(await listAllCases(trx, set.id));
    assertCaseCount((await countCases(trx, set.id)) + cases.length, from);
    await insertCases(trx, set.id, cases);
    const of = { kind: kind.type, resourceId: set.resource_id };
    const made = orNotFound(await findEvalSet(trx, of, set.id), 'eval_set', set.id);
    const payload = { added: cases.length, case_count: made.case_count };
    return { result: made, audited: cases.length === 0 ? 'unchanged' : toAuditNote(kind, made, payload) };
  });
  return toSetRecord(kind, row);
}
