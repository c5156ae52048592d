import type { Same } from '../catalogue.ts';
import type { runs as en } from '../en/runs.ts';

export const runs: Same<typeof en> = { title: 'runs' };
