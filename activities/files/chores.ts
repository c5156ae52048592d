import { sweepFiles } from '../../src/files/sweep.ts';
import type { Chore } from '../background/chore.ts';

/** What files need. */
export const fileChores: readonly Chore[] = [
  { name: 'compare the blob store with the files', everyRounds: 1, work: (ctx) => sweepFiles(ctx, ctx.log) },
];
