import { page } from './page.ts';

/** Every screen, one line each: its path, what its address carries, its module. */
export const SCREENS = [
  page('/', [], () => import('../features/home/home.tsx')),
  page(
    '/approvals',
    ['status', 'agent', 'tool_type', 'cursor', 'open'],
    () => import('../features/approvals/inbox.tsx'),
  ),
  page('/approvals/$approvalId', [], () => import('../features/approvals/approval.tsx')),
  page('/runs/$runId', ['step', 'tab'], () => import('../features/runs/run.tsx')),
] as const;
