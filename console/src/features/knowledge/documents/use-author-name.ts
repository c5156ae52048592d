import { getMemberId, usePeople } from '../../../lib/members.ts';
import { useCurrentUser } from '../../../lib/session.ts';
import { w } from '../../../words/index.ts';

/** Returns a function that names who made a version. Without permission to view members, others stay unnamed. */
export function useAuthorName(): (author: { readonly type: string; readonly id: string }) => string {
  const user = useCurrentUser();
  const people = usePeople().data;
  return ({ type, id }) => {
    if (user?.user_id === id) return w.knowledge.you;
    const name = people?.find(({ member }) => getMemberId(member) === id)?.name;
    return name ?? `${w.knowledge.authorTypes[type as keyof typeof w.knowledge.authorTypes] ?? type} …${id.slice(-6)}`;
  };
}
