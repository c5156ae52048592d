import type { Room } from '../room.ts';
import { asChores } from './looks.ts';
import { backgroundActivities } from './reconcile.ts';

/** The reconciler, which does the chores of all rooms. */
export const background: Room = {
  activities: {
    background: (ctx, rooms) =>
      backgroundActivities(
        ctx,
        rooms.flatMap(({ chores = [], looks = [] }) => [...chores, ...asChores(looks)]),
      ),
  },
};
