import { seesReference } from '../../src/evals/choose.ts';
import type { EvaluatedKind } from '../../src/evals/evaluated.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../plugins/access.ts';

/** What is shown of a case whose past run the caller does not see. */
export const NOTHING_SHOWN = { input: null, expected: null, expected_calls: null, stubs: [] };

/** Past runs of cases that the caller does not see; one that is gone hides nothing. */
export async function hiddenAmong(
  { db }: ApiContext,
  asker: Caller,
  kind: EvaluatedKind,
  rows: readonly { readonly reference_run_id: string | null }[],
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ reference_run_id: id }) => (id === null ? [] : [id]));
  const found = ids.length === 0 ? [] : await kind.references(db, undefined, ids);
  return new Set(found.filter((reference) => !seesReference({ asker, kind }, reference)).map(({ id }) => id));
}
