import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { toRevisionLabel } from '../../ui/revision-comparison.tsx';
import { w } from '../../words/index.ts';
import { ModelOptions } from '../models/model-options.tsx';
import { modelsQuery } from '../models/queries.ts';
import { KINDS, pathsOf, placeOf } from './kinds.ts';
import { evalSets } from './queries.ts';

interface Props {
  readonly subject: Pick<Subject, 'kind' | 'id'>;
  /** Newest first. */
  readonly revisions: readonly SubjectRevision[];
  /** The set that is chosen at first; the newest past runs where it is left out. */
  readonly set?: string | undefined;
  /** The revision that is chosen at first; the newest one where it is left out. */
  readonly candidate?: string | undefined;
  readonly onClose: () => void;
}

/** What the form holds, as it was typed. */
interface Draft {
  readonly candidate: string;
  /** Empty for the newest past runs. */
  readonly set: string;
  readonly last: string;
  readonly judge: string;
  readonly credits: string;
  readonly parallelism: string;
}

const FIELDS = ['candidate_revision_id', 'eval_set_id', 'last_n', 'judge_model_id', 'max_credits', 'parallelism'];

const bodyOf = ({ candidate, set, last, judge, credits, parallelism }: Draft) => ({
  candidate_revision_id: candidate,
  ...(set === '' ? { last_n: Number(last) } : { eval_set_id: set }),
  ...(judge === '' ? {} : { judge_model_id: judge }),
  ...(credits.trim() === '' ? {} : { max_credits: credits.trim() }),
  ...(parallelism === '' ? {} : { parallelism: Number(parallelism) }),
});

/** Begins an eval: which revision, over which cases, for how much at most. */
export function StartEval({ subject, revisions, set = '', candidate, onClose }: Props) {
  const newest = revisions[0]?.id ?? '';
  const first = { candidate: candidate ?? newest, set, last: '20', judge: '', credits: '', parallelism: '' };
  const [draft, setDraft] = useState<Draft>(first);
  const start = useStart(subject, draft);
  return (
    <MutationDialog
      title={w.evals.start}
      mutation={start}
      submitLabel={w.evals.start}
      fieldPaths={FIELDS}
      onClose={onClose}
    >
      <p className="text-muted">{w.evals.startHint}</p>
      <Cases {...{ subject, revisions, draft }} error={start.error} onChange={setDraft} />
      <Bounds draft={draft} error={start.error} onChange={setDraft} />
    </MutationDialog>
  );
}

function useStart(subject: Props['subject'], draft: Draft) {
  const scope = useScope();
  const navigate = useNavigate();
  const { kind, id: ofId } = subject;
  return useMutation({
    mutationFn: () =>
      post(pathsOf(kind).runs, { params: { path: placeOf(scope, subject) }, body: bodyOf(draft) as never }),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: [KINDS[kind].changes, 'list'] });
      void navigate({ to: '/evals/$kind/$ofId/runs/$evalId', params: { kind, ofId, evalId: id } });
    },
  });
}

interface PartProps {
  readonly draft: Draft;
  readonly error: unknown;
  readonly onChange: (draft: Draft) => void;
}

function Cases({ subject, revisions, draft, error, onChange }: PartProps & Pick<Props, 'subject' | 'revisions'>) {
  const sets = useQuery(evalSets(useScope(), subject)).data ?? [];
  return (
    <>
      <SelectField
        label={w.evals.candidate}
        hint={w.evals.candidateHint}
        path="candidate_revision_id"
        error={error}
        value={draft.candidate}
        onChange={(event) => onChange({ ...draft, candidate: event.target.value })}
      >
        {revisions.map(({ id, active }) => (
          <option key={id} value={id}>
            {active ? w.evals.servesNow(toRevisionLabel({ id })) : toRevisionLabel({ id })}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={w.evals.casesFrom}
        path="eval_set_id"
        error={error}
        value={draft.set}
        onChange={(event) => onChange({ ...draft, set: event.target.value })}
      >
        <option value="">{w.evals.lastRuns}</option>
        {sets.map(({ id, name, case_count }) => (
          <option key={id} value={id}>
            {w.evals.setOf(name, case_count)}
          </option>
        ))}
      </SelectField>
      {draft.set === '' && (
        <TextField
          label={w.evals.howMany}
          hint={w.evals.howManyHint}
          path="last_n"
          error={error}
          type="number"
          required
          value={draft.last}
          onChange={(event) => onChange({ ...draft, last: event.target.value })}
        />
      )}
    </>
  );
}

function Bounds({ draft, error, onChange }: PartProps) {
  const judges = (useQuery(modelsQuery(useScope())).data ?? []).filter(({ retired }) => !retired);
  return (
    <>
      <SelectField
        label={w.evals.judge}
        hint={w.evals.judgeHint}
        path="judge_model_id"
        error={error}
        value={draft.judge}
        onChange={(event) => onChange({ ...draft, judge: event.target.value })}
      >
        <option value="">{w.evals.noJudge}</option>
        <ModelOptions models={judges} />
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={w.evals.maxCredits}
          hint={w.evals.maxCreditsHint}
          path="max_credits"
          error={error}
          inputMode="decimal"
          value={draft.credits}
          onChange={(event) => onChange({ ...draft, credits: event.target.value })}
        />
        <TextField
          label={w.evals.parallelism}
          hint={w.evals.parallelismHint}
          path="parallelism"
          error={error}
          type="number"
          value={draft.parallelism}
          onChange={(event) => onChange({ ...draft, parallelism: event.target.value })}
        />
      </div>
    </>
  );
}
