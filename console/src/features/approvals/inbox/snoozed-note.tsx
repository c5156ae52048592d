import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import { getServerTime } from '../../../lib/server-clock.ts';
import { useScope } from '../../../lib/session.ts';
import { w } from '../../../words/index.ts';
import { type QueueFilter, queueQuery } from '../queries.ts';

/** The longest delay of a browser's timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Says how many requests the user snoozed. Reads the lists again when the first of them returns. */
export default function SnoozedNote({ filter }: { readonly filter: QueueFilter }) {
  const snoozed = useQuery(queueQuery(useScope(), { status: 'snoozed' })).data?.results ?? [];
  const returns = snoozed.flatMap(({ snoozed_until }) => (snoozed_until === null ? [] : [Date.parse(snoozed_until)]));
  const nextReturn = Math.min(...returns);
  useEffect(() => {
    if (!Number.isFinite(nextReturn)) return;
    // The clock is an estimate; a second later the server has surely reached the time.
    const delay = Math.min(Math.max(0, nextReturn - getServerTime()) + 1000, MAX_DELAY_MS);
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: ['approval_request', 'list'] }),
      delay,
    );
    return () => clearTimeout(timer);
  }, [nextReturn]);
  if (snoozed.length === 0 || (filter.status ?? 'pending') !== 'pending') return null;
  return (
    <Link to="/approvals" search={(search: object) => ({ ...search, status: 'snoozed' })} className="link text-sm">
      {w.inbox.snoozedCount({ n: snoozed.length })}
    </Link>
  );
}
