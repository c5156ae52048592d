import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useHasPermission } from '../../lib/permissions.ts';
import { useScope } from '../../lib/session.ts';
import { PagePlaceholder } from '../../ui/page-placeholder.tsx';
import { w } from '../../words/index.ts';
import { LeaveGuard } from '../builder/leave-guard.tsx';
import { useDraft } from '../builder/use-draft.ts';
import { isSharedTab, SharedTabPanel } from '../subjects/shared-tabs.tsx';
import { SubjectScreen } from '../subjects/subject-screen.tsx';
import { toDraft } from './draft.ts';
import { type Task, type TaskRevision, taskQuery, toSubject } from './queries.ts';
import { TaskBuilder } from './task-builder.tsx';
import { TaskRevisions } from './task-revisions.tsx';

const route = getRouteApi('/in/tasks/$taskId');

/** The screen of a task: edit and test it, serve and compare its revisions. */
export default function TaskScreen() {
  const { taskId } = route.useParams();
  const { tab } = route.useSearch();
  const { data, error, refetch } = useQuery(taskQuery(useScope(), taskId));
  const canEdit = useHasPermission('task', 'edit', taskId);
  if (!data) return <PagePlaceholder title={w.tasks.title} query={{ error, refetch }} />;
  const [newestRevision] = data.revisions;
  return (
    <SubjectScreen
      subject={toSubject(data)}
      description={data.description}
      error={error}
      onRetry={() => void refetch()}
      texts={{
        parts: w.tasks.parts,
        edit: w.tasks.edit,
        revisions: w.tasks.weights,
        readOnly: w.tasks.cannotEdit,
      }}
      tab={tab}
      canEdit={canEdit}
      renderPanel={(isEditable) =>
        newestRevision && <TaskPanel key={data.id} task={data} newestRevision={newestRevision} canEdit={isEditable} />
      }
    />
  );
}

interface TaskPanelProps {
  readonly task: Task;
  readonly newestRevision: TaskRevision;
  readonly canEdit: boolean;
}

function TaskPanel({ task, newestRevision, canEdit }: TaskPanelProps) {
  const { tab } = route.useSearch();
  const navigate = useNavigate();
  // Above the tabs, so that the draft survives a visit to another tab.
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
