import type { Room } from '../room.ts';
import { taskActivities } from './call-model.ts';

/** Runs of tasks. */
export const tasks: Room = { activities: { runs: taskActivities } };
