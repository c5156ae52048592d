import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { CopyableId } from '../../ui/copyable.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { w } from '../../words/index.ts';
import { LeaveGuard } from '../builder/leave-guard.tsx';
import { useDraft } from '../builder/use-draft.ts';
import { DeleteSubjectButton } from '../subjects/delete-subject-button.tsx';
import { getSharedTabs, isSharedTab, SharedTabPanel } from '../subjects/shared-tabs.tsx';
import { SubjectLinks } from '../subjects/subject-links.tsx';
import { toDraft } from './draft.ts';
import { type Task, type TaskRevision, taskQuery, toSubject } from './queries.ts';
import { TaskBuilder } from './task-builder.tsx';
import { TaskRevisions } from './task-revisions.tsx';

const route = getRouteApi('/in/tasks/$taskId');

/** The screen of a task: edit and test it, serve and compare its revisions. */
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
        <TaskPanel key={data.id} task={data} newestRevision={newestRevision} canEdit={canEdit} />
      )}
    </Page>
  );
}

function TaskTabs() {
  const { tab } = route.useSearch();
  const tabs = [
    { label: w.tasks.edit, isCurrent: tab === undefined, search: { tab: undefined } },
    { label: w.tasks.weights, isCurrent: tab === 'revisions', search: { tab: 'revisions' } },
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
  const navigate = useNavigate();
  // Above the tabs, so that the draft survives a look at another tab.
  const state = useDraft(toDraft(task, newestRevision));
  const loadRevision = (revision: TaskRevision) => {
    state.setDraft(toDraft(task, revision));
    void navigate({ to: '.', search: { tab: undefined } });
  };
  return (
    <>
      <LeaveGuard isDirty={state.isDirty && canEdit} />
      {tab === 'revisions' ? (
        <TaskRevisions task={task} canEdit={canEdit} onLoad={loadRevision} />
      ) : isSharedTab(tab) ? (
        <SharedTabPanel tab={tab} subject={toSubject(task)} revisions={task.revisions} gate={task.release_gate} />
      ) : (
        <TaskBuilder {...{ task, newestRevision, canEdit, state }} />
      )}
    </>
  );
}
