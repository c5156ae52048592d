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
import { ToEvals } from './back.tsx';
import { CaseTable } from './case-table.tsx';
import { type Of, pathsOf, placeOf } from './kinds.ts';
import { type EvalSet, evalSet, setChanged } from './queries.ts';
import { ScorersForm } from './scorers-form.tsx';
import { StartEval } from './start.tsx';
import { ofAddress, subjectOf } from './subject.ts';

const route = getRouteApi('/in/evals/$kind/$ofId/sets/$setId');

/** A set of cases: what is in it, what it is scored by, an eval of it. */
export default function SetScreen() {
  const { kind, ofId, setId } = route.useParams();
  const of = ofAddress(kind, ofId);
  const scope = useScope();
  const subject = useQuery(subjectOf(scope, of));
  const { data, error, refetch } = useQuery(evalSet(scope, of, setId));
  const [starting, setStarting] = useState(false);
  const mayEdit = useHasPermission(of.kind, 'edit', of.id);
  if (!data) return <PagePlaceholder title={w.evals.title} query={{ error, refetch }} />;
  const acts = (
    <div className="flex flex-wrap items-center gap-2">
      <CopyableId id={data.id} />
      {mayEdit && (
        <>
          <Button variant="primary" disabled={!subject.data} onClick={() => setStarting(true)}>
            {w.evals.start}
          </Button>
          <DeleteSet of={of} set={data} />
        </>
      )}
    </div>
  );
  return (
    <Page title={data.name} actions={acts}>
      <ToEvals of={of} name={subject.data?.name} />
      {data.description && <p className="text-muted">{data.description}</p>}
      {mayEdit === false && <p className="text-muted">{w.evals.mayNot[of.kind]}</p>}
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-3">
          {mayEdit && <AddCases of={of} set={data} />}
          <CaseTable of={of} set={data} mayEdit={mayEdit === true} />
        </div>
        <RecordForm record={data} version={JSON.stringify(data.scorers)}>
          {(held, saved) => <ScorersForm of={of} set={held} mayEdit={mayEdit === true} onSaved={saved} />}
        </RecordForm>
      </div>
      {starting && subject.data && (
        <StartEval subject={of} revisions={subject.data.revisions} set={data.id} onClose={() => setStarting(false)} />
      )}
    </Page>
  );
}

function DeleteSet({ of, set: { id, name } }: { readonly of: Of; readonly set: EvalSet }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => del(pathsOf(of.kind).set, { params: { path: placeOf(scope, of, { set: id }) } }),
    onSuccess: () => {
      showToast(w.evals.setDeleted(name));
      setChanged(id);
      const search = { tab: 'evals' };
      if (of.kind === 'task') void navigate({ to: '/tasks/$taskId', params: { taskId: of.id }, search });
      else void navigate({ to: '/agents/$agentId', params: { agentId: of.id }, search });
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{w.evals.deleteSet}</Button>
      {asking && (
        <ConfirmByNameDialog
          title={w.evals.deleteNamed(name)}
          name={name}
          confirmLabel={w.evals.deleteSet}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {w.evals.deleteHint}
        </ConfirmByNameDialog>
      )}
    </>
  );
}
