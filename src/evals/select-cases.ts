import { getEffectiveRoles, hasScope } from '../access/permissions.ts';
import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import { checkEach, errors } from '../platform/errors.ts';
import type { Message } from '../platform/messages.ts';
import { commonProblems } from '../platform/problems.ts';
import { canSeeRun, createRunsNotVisibleError, type RunVisibility } from '../runs/visibility.ts';
import { evalErrors } from './errors.ts';
import { evalProblems } from './problems.ts';
import { evalReasons } from './reasons.ts';
import type { NewResult } from './runs.ts';
import { listAllCases } from './set-cases.ts';
import type { EvalTargetKind, ReferenceRun } from './target.ts';

/** Source of the cases of an eval. */
export type CaseSelection =
  | { readonly from: 'set'; readonly setId: string }
  | { readonly from: 'runs'; readonly ids: readonly string[] }
  | { readonly from: 'last'; readonly count: number };

/** The evaluated revision. */
export interface Candidate {
  readonly id: string;
  /** Whether the request named it. Default: the newest revision. */
  readonly isNamed: boolean;
}

/** Formats a problem, with the revision if the request did not name one. */
function formatCandidateError({ id, isNamed }: Candidate, problem: string): string {
  return isNamed ? problem : `${problem}; no candidate_revision_id was given, so the newest revision, ${id}, is used`;
}

/** Evaluated resource and requester. */
interface CaseSelectionContext {
  readonly principal: Principal;
  readonly kind: EvalTargetKind;
  readonly resourceId: string;
}

/** Returns whether roles and scopes let a principal see a past run. */
export function canSeeReference(
  { principal, kind }: Pick<CaseSelectionContext, 'principal' | 'kind'>,
  reference: RunVisibility,
): boolean {
  const { grants, subject } = principal;
  return (
    hasScope(grants, [`${kind.type}:view`]) &&
    canSeeRun(kind.runKind, getEffectiveRoles(grants, kind.type), subject, reference)
  );
}

/** Loads past runs by ID. Throws if the requester cannot see one: a case shows its input. */
async function loadVisibleReferences(
  db: Executor,
  context: CaseSelectionContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReferenceRun>> {
  const { kind, resourceId, principal } = context;
  const found = await kind.listReferences(db, resourceId, ids);
  if (found.some((reference) => !canSeeReference(context, reference)))
    throw createRunsNotVisibleError(principal, { type: kind.type, id: resourceId });
  return new Map(found.map((reference) => [reference.id, reference]));
}

/** Returns the path of a run in a body, by index. */
type PathAt = (index: number) => readonly (string | number)[];

/**
 * Validates past runs as new cases: of this task or agent, visible, completed, each once. `known` are already in the
 * set. Throws a 422 or 403.
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
 * Selects the current cases of an eval. Past runs of the candidate itself are skipped. Throws if the requester cannot
 * see a run, or no case is left.
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
  if (chosen.length > 0 && chosen.every(({ skip }) => skip === evalReasons.made_by_candidate))
    throw errors.invalid(
      'candidate_revision_id',
      candidate.isNamed
        ? evalProblems.candidate_made_references
        : evalProblems.newest_made_references({ revision: candidate.id }),
    );
  const why =
    chosen[0]?.skip?.msg ?? (from.from === 'last' ? 'no other revision has a completed run' : 'there are no cases');
  throw evalErrors.nothingToCompare(formatCandidateError(candidate, why), candidate.id);
}

function findSkipReason(
  item: NewResult,
  references: ReadonlyMap<string, ReferenceRun>,
  candidateId: string,
): Message | undefined {
  if (item.reference_run_id === null) return undefined;
  const reference = references.get(item.reference_run_id);
  if (!reference) return item.input === undefined ? evalReasons.reference_deleted : undefined;
  const hasOwn = item.expected !== undefined || item.expected_calls !== null;
  return reference.revision_id === candidateId && !hasOwn ? evalReasons.made_by_candidate : undefined;
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
