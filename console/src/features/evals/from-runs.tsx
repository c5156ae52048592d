import { useMutation, useQuery } from '@tanstack/react-query';
import { useScope } from '../../lib/session.ts';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { Time } from '../../ui/time.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { ChooseCases } from './choose.tsx';
import { KINDS, type Of } from './kinds.ts';
import { changeSet, type EvalSet, type PastRun, pastRuns, runsIn, setChanged } from './queries.ts';
import { shortInput } from './short.ts';

interface Props {
  readonly of: Of;
  readonly set: EvalSet;
  readonly onClose: () => void;
}

/** Makes cases of past runs: what they answered is what is expected. */
export function FromRuns({ of, set, onClose }: Props) {
  const scope = useScope();
  const past = useQuery(pastRuns(scope, of));
  const known = runsIn(of, set);
  const take = useMutation({
    mutationFn: (ids: readonly string[]) => changeSet(scope, of, set.id, { [KINDS[of.kind].runs]: [...known, ...ids] }),
    onSuccess: (_, ids) => {
      showToast(w.evals.taken(ids.length));
      setChanged(set.id);
      onClose();
    },
  });
  const from = past.data
    ?.filter(({ id }) => !known.includes(id))
    .map((run) => ({ id: run.id, label: <Run of={run} /> }));
  return (
    <ChooseCases
      title={w.evals.addRuns}
      hint={w.evals.runsHint}
      none={w.evals.noRuns}
      from={from}
      loadError={past.error}
      busy={take.isPending}
      error={take.error}
      onChosen={(ids) => take.mutate(ids)}
      onClose={onClose}
    />
  );
}

function Run({ of: { input, revision, created } }: { readonly of: PastRun }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="break-words">{shortInput(input)}</span>
      <span className="text-sm text-muted">
        <Time at={created} /> · {w.approvals.revision} <span>{toRevisionLabel({ id: revision })}</span>
      </span>
    </span>
  );
}
