import { useState } from 'react';
import type { Approval } from './queries.ts';

interface Still {
  readonly shown: readonly Approval[];
  /** How many came since and are not shown yet. */
  readonly fresh: number;
  readonly showFresh: () => void;
}

/**
 * A list that does not move under the cursor: what was shown stays in its place, decided or not, and what is new waits until it
 * is asked for. Another `list` begins anew.
 */
export function useStill(requests: readonly Approval[] | undefined, list: string): Still {
  const [held, setHeld] = useState<{ list: string; rows: readonly Approval[] }>();
  const now = requests ?? [];
  const keeps = held?.list === list && held.rows.length > 0;
  if (requests !== undefined && !keeps && held?.rows !== requests) setHeld({ list, rows: requests });
  const rows = keeps ? held.rows : now;
  const byId = new Map(now.map((request) => [request.id, request]));
  const known = new Set(rows.map(({ id }) => id));
  return {
    shown: rows.map((row) => byId.get(row.id) ?? gone(row)),
    fresh: now.filter(({ id }) => !known.has(id)).length,
    showFresh: () => setHeld({ list, rows: now }),
  };
}

/** A request that is none of the list any more: what became of it is on its own page. */
function gone(row: Approval): Approval {
  return { ...row, status: row.status === 'pending' ? 'over' : row.status };
}
