import { sweepFiles } from '../../src/files/sweep.ts';
import type { Room } from '../room.ts';

/** What files need. */
export const files: Room = {
  maintenance: [{ name: 'compare blobs with files', everyCycles: 1, run: (ctx) => sweepFiles(ctx, ctx.log) }],
};
