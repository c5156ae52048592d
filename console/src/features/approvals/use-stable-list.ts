import { useState } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import type { Approval } from './queries.ts';

interface StableList {
  readonly rows: readonly Approval[];
  /** Number of new rows that are not shown yet. */
  readonly newCount: number;
  readonly showNew: () => void;
}

/** Returns a list whose rows keep their positions. New rows wait for `showNew`; another `listKey` resets the list. */
export function useStableList(requests: readonly Approval[] | undefined, listKey: string): StableList {
  const [snapshot, setSnapshot] = useState<{ listKey: string; rows: readonly Approval[] }>();
  const currentRows = requests ?? [];
  const keepsSnapshot = snapshot?.listKey === listKey && snapshot.rows.length > 0;
  if (requests !== undefined && !keepsSnapshot && snapshot?.rows !== requests) setSnapshot({ listKey, rows: requests });
  const rows = keepsSnapshot ? snapshot.rows : currentRows;
  const byId = new Map(currentRows.map((request) => [request.id, request]));
  const shownIds = new Set(rows.map(({ id }) => id));
  const newest = rows.reduce((latest, { created }) => (created > latest ? created : latest), '');
  return {
    rows: rows.flatMap((row) => byId.get(row.id) ?? (wasMoved(row) ? [] : markAsOver(row))),
    // A decided row leaves its place to an older request of the next page, which is not new.
    newCount: currentRows.filter(({ id, created }) => !shownIds.has(id) && created > newest).length,
    showNew: () => setSnapshot(undefined),
  };
}

/** Returns whether the user snoozed or assigned a pending row, which then left the list. */
function wasMoved({ id, snoozed_until, assigned_to }: Approval): boolean {
  const changed = queryClient.getQueryData<Approval>(['approval_request', id]);
  if (changed?.status !== 'pending') return false;
  return changed.snoozed_until !== snoozed_until || changed.assigned_to !== assigned_to;
}

/** Marks a row that left the list. Its own page shows the result. */
function markAsOver(row: Approval): Approval {
  return { ...row, status: row.status === 'pending' ? 'over' : row.status };
}
