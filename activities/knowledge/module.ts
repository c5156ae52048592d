import type { ActivityContext } from '../context.ts';
import type { ActivityModule } from '../module.ts';
import { BACKFILL_JOBS, backfillActivities } from './backfill.ts';
import { ERASURE_JOBS } from './erase.ts';
import { ingestionActivities } from './ingest.ts';
import { QUERY_JOBS, queryActivities } from './queries.ts';
import { syncActivities } from './sources/activities.ts';
import { SOURCE_JOBS } from './sources/maintenance.ts';
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
    background: (ctx: ActivityContext) => ({ ...summaryActivities(ctx), ...queryActivities(ctx) }),
  },
  maintenance: [
    ...ERASURE_JOBS,
    ...BACKFILL_JOBS,
    ...SOURCE_JOBS,
    { name: 'start due summaries', everyCycles: 1, run: startDueSummaries },
    ...QUERY_JOBS,
  ],
};
