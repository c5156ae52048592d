import { sql } from 'kysely';
import type { RunKind } from '../../runs/kind.ts';
import { markStopping } from '../../runs/stop.ts';
import type { SyncInput } from './contract.ts';

/** Run kind of syncs. Viewers of a project see its syncs. */
export const sourceRunKind: RunKind = {
  name: 'source_run',
  resource: 'source_run',
  workflow: 'syncSource',
  table: 'source_runs',
  parent: {
    type: 'project',
    table: 'knowledge_sources',
    column: 'source_id',
    visibility: null,
    field: 'knowledge_source_id',
  },
  states: ['queued', 'running', 'cancelling'],
  isMoving: sql<boolean>`r.status = 'running'`,
  parked: [],
  subjects: [],
  state: sql<string>`r.status`,
  isIndependent: sql<boolean>`true`,
  turns: sql<number>`0`,
  input: ({ id }): SyncInput => ({ sourceRunId: id }),
  beginStop: (trx, ids) => markStopping(trx, 'source_runs', ids),
  wakeups: async () => [],
};
