import type { ActivityModule } from '../module.ts';
import { taskActivities } from './call-model.ts';

/** Runs of tasks. */
export const tasks: ActivityModule = { name: 'tasks', activities: { runs: taskActivities } };
