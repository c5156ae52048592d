import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { post } from '../../lib/api.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Play, Plus } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { w } from '../../words/index.ts';
import { CaseDialog } from '../evals/case-dialog.tsx';
import { getEvalPathParams, getEvalPaths } from '../evals/eval-kinds.ts';
import { type EvalCase, evalCasesQuery, FINAL_STATUSES, useEvalRun } from '../evals/queries.ts';
import type { Candidate, CandidateSelectProps, Candidates, Side } from './candidates.ts';
import { CaseTable } from './case-table.tsx';
import type { TestSet } from './use-test-set.ts';

interface Props {
  readonly testSet: TestSet;
  readonly candidates: Candidates;
  readonly canEdit: boolean;
  /** Says how the first case comes about. */
  readonly emptyText: string;
  readonly renderSelect: (props: CandidateSelectProps) => ReactNode;
  /** Puts the input of a case into the form of a single run. */
  readonly onOpenCase: (evalCase: EvalCase) => void;
}

/** Lists the kept cases, runs them all, and compares two candidates. */
export function CasePanel({ testSet, candidates, canEdit, emptyText, renderSelect, onOpenCase }: Props) {
  const { subject, set, sets } = testSet;
  const [editedCase, setEditedCase] = useState<EvalCase | 'new'>();
  const cases = useQuery({ ...evalCasesQuery(useScope(), subject, set?.id ?? ''), enabled: set !== undefined });
  const start = useStart(testSet, candidates);
  const [first, second] = start.data ?? [];
  const evals = [useEvalRun(subject, first?.runId ?? ''), useEvalRun(subject, second?.runId ?? '')] as const;
  const isRunning = evals.some(({ data }) => data !== undefined && !FINAL_STATUSES.includes(data.status));
  const error = testSet.error ?? cases.error ?? start.error ?? evals.find((each) => each.error)?.error;
  if (!sets)
    return testSet.error ? (
      <ErrorAlert error={testSet.error} onRetry={() => void testSet.refetch()} />
    ) : (
      <Loading lineCount={3} />
    );
  const rows = set ? (cases.data?.results ?? []) : [];
  return (
    <>
      <SetChoice testSet={testSet} />
      {error && <ErrorAlert error={error} />}
      {rows.length === 0 && !cases.isLoading && <p className="text-sm text-muted">{emptyText}</p>}
      {canEdit && (
        <RunControls
          renderSelect={renderSelect}
          hasCases={rows.length > 0}
          isRunning={start.isPending || isRunning}
          onRun={(chosen) => start.mutate(chosen)}
          onAdd={set && (() => setEditedCase('new'))}
        />
      )}
      {set && rows.length > 0 && (
        <CaseTable
          testSet={{ ...testSet, set }}
          cases={rows}
          sides={[first, second].flatMap((side, index) => (side ? [{ ...side, run: evals[index]?.data }] : []))}
          getLabel={candidates.getLabel}
          canEdit={canEdit}
          onOpen={onOpenCase}
          onEdit={setEditedCase}
        />
      )}
      {set && (
        <Link
          to="/evals/$kind/$ofId/sets/$setId"
          params={{ kind: subject.kind, ofId: subject.id, setId: set.id }}
          className="link self-start text-sm"
        >
          {w.tasks.test.openSet}
        </Link>
      )}
      {set && editedCase && (
        <CaseDialog
          subject={subject}
          setId={set.id}
          {...(editedCase === 'new' ? {} : { evalCase: editedCase })}
          onClose={() => setEditedCase(undefined)}
        />
      )}
    </>
  );
}

interface RunControlsProps extends Pick<Props, 'renderSelect'> {
  readonly hasCases: boolean;
  readonly isRunning: boolean;
  readonly onRun: (candidates: readonly Candidate[]) => void;
  /** Undefined without an eval set. */
  readonly onAdd: (() => void) | undefined;
}

/** Selects the candidates, runs the cases, and adds one. */
function RunControls({ renderSelect, hasCases, isRunning, onRun, onAdd }: RunControlsProps) {
  const [chosen, setChosen] = useState<readonly [Candidate, Candidate | '']>(['form', '']);
  return (
    <>
      {hasCases && (
        <div className="grid grid-cols-2 gap-2">
          {renderSelect({
            label: w.tasks.test.first,
            value: chosen[0],
            onChange: (value) => value !== '' && setChosen([value, chosen[1]]),
          })}
          {renderSelect({
            label: w.tasks.test.second,
            emptyLabel: w.tasks.test.noComparison,
            value: chosen[1],
            onChange: (value) => setChosen([chosen[0], value]),
          })}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {hasCases && (
          <Button variant="primary" isPending={isRunning} onClick={() => onRun(chosen.filter((each) => each !== ''))}>
            <Play className="size-4" /> {w.tasks.test.runAll}
          </Button>
        )}
        {onAdd && (
          <Button onClick={onAdd}>
            <Plus className="size-4" /> {w.evals.addCase}
          </Button>
        )}
      </div>
    </>
  );
}

/** Selects the eval set, where there are several. */
function SetChoice({ testSet: { sets = [], set, choose } }: { readonly testSet: TestSet }) {
  if (sets.length < 2 || !set) return null;
  return (
    <SelectField label={w.evals.set} value={set.id} onChange={({ target }) => choose(target.value)}>
      {sets.map(({ id, name, case_count }) => (
        <option key={id} value={id}>
          {w.evals.setOf({ name, cases: case_count })}
        </option>
      ))}
    </SelectField>
  );
}

/** Starts an eval of the set for each candidate. */
function useStart({ subject, set }: TestSet, { getRevisionId }: Props['candidates']) {
  const scope = useScope();
  return useMutation({
    mutationFn: async (candidates: readonly Candidate[]) => {
      const sides: Side[] = [];
      for (const candidate of candidates) {
        const revisionId = await getRevisionId(candidate);
        const body = { candidate_revision_id: revisionId, eval_set_id: set?.id ?? '' };
        const run = await post(getEvalPaths(subject.kind).runs, {
          params: { path: getEvalPathParams(scope, subject) },
          body,
        });
        sides.push({ candidate, revisionId, runId: run.id });
      }
      return sides;
    },
  });
}
