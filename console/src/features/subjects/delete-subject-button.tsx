import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AGENT, TASK } from '../../../../client/prefixes.ts';
import { del } from '../../lib/api.ts';
import { ignoreChangesDuring } from '../../lib/live-changes.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Scope, useScope } from '../../lib/session.ts';
import type { Subject } from '../../lib/subject.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmByNameDialog } from '../../ui/confirm-by-name-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';

/** Deletes a task or an agent. Renders nothing without the permission. */
export function DeleteSubjectButton({ subject }: { readonly subject: Subject }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const isTask = subject.kind === 'task';
  const deletion = useMutation({
    mutationFn: () => ignoreChangesDuring(subject.id, () => deleteSubject(scope, subject)),
    onSuccess: async () => {
      showToast(w.ui.deleted({ name: subject.name }));
      await navigate({ to: isTask ? '/tasks' : '/agents' });
      const queryName = isTask ? 'task' : 'agent';
      queryClient.removeQueries({ queryKey: [queryName, subject.id] });
      void queryClient.invalidateQueries({ queryKey: [queryName, 'list'] });
    },
  });
  if (!useHasPermission(subject.kind, 'delete', subject.id)) return null;
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>{w.ui.delete}</Button>
      {isConfirming && (
        <ConfirmByNameDialog
          title={w.ui.deleteNamed({ name: subject.name })}
          name={subject.name}
          confirmLabel={w.ui.delete}
          isPending={deletion.isPending}
          error={deletion.error}
          onConfirm={() => deletion.mutate()}
          onClose={() => setIsConfirming(false)}
        >
          {isTask ? w.tasks.deleteHint : w.agents.deleteHint}
        </ConfirmByNameDialog>
      )}
    </>
  );
}

function deleteSubject(scope: Scope, { kind, id }: Subject): Promise<unknown> {
  return kind === 'task'
    ? del(TASK, { params: { path: { ...scope, task_id: id } } })
    : del(AGENT, { params: { path: { ...scope, task_agent_id: id } } });
}
