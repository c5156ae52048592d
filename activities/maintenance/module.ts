import type { ActivityModule } from '../module.ts';
import { maintenanceActivities } from './cycle.ts';

/** Runs the maintenance jobs of all modules. */
export const maintenance: ActivityModule = {
  name: 'maintenance',
  activities: {
    background: (ctx, modules) =>
      maintenanceActivities(
        ctx,
        modules.flatMap((module) => module.maintenance ?? []),
      ),
  },
};
