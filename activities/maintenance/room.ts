import type { Room } from '../room.ts';
import { maintenanceActivities } from './cycle.ts';

/** Runs the maintenance jobs of all modules. */
export const maintenance: Room = {
  activities: {
    background: (ctx, rooms) =>
      maintenanceActivities(
        ctx,
        rooms.flatMap((room) => room.maintenance ?? []),
      ),
  },
};
