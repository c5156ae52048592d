import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { SubjectLinks } from '../subjects/links.tsx';
import { isSharedTab, SharedPart, sharedTabs } from '../subjects/parts.tsx';
import { RemoveSubject } from '../subjects/remove.tsx';
import { AccessToken } from './access-token.tsx';
import { draftOf } from './draft.ts';
import { TaskForm } from './form.tsx';
import { subjectOf, type Task, type TaskRevision, task } from './queries.ts';
import { sentOf } from './sent.ts';
import { Serving } from './serving.tsx';
import { TryTask } from './try.tsx';

const route = getRouteApi('/in/tasks/$taskId');

/** A task: its prompt, the weights of its revisions, and a test beside the form. */
export default function TaskScreen() {
  const { taskId } = route.useParams();
  const { data, error, refetch } = useQuery(task(useScope(), taskId));
  const mayEdit = useHasPermission('task', 'edit', taskId);
  if (!data) return <PagePlaceholder title={w.tasks.title} query={{ error, refetch }} />;
  const [newest] = data.revisions;
  return (
    <Page
      title={data.name}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <CopyableId id={data.id} />
          <SubjectLinks subject={subjectOf(data)} />
          <RemoveSubject subject={subjectOf(data)} />
        </span>
      }
    >
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {data.description && <p className="text-quiet">{data.description}</p>}
      {mayEdit === false && <p className="text-quiet">{w.tasks.mayNotEdit}</p>}
      <Parts />
      {newest && mayEdit !== undefined && <Shown of={data} newest={newest} mayEdit={mayEdit} />}
    </Page>
  );
}

function Parts() {
  const { tab } = route.useSearch();
  const tabs = [
    { label: w.tasks.edit, isCurrent: tab === undefined, search: { tab: undefined } },
    { label: w.tasks.weights, isCurrent: tab === 'serving', search: { tab: 'serving' } },
    ...sharedTabs(tab),
  ];
  return <Tabs label={w.tasks.parts} tabs={tabs} />;
}

interface ShownProps {
  readonly of: Task;
  readonly newest: TaskRevision;
  readonly mayEdit: boolean;
}

function Shown({ of, newest, mayEdit }: ShownProps) {
  const { tab } = route.useSearch();
  if (isSharedTab(tab))
    return <SharedPart tab={tab} subject={subjectOf(of)} revisions={of.revisions} gate={of.release_gate} />;
  if (tab === 'serving') return <Serving task={of} mayEdit={mayEdit} />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <RecordForm record={{ of, newest }} version={JSON.stringify(draftOf(of, newest))} keepsStateOnSave>
        {(held, saved) => <Edit {...held} mayEdit={mayEdit} onSaved={saved} />}
      </RecordForm>
      <TryTask key={newest.id} task={of} revision={newest} />
    </div>
  );
}

/** Changes the task; what is a matter of its prompt or model makes a new revision, which serves once it is given a weight. */
function Edit({ of, newest, mayEdit, onSaved }: ShownProps & { readonly onSaved: () => void }) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => draftOf(of, newest));
  const save = useMutation({
    mutationFn: async () => post(TASK, { params: { path: { ...scope, task_id: of.id } }, body: sentOf(draft) }),
    onSuccess: (saved) => {
      onSaved();
      queryClient.setQueryData(task(scope, of.id).queryKey, saved as Task);
      showToast((saved as Task).revisions[0]?.id === newest.id ? w.tasks.saved : w.tasks.savedRevision);
    },
  });
  return (
    <TaskForm
      draft={draft}
      onChange={setDraft}
      error={save.error}
      busy={save.isPending}
      submit={w.tasks.save}
      mayEdit={mayEdit}
      access={<AccessToken of={of} mayEdit={mayEdit} />}
      onSubmit={() => save.mutate()}
    >
      {!newest.active && mayEdit && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-warn">
          {w.tasks.notServing}
          <Link to="/tasks/$taskId" params={{ taskId: of.id }} search={{ tab: 'serving' }} className="underline">
            {w.tasks.toWeights}
          </Link>
        </p>
      )}
    </TaskForm>
  );
}
