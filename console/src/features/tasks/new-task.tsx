import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PROJECT } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { RequirePermission } from '../../ui/require-permission.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { findTemplate } from '../templates/index.ts';
import { TemplateGallery } from '../templates/template-gallery.tsx';
import { EMPTY_DRAFT, findPromptVariables } from './draft.ts';
import type { Task } from './queries.ts';
import { toRequestBody } from './request-body.ts';
import { TaskForm } from './task-form.tsx';

const route = getRouteApi('/in/tasks/new');

/** The screen that creates a task: the templates, then the form. */
export default function NewTaskScreen() {
  const canCreate = useHasPermission('project', 'create_task');
  const { template: templateId } = route.useSearch();
  return (
    <Page title={w.tasks.create}>
      <RequirePermission isAllowed={canCreate} permissionHint={w.tasks.cannotCreate}>
        <div className="flex max-w-4xl flex-col gap-6">
          <TemplateGallery chosenId={templateId} />
          <NewTaskForm key={templateId} template={findTemplate('task', templateId)} />
        </div>
      </RequirePermission>
    </Page>
  );
}

function NewTaskForm({ template }: { readonly template: ReturnType<typeof findTemplate<'task'>> }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => ({ ...EMPTY_DRAFT, ...template?.fields }));
  const createTask = useMutation({
    mutationFn: async () => post(`${PROJECT}/task`, { params: { path: { ...scope } }, body: toRequestBody(draft) }),
    onSuccess: (created) => {
      const { id, name } = created as Task;
      void queryClient.invalidateQueries({ queryKey: ['task', 'list'] });
      showToast(w.tasks.created({ name }));
      void navigate({ to: '/tasks/$taskId', params: { taskId: id } });
    },
  });
  return (
    <TaskForm
      draft={draft}
      onChange={setDraft}
      error={createTask.error}
      variables={findPromptVariables(draft.system_prompt, draft.user_prompt)}
      onSubmit={() => createTask.mutate()}
    >
      <div>
        <Button type="submit" variant="primary" isPending={createTask.isPending}>
          {w.tasks.create}
        </Button>
      </div>
    </TaskForm>
  );
}
