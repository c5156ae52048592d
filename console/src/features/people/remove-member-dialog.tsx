import { useMutation } from '@tanstack/react-query';
import { changeRoles } from '../../lib/iam.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useCurrentUser, useScope } from '../../lib/session.ts';
import { ConfirmByNameDialog } from '../../ui/confirm-by-name-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { NamedResource } from './permissions.ts';
import type { Member } from './queries.ts';
import { formatRoleError } from './role-error.tsx';

interface Props {
  readonly resource: NamedResource;
  readonly member: Member;
  readonly onClose: () => void;
}

/** Revokes all direct roles of a member on a resource. */
export function RemoveMemberDialog({ resource, member: { member, name }, onClose }: Props) {
  const scope = useScope();
  const isSelf = useCurrentUser()?.subject === member;
  const remove = useMutation({
    mutationFn: () => changeRoles(scope, resource, member, { remove_all: true }),
    onSuccess: () => {
      showToast(w.people.removed({ name }));
      void queryClient.invalidateQueries({ queryKey: ['member', 'list'] });
      onClose();
    },
  });
  return (
    <ConfirmByNameDialog
      title={w.people.removeNamed({ name })}
      name={name}
      confirmLabel={w.people.remove}
      isPending={remove.isPending}
      error={remove.error}
      errorProps={formatRoleError(remove.error)}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {getHint(resource)} {isSelf && <strong>{w.people.ownRole}</strong>}
    </ConfirmByNameDialog>
  );
}

function getHint({ type }: NamedResource): string {
  if (type === 'organization') return w.people.removeOrgHint;
  return type === 'project' ? w.people.removeProjectHint : w.people.removeThingHint;
}
