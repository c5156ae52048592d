import type { Schemas } from '../../lib/api.ts';
import { getMemberId, usePeople } from '../../lib/members.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { w } from '../../words/index.ts';

interface Props {
  readonly revision: Pick<Schemas['TaskRevision'], 'created_by' | 'created_by_type'>;
}

/** Names the person or credential that saved a revision. Renders nothing for people that the user cannot see. */
export function RevisionAuthor({ revision: { created_by: id, created_by_type: type } }: Props) {
  const people = usePeople().data;
  const user = useCurrentUser();
  if (id === null) return null;
  const personName =
    people?.find(({ member }) => getMemberId(member) === id)?.name ?? (user?.user_id === id ? user.name : undefined);
  const name = type === 'project' ? w.ui.projectClient : personName;
  return name === undefined ? null : <span className="text-sm text-muted">{w.ui.savedBy({ name })}</span>;
}
