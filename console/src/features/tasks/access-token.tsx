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
import { type Task, task as taskQuery } from './queries.ts';

interface Props {
  readonly of: Task;
  readonly mayEdit: boolean;
}

/** The token that runs a public task and opens nothing else: shown on demand, exchanged for another. */
export function AccessToken({ of, mayEdit }: Props) {
  const scope = useScope();
  const [isShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const rotate = useMutation({
    mutationFn: () =>
      post(TASK, { params: { path: { ...scope, task_id: of.id } }, body: { rotate_access_token: true } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(taskQuery(scope, of.id).queryKey, saved as Task);
      showToast(w.tasks.tokenRotated);
      setAsking(false);
    },
  });
  const { access_token: token } = of;
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{w.tasks.token}</p>
      <p className="text-sm text-quiet">
        {!of.public ? w.tasks.noToken : mayEdit ? w.tasks.tokenHint : w.tasks.tokenHidden}
      </p>
      {token !== null && (
        <div className="flex flex-wrap items-center gap-2">
          {isShown ? (
            <Copyable text={token} />
          ) : (
            <Button isSmall onClick={() => setShown(true)}>
              {w.tasks.showToken}
            </Button>
          )}
          <Button isSmall onClick={() => setAsking(true)}>
            {w.tasks.rotateToken}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={w.tasks.rotateToken}
          confirmLabel={w.tasks.rotateToken}
          isPending={rotate.isPending}
          error={rotate.error}
          onConfirm={() => rotate.mutate()}
          onClose={() => setAsking(false)}
        >
          {w.tasks.rotateTokenHint}
        </ConfirmDialog>
      )}
    </div>
  );
}
