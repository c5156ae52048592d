import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { CopyId } from '../../ui/copyable.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { TABS, tabClass } from '../../ui/tab.ts';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { bodyOf, draftOf } from './draft.ts';
import { TaskForm } from './form.tsx';
import { type Task, type TaskRevision, task } from './queries.ts';
import { Serving } from './serving.tsx';
import { TryTask } from './try.tsx';

const route = getRouteApi('/in/tasks/$taskId');

/** A task: its prompt, the weights of its revisions, and a test beside the form. */
export default function TaskScreen() {
  const { taskId } = route.useParams();
  const { data, error, refetch } = useQuery(task(useScope(), taskId));
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading lines={8} />;
  const [newest] = data.revisions;
  return (
    <Page title={data.name} acts={<CopyId id={data.id} />}>
      {error && <Failed error={error} lead={w.failure.keepsOld} onRetry={() => void refetch()} />}
      {data.description && <p className="text-quiet">{data.description}</p>}
      <Tabs />
      {newest && <Shown of={data} newest={newest} />}
    </Page>
  );
}

function Tabs() {
  const { tab } = route.useSearch();
  const { taskId } = route.useParams();
  return (
    <nav aria-label={w.tasks.parts} className={TABS}>
      {([undefined, 'serving'] as const).map((each) => (
        <Link
          key={each ?? 'edit'}
          to="/tasks/$taskId"
          params={{ taskId }}
          search={{ tab: each }}
          aria-current={tab === each ? 'page' : undefined}
          className={tabClass(tab === each)}
        >
          {each === undefined ? w.tasks.edit : w.tasks.weights}
        </Link>
      ))}
    </nav>
  );
}

interface ShownProps {
  readonly of: Task;
  readonly newest: TaskRevision;
}

function Shown({ of, newest }: ShownProps) {
  const { tab } = route.useSearch();
  if (tab === 'serving') return <Serving key={JSON.stringify(of.active_revisions)} task={of} />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <Edit key={newest.id} of={of} newest={newest} />
      <TryTask key={newest.id} task={of} revision={newest} />
    </div>
  );
}

/** Changes the task; what is a matter of its prompt or model makes a new revision, which serves once it is given a weight. */
function Edit({ of, newest }: ShownProps) {
  const scope = useScope();
  const [draft, setDraft] = useState(() => draftOf(of, newest));
  const save = useMutation({
    mutationFn: () => post(TASK, { params: { path: { ...scope, task_id: of.id } }, body: bodyOf(draft) }),
    onSuccess: (saved) => {
      queries.setQueryData(task(scope, of.id).queryKey, saved as Task);
      toast((saved as Task).revisions[0]?.id === newest.id ? w.tasks.saved : w.tasks.savedRevision);
    },
  });
  return (
    <TaskForm
      draft={draft}
      onChange={setDraft}
      error={save.error}
      busy={save.isPending}
      submit={w.tasks.save}
      onSubmit={() => save.mutate()}
    >
      {!newest.active && (
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
