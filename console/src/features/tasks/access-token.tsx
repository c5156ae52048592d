import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TASK } from '../../../../client/prefixes.ts';
import { post } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { type Task, taskQuery } from './queries.ts';

interface Props {
  readonly task: Task;
  readonly canEdit: boolean;
}

/** Shows and rotates the access token of a public task. The token can only run this task. */
export function AccessToken({ task, canEdit }: Props) {
  const scope = useScope();
  const [isShown, setIsShown] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const rotateToken = useMutation({
    mutationFn: () =>
      post(TASK, { params: { path: { ...scope, task_id: task.id } }, body: { rotate_access_token: true } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(taskQuery(scope, task.id).queryKey, saved as Task);
      showToast(w.tasks.tokenRotated);
      setIsConfirming(false);
    },
  });
  const { access_token: token } = task;
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{w.tasks.token}</p>
      <p className="text-sm text-muted">
        {!task.public ? w.tasks.noToken : canEdit ? w.tasks.tokenHint : w.tasks.tokenHidden}
      </p>
      {token !== null && (
        <div className="flex flex-wrap items-center gap-2">
          {isShown ? (
            <Copyable text={token} />
          ) : (
            <Button isSmall onClick={() => setIsShown(true)}>
              {w.tasks.showToken}
            </Button>
          )}
          <Button isSmall onClick={() => setIsConfirming(true)}>
            {w.tasks.rotateToken}
          </Button>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={w.tasks.rotateToken}
          confirmLabel={w.tasks.rotateToken}
          isPending={rotateToken.isPending}
          error={rotateToken.error}
          onConfirm={() => rotateToken.mutate()}
          onClose={() => setIsConfirming(false)}
        >
          {w.tasks.rotateTokenHint}
        </ConfirmDialog>
      )}
    </div>
  );
}
