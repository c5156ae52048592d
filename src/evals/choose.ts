import { getEffectiveRoles } from '../access/permissions.ts';
import type { Principal } from '../access/principal-grants.ts';
import type { Executor } from '../platform/db/client.ts';
import { checkEach, errors } from '../platform/errors.ts';
import { type RunSeen, runsNotSeen, seesRun } from '../runs/visibility.ts';
import { evalErrors } from './errors.ts';
import type { EvaluatedKind, Reference } from './evaluated.ts';
import type { NewResult } from './runs.ts';
import { allCases } from './set-cases.ts';

/** Where the cases of an eval come from. */
export type CasesFrom =
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
function aboutCandidate({ id, isNamed }: Candidate, problem: string): string {
  return isNamed ? problem : `${problem}; no candidate_revision_id was given, so it is the newest, ${id}`;
}

/** What is evaluated, and who asks for it. */
export interface Choosing {
  readonly principal: Principal;
  readonly kind: EvaluatedKind;
  readonly resourceId: string;
}

/** Whether somebody sees a past run. */
export function seesReference({ principal, kind }: Pick<Choosing, 'principal' | 'kind'>, reference: RunSeen): boolean {
  return seesRun(kind.runs, getEffectiveRoles(principal.grants, kind.type), principal.subject, reference);
}

/** Past runs by their ids. Throws where who asks does not see one of them: a case shows what its run was given. */
async function seenReferences(
  db: Executor,
  choosing: Choosing,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Reference>> {
  const { kind, resourceId, principal } = choosing;
  const found = await kind.references(db, resourceId, ids);
  if (found.some((reference) => !seesReference(choosing, reference)))
    throw runsNotSeen(principal, { type: kind.type, id: resourceId });
  return new Map(found.map((reference) => [reference.id, reference]));
}

/** Where in a body a run is named, by its place in the list. */
type At = (index: number) => readonly (string | number)[];

/**
 * Checks past runs that are to be cases: of this task or agent, seen by who asks, ended well, each once. `known` are those that
 * stand in the set already, whatever became of them since. Throws a 422 or a 403.
 */
export async function checkReferences(
  db: Executor,
  choosing: Choosing,
  ids: readonly string[],
  at: At,
  { known = [], decided = false }: { readonly known?: readonly string[]; readonly decided?: boolean } = {},
): Promise<void> {
  const { kind } = choosing;
  const fresh = ids.filter((id) => !known.includes(id));
  const references = await seenReferences(db, choosing, fresh);
  checkEach(ids, (id, index) => {
    if (!decided && ids.indexOf(id) < index) throw errors.invalid(at(index), 'stands twice');
    if (known.includes(id)) return;
    const reference = references.get(id);
    if (!reference) throw errors.invalid(at(index), `no run of this ${kind.type} has this id`, 'unknown_resource');
    if (reference.unfit !== null && !decided) throw errors.invalid(at(index), reference.unfit);
  });
}

/**
 * The cases of an eval, as they are now. A past run that the candidate made itself says nothing about it: such a case is
 * skipped. Throws where who asks may not see a run, and where no case is left.
 */
export async function chosenCases(
  db: Executor,
  choosing: Choosing,
  candidate: Candidate,
  from: CasesFrom,
): Promise<NewResult[]> {
  const cases = await casesFrom(db, choosing, candidate.id, from);
  const ids = cases.flatMap(({ reference_run_id: id }) => (id === null ? [] : [id]));
  const references = await seenReferences(db, choosing, ids);
  const chosen = cases.map((item) => ({ ...item, skip: skipOf(item, references, candidate.id) }));
  if (chosen.some(({ skip }) => skip === undefined)) return chosen;
  if (chosen.length > 0 && chosen.every(({ skip }) => skip === ITSELF))
    throw errors.invalid(
      'candidate_revision_id',
      candidate.isNamed
        ? 'is the revision that made the runs which it would be compared with'
        : `is the revision that made the runs which it would be compared with; no candidate_revision_id was given, so it is the newest, ${candidate.id}`,
    );
  const why =
    chosen[0]?.skip ?? (from.from === 'last' ? 'no other revision has a run that ended well' : 'there are no cases');
  throw evalErrors.nothingToCompare(aboutCandidate(candidate, why), candidate.id);
}

const ITSELF = 'the candidate made this run itself, so that there is nothing to compare';
const DELETED = 'the past run that the case is made of was deleted';

function skipOf(item: NewResult, references: ReadonlyMap<string, Reference>, candidateId: string): string | undefined {
  if (item.reference_run_id === null) return undefined;
  const reference = references.get(item.reference_run_id);
  if (!reference) return item.input === undefined ? DELETED : undefined;
  const hasOwn = item.expected !== undefined || item.expected_calls !== null;
  return reference.revision_id === candidateId && !hasOwn ? ITSELF : undefined;
}

async function casesFrom(db: Executor, choosing: Choosing, candidateId: string, from: CasesFrom): Promise<NewResult[]> {
  if (from.from === 'set') {
    const cases = await allCases(db, from.setId);
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
    const field = choosing.kind.fields.runs;
    await checkReferences(db, choosing, from.ids, (index) => [field, index]);
    return from.ids.map(ofRun);
  }
  const { principal, kind, resourceId } = choosing;
  const ids = await kind.lastRuns(db, principal, { resourceId, count: from.count, notOf: candidateId });
  return ids.map(ofRun);
}

const ofRun = (id: string): NewResult => ({
  caseId: null,
  reference_run_id: id,
  input: undefined,
  expected: undefined,
  expected_calls: null,
  stubs: [],
});
