import type { ActivityContext } from '../context.ts';
import type { Room } from '../room.ts';
import { ERASING_CHORES } from './erase.ts';
import { FILLING_CHORES, fillingActivities } from './fill.ts';
import { ingestionActivities } from './ingest.ts';
import { QUERY_CHORES, queryActivities } from './queries.ts';
import { syncActivities } from './sources/activities.ts';
import { SOURCE_CHORES, SOURCE_LOOKS } from './sources/chores.ts';
import { lookAfterSummaries, summaryActivities } from './summaries.ts';

/** Documents, what is found of them, and where they come from. */
export const knowledge: Room = {
  activities: {
    ingestion: (ctx: ActivityContext) => ({
      ...ingestionActivities(ctx),
      ...fillingActivities(ctx),
      ...syncActivities(ctx),
    }),
    background: (ctx: ActivityContext) => ({ ...summaryActivities(ctx), ...queryActivities(ctx) }),
  },
  chores: [
    ...ERASING_CHORES,
    ...FILLING_CHORES,
    ...SOURCE_CHORES,
    { name: 'look after summaries', everyRounds: 1, work: lookAfterSummaries },
    ...QUERY_CHORES,
  ],
  looks: SOURCE_LOOKS,
};
