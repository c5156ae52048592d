import type { ActivityContext } from '../context.ts';
import type { Room } from '../room.ts';
import { ERASING_CHORES } from './erase.ts';
import { FILLING_CHORES, fillingActivities } from './fill.ts';
import { ingestionActivities } from './ingest.ts';
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
    background: summaryActivities,
  },
  chores: [
    ...ERASING_CHORES,
    ...FILLING_CHORES,
    ...SOURCE_CHORES,
    { name: 'look after summaries', everyRounds: 1, work: lookAfterSummaries },
  ],
  looks: SOURCE_LOOKS,
};
