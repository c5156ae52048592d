import type { Principal } from '../../src/access/principal-grants.ts';
import { MAX_CASES } from '../../src/evals/contract.ts';
import { evalProblems } from '../../src/evals/problems.ts';
import { assertValidReferences } from '../../src/evals/select-cases.ts';
import type { NewCase } from '../../src/evals/set-cases.ts';
import type { EvalTargetKind } from '../../src/evals/target.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { checkEach, errors, Problems } from '../../src/platform/errors.ts';
import type { CaseBody } from './schemas.ts';

/** Context of new cases. */
interface CaseContext {
  readonly principal: Principal;
  readonly kind: EvalTargetKind;
  readonly resourceId: string;
}

/** Converts past runs to cases and validates them. `known` are already in the set. */
export async function toRunCases(
  db: Executor,
  of: CaseContext,
  ids: readonly string[],
  known: readonly string[] = [],
): Promise<NewCase[]> {
  await assertValidReferences(db, of, ids, (index) => [of.kind.fields.runKind, index], { known });
  return ids.map((id) => ({
    source: 'run',
    name: null,
    reference_run_id: id,
    input: undefined,
    expected: undefined,
    expected_calls: null,
    stubs: [],
  }));
}

/** Converts the cases of a body and validates them. */
export async function toGivenCases(
  db: Executor,
  of: CaseContext,
  given: readonly CaseBody[],
  {
    source = 'given',
    at = (index) => ['cases', index],
  }: {
    readonly source?: NewCase['source'];
    readonly at?: (index: number) => readonly (string | number)[];
  } = {},
): Promise<NewCase[]> {
  const named = given.flatMap(({ reference_run_id: id }, index) =>
    id == null ? [] : [{ id: id.toLowerCase(), index }],
  );
  const ids = named.map(({ id }) => id);
  const toPath = (n: number) => [...at(named[n]?.index ?? 0), 'reference_run_id'];
  const problems = new Problems();
  await problems.run(() => assertValidReferences(db, of, ids, toPath, { fromApprovals: true }));
  return problems.runLast(() => checkEach(given, (body, index) => toCase(of.kind, body, source, at(index))));
}

function toCase(
  { fields, findInputProblem: inputProblem }: EvalTargetKind,
  body: CaseBody,
  source: NewCase['source'],
  at: readonly (string | number)[],
): NewCase {
  const input = body[fields.input] ?? undefined;
  const reference = body.reference_run_id?.toLowerCase() ?? null;
  if (input === undefined && reference === null)
    throw errors.invalid([...at, fields.input], evalProblems.case_input_missing);
  const problem = input === undefined ? undefined : inputProblem(input);
  if (problem !== undefined) throw errors.invalid([...at, fields.input], problem);
  return {
    source,
    name: body.name ?? null,
    reference_run_id: reference,
    input,
    expected: body.expected ?? undefined,
    expected_calls: body.expected_calls ?? null,
    stubs: (body.stubs ?? []).map((stub) => ({ ...stub, outcome: stub.outcome ?? 'success' })),
  };
}

/** Throws a 422 if a set would have too many cases. */
export function assertCaseCount(count: number, field: string): void {
  if (count > MAX_CASES) throw errors.invalid(field, evalProblems.too_many_cases({ count, limit: MAX_CASES }));
}
