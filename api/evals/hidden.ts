import { canSeeReference } from '../../src/evals/select-cases.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import type { RunVisibility } from '../../src/runs/visibility.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';

/** Content of a case whose past run the caller cannot see. */
export const HIDDEN_CONTENT = { name: null, input: null, expected: null, expected_calls: null, stubs: [] };

/** The task or agent of cases, and the starter of their eval, if any. */
interface CasesOf {
  readonly resourceId: string;
  readonly startedBy?: Pick<RunVisibility, 'created_by_type' | 'created_by'>;
}

/**
 * Finds past runs of cases that the caller cannot see. A deleted run hides its case, except from the starter of the
 * eval.
 */
export async function findHiddenRunIds(
  { db }: ApiContext,
  principal: Caller,
  kind: EvalTargetKind,
  { resourceId, startedBy: begun = { created_by_type: '', created_by: '' } }: CasesOf,
  rows: readonly { readonly reference_run_id: string | null }[],
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ reference_run_id: id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Set();
  const found = new Map((await kind.listReferences(db, undefined, ids)).map((reference) => [reference.id, reference]));
  const visibilityOfDeleted = ids.every((id) => found.has(id))
    ? undefined
    : await kind.findVisibility(db, principal.projectId, resourceId);
  const isVisible = (id: string) =>
    canSeeReference({ principal, kind }, found.get(id) ?? { visibility: visibilityOfDeleted ?? '', ...begun });
  return new Set(ids.filter((id) => !isVisible(id)));
}
