import type { Schemas } from '../../../../client/types.ts';

type Request = Pick<Schemas['ApprovalRequest'], 'can_decide' | 'created' | 'expires_at'>;

/**
 * Orders requests: first those that the user can decide, then by deadline, because a request without an answer expires,
 * then the oldest, whose run has waited longest.
 */
export function sortByUrgency<R extends Request>(requests: readonly R[]): readonly R[] {
  const getDeadline = ({ expires_at }: Request) => expires_at ?? '9999';
  return requests.toSorted(
    (a, b) =>
      Number(b.can_decide.allowed) - Number(a.can_decide.allowed) ||
      getDeadline(a).localeCompare(getDeadline(b)) ||
      a.created.localeCompare(b.created),
  );
}
