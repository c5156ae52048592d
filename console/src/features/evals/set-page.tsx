import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { del } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmByNameDialog } from '../../ui/confirm-by-name-dialog.tsx';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { AddCases } from './add-cases.tsx';
import { BackToEvals } from './back-to-evals.tsx';
import { CaseTable } from './case-table.tsx';
import { type EvalSubject, getEvalPathParams, getEvalPaths } from './eval-kinds.ts';
import { parseSubject, subjectQuery } from './eval-subject.ts';
import { type EvalSet, evalSetQuery, invalidateSet } from './queries.ts';
import { ScorersForm } from './scorers-form.tsx';
import { StartEvalDialog } from './start-eval-dialog.tsx';

const route = getRouteApi('/in/evals/$kind/$ofId/sets/$setId');

/** Page of a set: its cases, its scorers, and the button that starts an eval. */
export default function SetPage() {
  const { kind, ofId, setId } = route.useParams();
  const subject = parseSubject(kind, ofId);
  const scope = useScope();
  const details = useQuery(subjectQuery(scope, subject));
  const { data, error, refetch } = useQuery(evalSetQuery(scope, subject, setId));
  const [isStarting, setIsStarting] = useState(false);
  const canEdit = useHasPermission(subject.kind, 'edit', subject.id);
  if (!data) return <PagePlaceholder title={w.evals.title} query={{ error, refetch }} />;
  const actions = (
    <div className="flex flex-wrap items-center gap-2">
      <CopyableId id={data.id} />
      {canEdit && (
        <>
          <Button variant="primary" disabled={!details.data} onClick={() => setIsStarting(true)}>
            {w.evals.start}
          </Button>
          <DeleteSetButton subject={subject} set={data} />
        </>
      )}
    </div>
  );
  return (
    <Page title={data.name} actions={actions}>
      <BackToEvals subject={subject} name={details.data?.name} />
      {data.description && <p className="text-muted">{data.description}</p>}
      {canEdit === false && <p className="text-muted">{w.evals.mayNot[subject.kind]}</p>}
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-3">
          {canEdit && <AddCases subject={subject} set={data} />}
          <CaseTable subject={subject} set={data} canEdit={canEdit === true} />
        </div>
        <RecordForm record={data} version={JSON.stringify(data.scorers)}>
          {(loadedSet, onSaved) => (
            <ScorersForm subject={subject} set={loadedSet} canEdit={canEdit === true} onSaved={onSaved} />
          )}
        </RecordForm>
      </div>
      {isStarting && details.data && (
        <StartEvalDialog
          subject={subject}
          revisions={details.data.revisions}
          setId={data.id}
          onClose={() => setIsStarting(false)}
        />
      )}
    </Page>
  );
}

function DeleteSetButton({ subject, set: { id, name } }: { readonly subject: EvalSubject; readonly set: EvalSet }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      del(getEvalPaths(subject.kind).set, { params: { path: getEvalPathParams(scope, subject, { setId: id }) } }),
    onSuccess: () => {
      showToast(w.evals.setDeleted({ name }));
      invalidateSet(id);
      const search = { tab: 'evals' };
      if (subject.kind === 'task') void navigate({ to: '/tasks/$taskId', params: { taskId: subject.id }, search });
      else void navigate({ to: '/agents/$agentId', params: { agentId: subject.id }, search });
    },
  });
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>{w.evals.deleteSet}</Button>
      {isConfirming && (
        <ConfirmByNameDialog
          title={w.evals.deleteNamed({ name })}
          name={name}
          confirmLabel={w.evals.deleteSet}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsConfirming(false)}
        >
          {w.evals.deleteHint}
        </ConfirmByNameDialog>
      )}
    </>
  );
}
