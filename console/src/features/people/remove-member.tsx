import { useMutation } from '@tanstack/react-query';
import { queries } from '../../lib/query.ts';
import { useScope } from '../../lib/session.ts';
import { RepeatName } from '../../ui/repeat-name.tsx';
import { toast } from '../../ui/toast.tsx';
import { w } from '../../words/index.ts';
import { changeRoles, type Member } from './queries.ts';
import type { Place } from './rights.ts';

interface Props {
  readonly at: Place;
  readonly of: Member;
  readonly onClose: () => void;
}

/** Takes away every role of a member at a place. */
export function RemoveMember({ at, of: { member, name }, onClose }: Props) {
  const scope = useScope();
  const remove = useMutation({
    mutationFn: () => changeRoles(scope, at, member, { remove_all: true }),
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
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      {at === 'project' ? w.people.removeProjectHint : w.people.removeOrgHint}
    </RepeatName>
  );
}
