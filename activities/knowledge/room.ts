import type { Room } from '../room.ts';
import { ingestionActivities } from './ingest.ts';

/** Documents and what is found of them. */
export const knowledge: Room = { activities: { ingestion: ingestionActivities } };
