import { useMutation } from '@tanstack/react-query';
import { changeRoles } from '../../lib/iam.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useCurrentUser, useScope } from '../../lib/session.ts';
import { ConfirmByNameDialog } from '../../ui/confirm-by-name-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { Member } from './queries.ts';
import { sayRefusal } from './refused-role.tsx';
import type { Thing } from './rights.ts';

interface Props {
  readonly on: Thing;
  readonly member: Member;
  readonly onClose: () => void;
}

/** Takes away every role that a member holds directly on something. */
export function RemoveMember({ on, member: { member, name }, onClose }: Props) {
  const scope = useScope();
  const own = useCurrentUser()?.subject === member;
  const remove = useMutation({
    mutationFn: () => changeRoles(scope, on, member, { remove_all: true }),
    onSuccess: () => {
      showToast(w.people.removed(name));
      void queryClient.invalidateQueries({ queryKey: ['member', 'list'] });
      onClose();
    },
  });
  return (
    <ConfirmByNameDialog
      title={w.people.removeNamed(name)}
      name={name}
      confirmLabel={w.people.remove}
      isPending={remove.isPending}
      error={remove.error}
      errorProps={sayRefusal(remove.error)}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {hint(on)} {own && <strong>{w.people.ownRole}</strong>}
    </ConfirmByNameDialog>
  );
}

function hint({ type }: Thing): string {
  if (type === 'organization') return w.people.removeOrgHint;
  return type === 'project' ? w.people.removeProjectHint : w.people.removeThingHint;
}
