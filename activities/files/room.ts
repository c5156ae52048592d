import { sweepFiles } from '../../src/files/sweep.ts';
import type { Room } from '../room.ts';

/** What files need. */
export const files: Room = {
  chores: [{ name: 'compare the blob store with the files', everyRounds: 1, work: (ctx) => sweepFiles(ctx, ctx.log) }],
};
