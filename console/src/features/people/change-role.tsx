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
import type { Mays } from './members.tsx';
import type { Member } from './queries.ts';
import { RefusedRole } from './refused-role.tsx';
import { type Role, rolesAt, type Thing } from './rights.ts';
import { RoleField, roleLabel, withoutPrivileged } from './role-field.tsx';

interface Props {
  readonly on: Thing;
  readonly member: Member;
  readonly may: Mays;
  readonly onClose: () => void;
}

/** Gives a member another role on something. Making tasks goes beside the role of the chain, where a project has it. */
export function ChangeRole({ on, member: { member, name, roles }, may, onClose }: Props) {
  const scope = useScope();
  const own = useCurrentUser()?.subject === member;
  const mainRoles = rolesAt(on.type).filter((role) => role !== 'task_creator');
  const [main, setMain] = useState<Role | ''>(mainRoles.find((role) => roles.includes(role)) ?? '');
  const [creates, setCreates] = useState(roles.includes('task_creator'));
  const wanted = [...(main === '' ? [] : [main]), ...(creates ? ['task_creator'] : [])];
  const save = useMutation({
    mutationFn: () => {
      const add = wanted.filter((role) => !roles.includes(role));
      return changeRoles(scope, on, member, { add, remove: roles.filter((role) => !wanted.includes(role)) });
    },
    onSuccess: () => {
      showToast(w.people.changed(name));
      void queryClient.invalidateQueries({ queryKey: ['member', 'list'] });
      onClose();
    },
  });
  return (
    <Dialog title={w.people.changeNamed(name)} onClose={onClose}>
      <Form onSubmit={() => save.mutate()}>
        {own && <p className="text-warning">{w.people.ownRole}</p>}
        <RoleField
          label={roleLabel(on.type)}
          on={on.type}
          value={main}
          onChange={setMain}
          without={['task_creator', ...withoutPrivileged(may, roles)]}
          {...(main === '' || creates ? { none: w.people.noRole } : {})}
        />
        {on.type === 'project' && (
          <CheckboxField label={w.people.role.task_creator} checked={creates} onChange={setCreates} />
        )}
        <RefusedRole error={save.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button type="submit" variant="primary" isPending={save.isPending} disabled={wanted.length === 0}>
            {w.people.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
