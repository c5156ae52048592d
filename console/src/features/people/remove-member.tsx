import { useMutation } from '@tanstack/react-query';
import { changeRoles } from '../../lib/iam.ts';
import { queries } from '../../lib/query.ts';
import { usePerson, useScope } from '../../lib/session.ts';
import { RepeatName } from '../../ui/repeat-name.tsx';
import { toast } from '../../ui/toast.tsx';
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
  const own = usePerson()?.subject === member;
  const remove = useMutation({
    mutationFn: () => changeRoles(scope, on, member, { remove_all: true }),
    onSuccess: () => {
      toast(w.people.removed(name));
      void queries.invalidateQueries({ queryKey: ['member', 'list'] });
      onClose();
    },
  });
  return (
    <RepeatName
      title={w.people.removeNamed(name)}
      name={name}
      act={w.people.remove}
      busy={remove.isPending}
      error={remove.error}
      said={sayRefusal(remove.error)}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {hint(on)} {own && <strong>{w.people.ownRole}</strong>}
    </RepeatName>
  );
}

function hint({ type }: Thing): string {
  if (type === 'organization') return w.people.removeOrgHint;
  return type === 'project' ? w.people.removeProjectHint : w.people.removeThingHint;
}
