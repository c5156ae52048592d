import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { EMPTY_DRAFT } from './draft.ts';
import type { Task } from './queries.ts';
import { toRequestBody } from './request-body.ts';
import { TaskForm } from './task-form.tsx';

/** The screen that creates a task. */
export default function NewTaskScreen() {
  const scope = useScope();
  const canCreate = useHasPermission('project', 'create_task');
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const createTask = useMutation({
    mutationFn: async () => post(`${PROJECT}/task`, { params: { path: { ...scope } }, body: toRequestBody(draft) }),
    onSuccess: (created) => {
      const { id, name } = created as Task;
      void queryClient.invalidateQueries({ queryKey: ['task', 'list'] });
      showToast(w.tasks.made({ name }));
      void navigate({ to: '/tasks/$taskId', params: { taskId: id } });
    },
  });
  return (
    <Page title={w.tasks.make}>
      <RequirePermission isAllowed={canCreate} permissionHint={w.tasks.mayNotMake}>
        <div className="max-w-3xl">
          <TaskForm
            draft={draft}
            onChange={setDraft}
            error={createTask.error}
            isPending={createTask.isPending}
            submitLabel={w.tasks.make}
            onSubmit={() => createTask.mutate()}
          />
        </div>
      </RequirePermission>
    </Page>
  );
}
