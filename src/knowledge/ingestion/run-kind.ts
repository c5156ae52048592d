import { sql } from 'kysely';
import type { RunKind } from '../../runs/kind.ts';
import { markStopping } from '../../runs/stop.ts';
import { GO_ON_SIGNAL, INGESTION_STAGES, type IngestionInput } from '../contract.ts';

/** Run kind of ingestions. Viewers of a document see its ingestions. */
export const ingestionKind: RunKind = {
  name: 'document',
  resource: 'ingestion',
  workflow: 'ingestDocument',
  table: 'ingestions',
  parent: { type: 'document', table: 'documents', column: 'document_id', visibility: null },
  states: ['queued', ...INGESTION_STAGES, 'cancelling'],
  parked: [],
  subjects: [],
  state: sql<string>`r.status`,
  isIndependent: sql<boolean>`true`,
  isMoving: sql<boolean>`r.waiting_for is null`,
  turns: sql<number>`0`,
  input: ({ id }): IngestionInput => ({ ingestionId: id }),
  beginStop: (trx, ids) => markStopping(trx, 'ingestions', ids),
  wakeups: async () => [{ signal: GO_ON_SIGNAL, args: [] }],
};
