import type { ActivityContext } from '../context.ts';
import type { Room } from '../room.ts';
import { FILLING_CHORES, fillingActivities } from './fill.ts';
import { ingestionActivities } from './ingest.ts';

/** Documents and what is found of them. */
export const knowledge: Room = {
  activities: { ingestion: (ctx: ActivityContext) => ({ ...ingestionActivities(ctx), ...fillingActivities(ctx) }) },
  chores: FILLING_CHORES,
};
