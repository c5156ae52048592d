import { useMutation, useQuery } from '@tanstack/react-query';
import { getRevisionName } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { EVAL_KINDS, type EvalSubject } from './eval-kinds.ts';
import { subjectQuery } from './eval-subject.ts';
import { type EarlierRun, type EvalSet, earlierRunsQuery, getCaseRunIds, invalidateSet, updateSet } from './queries.ts';
import { formatRowInput } from './row-values.ts';
import { SelectCasesDialog } from './select-cases-dialog.tsx';

interface Props {
  readonly subject: EvalSubject;
  readonly set: EvalSet;
  readonly onClose: () => void;
}

/** Creates cases from earlier runs. The output of each run is the expected output. */
export function CasesFromRuns({ subject, set, onClose }: Props) {
  const scope = useScope();
  const earlierRuns = useQuery(earlierRunsQuery(scope, subject));
  const revisions = useQuery(subjectQuery(scope, subject)).data?.revisions ?? [];
  const existingRunIds = getCaseRunIds(subject, set);
  const create = useMutation({
    mutationFn: (ids: readonly string[]) =>
      updateSet(scope, subject, set.id, { [EVAL_KINDS[subject.kind].runs]: [...existingRunIds, ...ids] }),
    onSuccess: (_, ids) => {
      showToast(w.evals.taken({ n: ids.length }));
      invalidateSet(set.id);
      onClose();
    },
  });
  const candidates = earlierRuns.data
    ?.filter(({ id }) => !existingRunIds.includes(id))
    .map((run) => ({
      id: run.id,
      label: <RunLabel run={run} revision={getRevisionName({ id: run.revisionId }, revisions)} />,
    }));
  return (
    <SelectCasesDialog
      title={w.evals.addRuns}
      hint={w.evals.runsHint}
      emptyTitle={w.evals.noRuns}
      candidates={candidates}
      loadError={earlierRuns.error}
      isPending={create.isPending}
      error={create.error}
      onSubmit={(ids) => create.mutate(ids)}
      onClose={onClose}
    />
  );
}

function RunLabel({ run: { input, created }, revision }: { readonly run: EarlierRun; readonly revision: string }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="break-words">{formatRowInput(input)}</span>
      <span className="text-sm text-muted">
        <Time at={created} /> · {w.approvals.revision} <span>{revision}</span>
      </span>
    </span>
  );
}
