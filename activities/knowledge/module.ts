import type { SyncActivities } from '../../src/knowledge/sources/contract.ts';
import type { ActivityContext } from '../context.ts';
import type { ActivityModule } from '../module.ts';
import { BACKFILL_JOBS, backfillActivities } from './backfill.ts';
import { ERASURE_JOBS } from './erase.ts';
import { ingestionActivities } from './ingest.ts';
import { QUERY_JOBS, queryActivities } from './queries.ts';
import { SOURCE_JOBS } from './sources/maintenance.ts';
import { confirmSyncCancel, failSync, syncSome } from './sources/sync.ts';
import { startDueSummaries, summaryActivities } from './summaries.ts';

/** Activities and maintenance of documents, queries and knowledge sources. */
export const knowledge: ActivityModule = {
  name: 'knowledge',
  activities: {
    ingestion: (ctx: ActivityContext) => ({
      ...ingestionActivities(ctx),
      ...backfillActivities(ctx),
      ...syncActivities(ctx),
    }),
    runs: queryActivities,
    background: summaryActivities,
  },
  maintenance: [
    ...ERASURE_JOBS,
    ...BACKFILL_JOBS,
    ...SOURCE_JOBS,
    { name: 'start due summaries', everyCycles: 1, run: startDueSummaries },
    ...QUERY_JOBS,
  ],
};

/** Activities of syncs. */
function syncActivities(ctx: ActivityContext): SyncActivities {
  return {
    syncSome: (input) => syncSome(ctx, input),
    failSync: (input) => failSync(ctx, input),
    confirmSyncCancel: (input) => confirmSyncCancel(ctx, input),
  };
}
