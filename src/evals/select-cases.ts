import { getEffectiveRoles } from '../access/permissions.ts';
import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import { checkEach, errors } from '../platform/errors.ts';
import { commonProblems } from '../platform/problems.ts';
import { canSeeRun, type RunVisibility, runsNotVisibleError } from '../runs/visibility.ts';
import { evalErrors } from './errors.ts';
import { evalProblems } from './problems.ts';
import type { NewResult } from './runs.ts';
import { listAllCases } from './set-cases.ts';
import type { EvalTargetKind, ReferenceRun } from './target.ts';

/** Where the cases of an eval come from. */
export type CaseSelection =
  | { readonly from: 'set'; readonly setId: string }
  | { readonly from: 'runs'; readonly ids: readonly string[] }
  | { readonly from: 'last'; readonly count: number };

/** The revision that is held to the cases. */
export interface Candidate {
  readonly id: string;
  /** Whether who asks named it; else it is the newest. */
  readonly isNamed: boolean;
}

/** What is wrong, and which revision it is wrong with where nobody named one. */
function formatCandidateError({ id, isNamed }: Candidate, problem: string): string {
  return isNamed ? problem : `${problem}; no candidate_revision_id was given, so it is the newest, ${id}`;
}

/** What is evaluated, and who asks for it. */
export interface CaseSelectionContext {
  readonly principal: Principal;
  readonly kind: EvalTargetKind;
  readonly resourceId: string;
}

/** Whether somebody sees a past run. */
export function canSeeReference(
  { principal, kind }: Pick<CaseSelectionContext, 'principal' | 'kind'>,
  reference: RunVisibility,
): boolean {
  return canSeeRun(kind.runKind, getEffectiveRoles(principal.grants, kind.type), principal.subject, reference);
}

/** Past runs by their ids. Throws where who asks does not see one of them: a case shows what its run was given. */
async function loadVisibleReferences(
  db: Executor,
  context: CaseSelectionContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReferenceRun>> {
  const { kind, resourceId, principal } = context;
  const found = await kind.listReferences(db, resourceId, ids);
  if (found.some((reference) => !canSeeReference(context, reference)))
    throw runsNotVisibleError(principal, { type: kind.type, id: resourceId });
  return new Map(found.map((reference) => [reference.id, reference]));
}

/** Where in a body a run is named, by its place in the list. */
type PathAt = (index: number) => readonly (string | number)[];

/**
 * Checks past runs that are to be cases: of this task or agent, seen by who asks, ended well, each once. `known` are those that
 * stand in the set already, whatever became of them since. Throws a 422 or a 403.
 */
export async function assertValidReferences(
  db: Executor,
  context: CaseSelectionContext,
  ids: readonly string[],
  at: PathAt,
  { known = [], fromApprovals = false }: { readonly known?: readonly string[]; readonly fromApprovals?: boolean } = {},
): Promise<void> {
  const { kind } = context;
  const newIds = ids.filter((id) => !known.includes(id));
  const references = await loadVisibleReferences(db, context, newIds);
  checkEach(ids, (id, index) => {
    if (!fromApprovals && ids.indexOf(id) < index) throw errors.invalid(at(index), commonProblems.duplicate_item);
    if (known.includes(id)) return;
    const reference = references.get(id);
    if (!reference) throw errors.invalid(at(index), evalProblems.unknown_case_run({ resource: kind.type }));
    const { problem } = reference;
    if (problem !== null && !fromApprovals) throw errors.invalid(at(index), problem);
  });
}

/**
 * The cases of an eval, as they are now. A past run that the candidate made itself says nothing about it: such a case is
 * skipped. Throws where who asks may not see a run, and where no case is left.
 */
export async function selectCases(
  db: Executor,
  context: CaseSelectionContext,
  candidate: Candidate,
  from: CaseSelection,
): Promise<NewResult[]> {
  const cases = await loadCases(db, context, candidate.id, from);
  const ids = cases.flatMap(({ reference_run_id: id }) => (id === null ? [] : [id]));
  const references = await loadVisibleReferences(db, context, ids);
  const chosen = cases.map((item) => ({ ...item, skip: findSkipReason(item, references, candidate.id) }));
  if (chosen.some(({ skip }) => skip === undefined)) return chosen;
  if (chosen.length > 0 && chosen.every(({ skip }) => skip === MADE_BY_CANDIDATE))
    throw errors.invalid(
      'candidate_revision_id',
      candidate.isNamed
        ? evalProblems.candidate_made_references
        : evalProblems.newest_made_references({ revision: candidate.id }),
    );
  const why =
    chosen[0]?.skip ?? (from.from === 'last' ? 'no other revision has a run that ended well' : 'there are no cases');
  throw evalErrors.nothingToCompare(formatCandidateError(candidate, why), candidate.id);
}

const MADE_BY_CANDIDATE = 'the candidate made this run itself, so that there is nothing to compare';
const REFERENCE_DELETED = 'the past run that the case is made of was deleted';

function findSkipReason(
  item: NewResult,
  references: ReadonlyMap<string, ReferenceRun>,
  candidateId: string,
): string | undefined {
  if (item.reference_run_id === null) return undefined;
  const reference = references.get(item.reference_run_id);
  if (!reference) return item.input === undefined ? REFERENCE_DELETED : undefined;
  const hasOwn = item.expected !== undefined || item.expected_calls !== null;
  return reference.revision_id === candidateId && !hasOwn ? MADE_BY_CANDIDATE : undefined;
}

async function loadCases(
  db: Executor,
  context: CaseSelectionContext,
  candidateId: string,
  from: CaseSelection,
): Promise<NewResult[]> {
  if (from.from === 'set') {
    const cases = await listAllCases(db, from.setId);
    return cases.map((row) => ({
      caseId: row.id,
      reference_run_id: row.reference_run_id,
      input: row.input ?? undefined,
      expected: row.expected ?? undefined,
      expected_calls: row.expected_calls,
      stubs: row.stubs,
    }));
  }
  if (from.from === 'runs') {
    const field = context.kind.fields.runKind;
    await assertValidReferences(db, context, from.ids, (index) => [field, index]);
    return from.ids.map(toCase);
  }
  const { principal, kind, resourceId } = context;
  const ids = await kind.listLastRunIds(db, principal, { resourceId, count: from.count, notOf: candidateId });
  return ids.map(toCase);
}

const toCase = (id: string): NewResult => ({
  caseId: null,
  reference_run_id: id,
  input: undefined,
  expected: undefined,
  expected_calls: null,
  stubs: [],
});
