import type { Same } from '../catalogue.ts';
import type { home as en } from '../en/home.ts';

export const home: Same<typeof en> = { title: 'Start' };
