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
import { EMPTY } from './draft.ts';
import { TaskForm } from './form.tsx';
import type { Task } from './queries.ts';
import { sentOf } from './sent.ts';

/** Makes a task. */
export default function NewTask() {
  const scope = useScope();
  const mayMake = useHasPermission('project', 'create_task');
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY);
  const make = useMutation({
    mutationFn: async () => post(`${PROJECT}/task`, { params: { path: { ...scope } }, body: sentOf(draft) }),
    onSuccess: (made) => {
      const { id, name } = made as Task;
      void queryClient.invalidateQueries({ queryKey: ['task', 'list'] });
      showToast(w.tasks.made(name));
      void navigate({ to: '/tasks/$taskId', params: { taskId: id } });
    },
  });
  return (
    <Page title={w.tasks.make}>
      <RequirePermission isAllowed={mayMake} permissionHint={w.tasks.mayNotMake}>
        <div className="max-w-3xl">
          <TaskForm
            draft={draft}
            onChange={setDraft}
            error={make.error}
            busy={make.isPending}
            submit={w.tasks.make}
            onSubmit={() => make.mutate()}
          />
        </div>
      </RequirePermission>
    </Page>
  );
}
