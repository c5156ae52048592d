import { sweepFiles } from '../../src/files/sweep.ts';
import type { ActivityModule } from '../module.ts';

/** Maintenance of files. */
export const files: ActivityModule = {
  name: 'files',
  maintenance: [{ name: 'compare blobs with files', everyCycles: 1, run: (ctx) => sweepFiles(ctx, ctx.log) }],
};
