import { useMutation } from '@tanstack/react-query';
import { del } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useScope } from '../../lib/session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { Invite } from './queries.ts';

interface Props {
  readonly invite: Invite;
  readonly onClose: () => void;
}

/** Withdraws an invite. No repeated name is required, because the user can send another invite. */
export function WithdrawInviteDialog({ invite: { id, email_address }, onClose }: Props) {
  const { org_id } = useScope();
  const withdraw = useMutation({
    mutationFn: () =>
      del('/api/v1/org/{org_id}/invite/{org_invite_id}', { params: { path: { org_id, org_invite_id: id } } }),
    onSuccess: () => {
      showToast(w.people.revoked({ address: email_address }));
      void queryClient.invalidateQueries({ queryKey: ['invite', 'list'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={w.people.revokeNamed({ address: email_address })}
      confirmLabel={w.people.revoke}
      isPending={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate()}
      onClose={onClose}
    >
      {w.people.revokeHint}
    </ConfirmDialog>
  );
}
