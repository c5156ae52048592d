import type { Principal } from '../../src/access/principal-grants.ts';
import { checkReferences } from '../../src/evals/choose.ts';
import { MOST_CASES } from '../../src/evals/contract.ts';
import type { EvaluatedKind } from '../../src/evals/evaluated.ts';
import type { NewCase } from '../../src/evals/set-cases.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import { checkEach, errors, Problems } from '../../src/platform/errors.ts';
import type { CaseBody } from './schemas.ts';

/** Whose cases they are to be. */
export interface CasesOf {
  readonly principal: Principal;
  readonly kind: EvaluatedKind;
  readonly resourceId: string;
}

/** Past runs as cases, checked. `known` stand in the set already. */
export async function casesOfRuns(
  db: Executor,
  of: CasesOf,
  ids: readonly string[],
  known: readonly string[] = [],
): Promise<NewCase[]> {
  await checkReferences(db, of, ids, (index) => [of.kind.fields.runs, index], { known });
  return ids.map((id) => ({
    source: 'run',
    reference_run_id: id,
    input: undefined,
    expected: undefined,
    expected_calls: null,
    stubs: [],
  }));
}

/** Cases as a body gives them, checked. */
export async function casesGiven(
  db: Executor,
  of: CasesOf,
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
  const placeOf = (n: number) => [...at(named[n]?.index ?? 0), 'reference_run_id'];
  const problems = new Problems();
  await problems.of(() => checkReferences(db, of, ids, placeOf, { decided: true }));
  return problems.last(() => checkEach(given, (body, index) => caseOf(of.kind, body, source, at(index))));
}

function caseOf(
  { fields, inputProblem }: EvaluatedKind,
  body: CaseBody,
  source: NewCase['source'],
  at: readonly (string | number)[],
): NewCase {
  const input = body[fields.input] ?? undefined;
  const reference = body.reference_run_id?.toLowerCase() ?? null;
  if (input === undefined && reference === null)
    throw errors.invalid([...at, fields.input], 'is needed where no reference_run_id is given', 'missing');
  const problem = input === undefined ? undefined : inputProblem(input);
  if (problem !== undefined) throw errors.invalid([...at, fields.input], problem);
  return {
    source,
    reference_run_id: reference,
    input,
    expected: body.expected ?? undefined,
    expected_calls: body.expected_calls ?? null,
    stubs: (body.stubs ?? []).map((stub) => ({ ...stub, outcome: stub.outcome ?? 'success' })),
  };
}

/** Refuses more cases than a set may have. Throws a 422. */
export function checkCount(count: number, field: string): void {
  if (count > MOST_CASES)
    throw errors.invalid(field, `makes ${count} cases; a set has at most ${MOST_CASES}`, 'too_long');
}
