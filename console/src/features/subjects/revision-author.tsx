import { getMemberId, usePeople } from '../../lib/members.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { w } from '../../words/index.ts';

/** Names the person who saved a revision. Renders nothing for projects and for people that the user cannot see. */
export function RevisionAuthor({ id }: { readonly id: string | null }) {
  const people = usePeople().data;
  const user = useCurrentUser();
  if (id === null) return null;
  const name =
    people?.find(({ member }) => getMemberId(member) === id)?.name ?? (user?.user_id === id ? user.name : undefined);
  return name === undefined ? null : <span className="text-sm text-muted">{w.ui.savedBy({ name })}</span>;
}
