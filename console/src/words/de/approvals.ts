import type { Same } from '../catalogue.ts';
import type { approvals as en } from '../en/approvals.ts';

export const approvals: Same<typeof en> = { title: 'approvals' };
