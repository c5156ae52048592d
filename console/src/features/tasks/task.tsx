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
import { DeleteSubjectButton } from '../subjects/delete-subject-button.tsx';
import { getSharedTabs, isSharedTab, SharedTabPanel } from '../subjects/shared-tabs.tsx';
import { SubjectLinks } from '../subjects/subject-links.tsx';
import { AccessToken } from './access-token.tsx';
import { toDraft } from './draft.ts';
import { type Task, type TaskRevision, taskQuery, toSubject } from './queries.ts';
import { toRequestBody } from './request-body.ts';
import { ServingTab } from './serving-tab.tsx';
import { TaskForm } from './task-form.tsx';
import { TryTask } from './try-task.tsx';

const route = getRouteApi('/in/tasks/$taskId');

/** The screen of a task: edit it, set weights, try it. */
export default function TaskScreen() {
  const { taskId } = route.useParams();
  const { data, error, refetch } = useQuery(taskQuery(useScope(), taskId));
  const canEdit = useHasPermission('task', 'edit', taskId);
  if (!data) return <PagePlaceholder title={w.tasks.title} query={{ error, refetch }} />;
  const [newestRevision] = data.revisions;
  return (
    <Page
      title={data.name}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <CopyableId id={data.id} />
          <SubjectLinks subject={toSubject(data)} />
          <DeleteSubjectButton subject={toSubject(data)} />
        </span>
      }
    >
      {error && <ErrorAlert error={error} intro={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {data.description && <p className="text-muted">{data.description}</p>}
      {canEdit === false && <p className="text-muted">{w.tasks.mayNotEdit}</p>}
      <TaskTabs />
      {newestRevision && canEdit !== undefined && (
        <TaskPanel task={data} newestRevision={newestRevision} canEdit={canEdit} />
      )}
    </Page>
  );
}

function TaskTabs() {
  const { tab } = route.useSearch();
  const tabs = [
    { label: w.tasks.edit, isCurrent: tab === undefined, search: { tab: undefined } },
    { label: w.tasks.weights, isCurrent: tab === 'serving', search: { tab: 'serving' } },
    ...getSharedTabs(tab),
  ];
  return <Tabs label={w.tasks.parts} tabs={tabs} />;
}

interface TaskPanelProps {
  readonly task: Task;
  readonly newestRevision: TaskRevision;
  readonly canEdit: boolean;
}

function TaskPanel({ task, newestRevision, canEdit }: TaskPanelProps) {
  const { tab } = route.useSearch();
  if (isSharedTab(tab))
    return <SharedTabPanel tab={tab} subject={toSubject(task)} revisions={task.revisions} gate={task.release_gate} />;
  if (tab === 'serving') return <ServingTab task={task} canEdit={canEdit} />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <RecordForm
        record={{ task, newestRevision }}
        version={JSON.stringify(toDraft(task, newestRevision))}
        keepsStateOnSave
      >
        {(record, saved) => <Edit {...record} canEdit={canEdit} onSaved={saved} />}
      </RecordForm>
      <TryTask key={newestRevision.id} task={task} revision={newestRevision} />
    </div>
  );
}

/** Edits a task. Prompt and model changes create a revision, which is used once it has a weight. */
function Edit({ task, newestRevision, canEdit, onSaved }: TaskPanelProps & { readonly onSaved: () => void }) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => toDraft(task, newestRevision));
  const save = useMutation({
    mutationFn: async () =>
      post(TASK, { params: { path: { ...scope, task_id: task.id } }, body: toRequestBody(draft) }),
    onSuccess: (saved) => {
      onSaved();
      queryClient.setQueryData(taskQuery(scope, task.id).queryKey, saved as Task);
      showToast((saved as Task).revisions[0]?.id === newestRevision.id ? w.tasks.saved : w.tasks.savedRevision);
    },
  });
  return (
    <TaskForm
      draft={draft}
      onChange={setDraft}
      error={save.error}
      isPending={save.isPending}
      submitLabel={w.tasks.save}
      savedVariables={newestRevision.input_params}
      canEdit={canEdit}
      accessFields={<AccessToken task={task} canEdit={canEdit} />}
      onSubmit={() => save.mutate()}
    >
      {!newestRevision.active && canEdit && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-warning">
          {w.tasks.notServing}
          <Link to="/tasks/$taskId" params={{ taskId: task.id }} search={{ tab: 'serving' }} className="underline">
            {w.tasks.toWeights}
          </Link>
        </p>
      )}
    </TaskForm>
  );
}
