import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changeRoles } from '../../lib/iam.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useCurrentUser, useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { showToast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import type { MemberPermissions } from './member-list.tsx';
import { EXTRA_PROJECT_ROLES, getGrantableRoles, type NamedResource, type Role } from './permissions.ts';
import type { Member } from './queries.ts';
import { RoleError } from './role-error.tsx';
import { getExcludedRoles, getRoleLabel, RoleField } from './role-field.tsx';

interface Props {
  readonly resource: NamedResource;
  readonly member: Member;
  readonly permissions: MemberPermissions;
  readonly onClose: () => void;
}

const isExtraRole = (role: string) => EXTRA_PROJECT_ROLES.some((extra) => extra === role);

/** Changes a member's role on a resource. On projects, additional roles can be granted. */
export function ChangeRoleDialog({ resource, member: { member, name, roles }, permissions, onClose }: Props) {
  const scope = useScope();
  const isSelf = useCurrentUser()?.subject === member;
  const mainRoles = getGrantableRoles(resource.type).filter((role) => !isExtraRole(role));
  const [mainRole, setMainRole] = useState<Role | ''>(mainRoles.find((role) => roles.includes(role)) ?? '');
  const [extraRoles, setExtraRoles] = useState(roles.filter(isExtraRole));
  const newRoles = [...(mainRole === '' ? [] : [mainRole]), ...extraRoles];
  const save = useMutation({
    mutationFn: () => {
      const add = newRoles.filter((role) => !roles.includes(role));
      return changeRoles(scope, resource, member, { add, remove: roles.filter((role) => !newRoles.includes(role)) });
    },
    onSuccess: () => {
      showToast(w.people.changed({ name }));
      void queryClient.invalidateQueries({ queryKey: ['member', 'list'] });
      onClose();
    },
  });
  return (
    <Dialog title={w.people.changeNamed({ name })} onClose={onClose}>
      <Form onSubmit={() => save.mutate()}>
        {isSelf && <p className="text-warning">{w.people.ownRole}</p>}
        <RoleField
          label={getRoleLabel(resource.type)}
          resourceType={resource.type}
          value={mainRole}
          onChange={setMainRole}
          excludedRoles={[...EXTRA_PROJECT_ROLES, ...getExcludedRoles(permissions, roles)]}
          {...(mainRole === '' || extraRoles.length > 0 ? { noneLabel: w.people.noRole } : {})}
        />
        {resource.type === 'project' &&
          EXTRA_PROJECT_ROLES.map((role) => (
            <CheckboxField
              key={role}
              label={w.ui.roles[role]}
              checked={extraRoles.includes(role)}
              onChange={(isChecked) =>
                setExtraRoles([...extraRoles.filter((other) => other !== role), ...(isChecked ? [role] : [])])
              }
            />
          ))}
        <RoleError error={save.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button type="submit" variant="primary" isPending={save.isPending} disabled={newRoles.length === 0}>
            {w.people.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
