import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getRevisionLabel } from '../../lib/revision-names.ts';
import { useScope } from '../../lib/session.ts';
import type { Subject, SubjectRevision } from '../../lib/subject.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { MutationDialog } from '../../ui/mutation-form.tsx';
import { w } from '../../words/index.ts';
import { ModelOptions } from '../models/model-field.tsx';
import { modelsQuery } from '../models/queries.ts';
import { EVAL_KINDS, getEvalPathParams, getEvalPaths } from './eval-kinds.ts';
import { evalSetsQuery } from './queries.ts';
import { useEvalObstacle } from './use-eval-obstacle.ts';

interface Props {
  readonly subject: Pick<Subject, 'kind' | 'id'>;
  /** Sorted newest first. */
  readonly revisions: readonly SubjectRevision[];
  /** Initially selected set. Without it, the newest runs are selected. */
  readonly setId?: string | undefined;
  /** Initially selected revision. Without it, the newest is selected. */
  readonly candidateId?: string | undefined;
  readonly onClose: () => void;
}

/** Form state. */
interface EvalDraft {
  readonly candidateId: string;
  /** Empty for the newest runs. */
  readonly setId: string;
  readonly runCount: string;
  readonly judgeId: string;
  readonly maxCredits: string;
  readonly parallelism: string;
}

const ERROR_FIELDS = ['candidate_revision_id', 'eval_set_id', 'last_n', 'judge_model_id', 'max_credits', 'parallelism'];

const toBody = ({ candidateId, setId, runCount, judgeId, maxCredits, parallelism }: EvalDraft) => ({
  candidate_revision_id: candidateId,
  ...(setId === '' ? { last_n: Number(runCount) } : { eval_set_id: setId }),
  ...(judgeId === '' ? {} : { judge_model_id: judgeId }),
  ...(maxCredits.trim() === '' ? {} : { max_credits: maxCredits.trim() }),
  ...(parallelism === '' ? {} : { parallelism: Number(parallelism) }),
});

/** Starts an eval: selects the revision, the cases and the limits. */
export function StartEvalDialog({ subject, revisions, setId = '', candidateId, onClose }: Props) {
  const newestId = revisions[0]?.id ?? '';
  const initialDraft = {
    candidateId: candidateId ?? newestId,
    setId,
    runCount: '20',
    judgeId: '',
    maxCredits: '',
    parallelism: '',
  };
  const [draft, setDraft] = useState<EvalDraft>(initialDraft);
  const start = useStartEval(subject, draft);
  const obstacle = useEvalObstacle(subject, revisions, draft);
  return (
    <MutationDialog
      title={w.evals.start}
      mutation={start}
      submitLabel={w.evals.start}
      isDisabled={obstacle !== undefined}
      fieldPaths={ERROR_FIELDS}
      onClose={onClose}
    >
      <p className="text-muted">{w.evals.startHint}</p>
      <CaseFields {...{ subject, revisions, draft }} error={start.error} onChange={setDraft} />
      <div role="status">
        {obstacle && <p className="rounded-md border border-warning bg-warning-subtle p-2 text-warning">{obstacle}</p>}
      </div>
      <LimitFields draft={draft} error={start.error} onChange={setDraft} />
    </MutationDialog>
  );
}

function useStartEval(subject: Props['subject'], draft: EvalDraft) {
  const scope = useScope();
  const navigate = useNavigate();
  const { kind, id: ofId } = subject;
  return useMutation({
    mutationFn: () =>
      post(getEvalPaths(kind).runs, {
        params: { path: getEvalPathParams(scope, subject) },
        body: toBody(draft) as never,
      }),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: [EVAL_KINDS[kind].queryKey, 'list'] });
      void navigate({ to: '/evals/$kind/$ofId/runs/$evalId', params: { kind, ofId, evalId: id } });
    },
  });
}

interface DraftFieldsProps {
  readonly draft: EvalDraft;
  readonly error: unknown;
  readonly onChange: (draft: EvalDraft) => void;
}

function CaseFields({
  subject,
  revisions,
  draft,
  error,
  onChange,
}: DraftFieldsProps & Pick<Props, 'subject' | 'revisions'>) {
  const sets = useQuery(evalSetsQuery(useScope(), subject)).data ?? [];
  return (
    <>
      <SelectField
        label={w.evals.candidate}
        hint={w.evals.candidateHint}
        path="candidate_revision_id"
        error={error}
        value={draft.candidateId}
        onChange={(event) => onChange({ ...draft, candidateId: event.target.value })}
      >
        {revisions.map((revision) => {
          const name = getRevisionLabel(revision, revisions);
          return (
            <option key={revision.id} value={revision.id}>
              {revision.active ? w.evals.servesNow({ name }) : name}
            </option>
          );
        })}
      </SelectField>
      <SelectField
        label={w.evals.casesFrom}
        path="eval_set_id"
        error={error}
        value={draft.setId}
        onChange={(event) => onChange({ ...draft, setId: event.target.value })}
      >
        <option value="">{w.evals.lastRuns}</option>
        {sets.map(({ id, name, case_count }) => (
          <option key={id} value={id}>
            {w.evals.setOf({ name, cases: case_count })}
          </option>
        ))}
      </SelectField>
      {draft.setId === '' && (
        <TextField
          label={w.evals.howMany}
          hint={w.evals.howManyHint}
          path="last_n"
          error={error}
          type="number"
          required
          value={draft.runCount}
          onChange={(event) => onChange({ ...draft, runCount: event.target.value })}
        />
      )}
    </>
  );
}

function LimitFields({ draft, error, onChange }: DraftFieldsProps) {
  const judges = (useQuery(modelsQuery(useScope())).data ?? []).filter(({ retired }) => !retired);
  return (
    <>
      <SelectField
        label={w.evals.judge}
        hint={w.evals.judgeHint}
        path="judge_model_id"
        error={error}
        value={draft.judgeId}
        onChange={(event) => onChange({ ...draft, judgeId: event.target.value })}
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
          value={draft.maxCredits}
          onChange={(event) => onChange({ ...draft, maxCredits: event.target.value })}
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
