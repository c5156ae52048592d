import { isolateText } from '../../../lib/hidden-text.ts';
import { getMemberId, usePeople } from '../../../lib/members.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { MenuRadioGroup } from '../../../ui/dropdown-menu.tsx';
import { w } from '../../../words/index.ts';

interface Props {
  readonly assignedTo: string | null;
  readonly onAssign: (userId: string | null) => void;
}

/** The user, the members of the organization that the user can view, and nobody. */
export default function AssignMenuItems({ assignedTo, onAssign }: Props) {
  const ownId = useCurrentUser()?.user_id ?? undefined;
  const others = (usePeople().data ?? [])
    .map(({ member, name }) => [getMemberId(member), isolateText(name)] as const)
    .filter(([id]) => id !== ownId);
  const own = ownId === undefined ? [] : [[ownId, w.inbox.me] as const];
  return (
    <MenuRadioGroup
      label={w.inbox.assigned}
      value={assignedTo ?? ''}
      options={[['', w.inbox.nobody], ...own, ...others]}
      onChange={(id) => onAssign(id || null)}
    />
  );
}
