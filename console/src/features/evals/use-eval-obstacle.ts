import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import type { SubjectRevision } from '../../lib/subject.ts';
import { w } from '../../words/index.ts';
import type { EvalSubject } from './eval-kinds.ts';
import { type EvalCase, earlierRunsQuery, evalCasesQuery } from './queries.ts';

interface EvalSelection {
  readonly candidateId: string;
  /** Empty for the newest runs. */
  readonly setId: string;
}

/** Returns why the API would refuse an eval. Returns undefined if it starts, or if the console does not know. */
export function useEvalObstacle(
  subject: EvalSubject,
  revisions: readonly SubjectRevision[],
  { candidateId, setId }: EvalSelection,
): string | undefined {
  const scope = useScope();
  const isOfSet = setId !== '';
  const cases = useQuery({ ...evalCasesQuery(scope, subject, setId), enabled: isOfSet }).data;
  const runs = useQuery({ ...earlierRunsQuery(scope, subject), enabled: isOfSet }).data;
  if (!isOfSet) return revisions.length === 1 ? w.evals.obstacles.only_revision : undefined;
  // Further pages may have cases that can run.
  if (!cases || cases.pagination.has_next) return undefined;
  if (cases.results.length === 0) return w.evals.obstacles.no_cases;
  const ownRunIds = new Set(runs?.filter(({ revisionId }) => revisionId === candidateId).map(({ id }) => id));
  const isOfCandidate = (id: string) => revisions.length === 1 || ownRunIds.has(id);
  return cases.results.every((evalCase) => comparesOnlyRun(evalCase, isOfCandidate))
    ? w.evals.obstacles.own_runs
    : undefined;
}

/** Returns whether a case compares only with the output of a past run that `isOfCandidate` accepts. */
function comparesOnlyRun(
  { reference_run_id: runId, expected, expected_calls }: EvalCase,
  isOfCandidate: (runId: string) => boolean,
): boolean {
  return runId !== null && expected === null && expected_calls === null && isOfCandidate(runId);
}
