import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { changeRoles, type Member } from './queries.ts';
import { CHAIN, type Place, type Role } from './rights.ts';
import { RoleField } from './role-field.tsx';

interface Props {
  readonly at: Place;
  readonly of: Member;
  readonly onClose: () => void;
}

/** Gives a member another role. Making tasks goes beside the role of the chain, where a project has it. */
export function ChangeRole({ at, of: { member, name, roles }, onClose }: Props) {
  const scope = useScope();
  const mainRoles = at === 'project' ? CHAIN : [...CHAIN, 'member' as const];
  const [main, setMain] = useState<Role | ''>(mainRoles.find((role) => roles.includes(role)) ?? '');
  const [creates, setCreates] = useState(roles.includes('task_creator'));
  const wanted = [...(main === '' ? [] : [main]), ...(creates ? ['task_creator'] : [])];
  const save = useMutation({
    mutationFn: () => {
      const add = wanted.filter((role) => !roles.includes(role));
      return changeRoles(scope, at, member, { add, remove: roles.filter((role) => !wanted.includes(role)) });
    },
    onSuccess: () => {
      toast(w.people.changed(name));
      void queries.invalidateQueries({ queryKey: ['member', 'list'] });
      onClose();
    },
  });
  return (
    <Dialog title={w.people.changeNamed(name)} onClose={onClose}>
      <Form onSubmit={() => save.mutate()}>
        <RoleField
          label={at === 'project' ? w.people.projectRole : w.people.orgRole}
          at={at}
          value={main}
          onChange={setMain}
          without={['task_creator']}
          {...(main === '' || creates ? { none: w.people.noRole } : {})}
        />
        {at === 'project' && <CheckField label={w.people.role.task_creator} checked={creates} onChange={setCreates} />}
        {save.error && <Failed error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{w.ui.cancel}</Button>
          <Button type="submit" look="primary" busy={save.isPending} disabled={wanted.length === 0}>
            {w.people.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
