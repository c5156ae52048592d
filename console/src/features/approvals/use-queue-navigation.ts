import type { UseQueryResult } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { getRowKeys, scrollToRow } from '../../lib/row-shortcuts.ts';
import { type Approval, canBeDecided } from './queries.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the request was opened from the queue, and not by a link to it. */
    readonly isFromQueue?: boolean;
  }
}

/** History state of a request that was opened from the queue. */
export const QUEUE_STATE = { isFromQueue: true } as const;

/** Returns a function that opens a request of the queue. */
export function useOpenRequest(): (approvalId: string) => void {
  const navigate = useNavigate();
  return (approvalId) =>
    void navigate({
      to: '/approvals/$approvalId',
      params: { approvalId },
      search: (search: object) => search,
      state: QUEUE_STATE,
    });
}

interface Queue {
  readonly rows: readonly Approval[];
  readonly openId: string | undefined;
  readonly requests: UseQueryResult<{ readonly results: readonly Approval[] }>;
  /** Shows the rows that were loaded after the others. */
  readonly showNew: () => void;
}

/**
 * Returns a function that opens the next request after a decision: the next row that the user can decide, else the
 * first one. A request that was opened by a link to it stays open, because the link leads to its receipt.
 */
export function useNextRequest(queue: Queue): (decidedRequest: Approval) => Promise<void> {
  const isFromQueue = useLocation({ select: ({ state }) => state.isFromQueue === true });
  const openRequest = useOpenRequest();
  const latest = useRef(queue);
  latest.current = queue;
  return async ({ id: decidedId }) => {
    // The user can have opened another request meanwhile.
    const isStillOpen = () => latest.current.openId === decidedId;
    if (!isFromQueue || !isStillOpen()) return;
    const decidable = new Set(latest.current.rows.filter(canBeDecided).map(({ id }) => id));
    decidable.delete(decidedId);
    const ids = getRowKeys();
    const index = ids.indexOf(decidedId);
    const nextId =
      [...ids.slice(index + 1), ...ids].find((id) => decidable.has(id)) ?? (await loadMore(latest.current, decidedId));
    if (nextId === undefined || !isStillOpen()) return;
    openRequest(nextId);
    scrollToRow(nextId);
  };
}

/** Loads the requests that take the places of the decided ones. Returns the first one that the user can decide. */
async function loadMore({ requests, showNew }: Queue, decidedId: string): Promise<string | undefined> {
  const { data } = await requests.refetch();
  showNew();
  return data?.results.find((request) => request.id !== decidedId && canBeDecided(request))?.id;
}
