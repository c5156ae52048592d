import { page } from './page.ts';

/** What the queue of approvals is cut down to. */
const QUEUE = ['status', 'agent', 'tool_type', 'cursor'] as const;

/** Every screen, one line each: its path, what its address carries, its module. */
export const SCREENS = [
  page('/', [], () => import('../features/home/home.tsx')),
  page('/approvals', QUEUE, () => import('../features/approvals/inbox.tsx')),
  page('/approvals/$approvalId', QUEUE, () => import('../features/approvals/approval.tsx')),
  page('/runs', ['kind', 'state', 'since'], () => import('../features/runs/runs.tsx')),
  page('/runs/$runId', ['step', 'tab'], () => import('../features/runs/run.tsx')),
  page('/agents', ['cursor'], () => import('../features/agents/agents.tsx')),
  page('/agents/new', [], () => import('../features/agents/new.tsx')),
  page('/agents/$agentId', ['tab', 'from', 'with'], () => import('../features/agents/agent.tsx')),
  page('/tasks', ['cursor', 'tag'], () => import('../features/tasks/tasks.tsx')),
  page('/tasks/new', [], () => import('../features/tasks/new.tsx')),
  page('/tasks/$taskId', ['tab', 'from', 'with'], () => import('../features/tasks/task.tsx')),
  page('/knowledge', ['cursor'], () => import('../features/knowledge/collections.tsx')),
  page('/knowledge/$collectionId', ['cursor'], () => import('../features/knowledge/collection.tsx')),
  page('/people', ['of', 'cursor', 'show'], () => import('../features/people/people.tsx')),
  page('/settings', [], () => import('../features/settings/settings.tsx')),
  page('/settings/keys', ['cursor'], () => import('../features/settings/keys.tsx')),
  page(
    '/settings/audit',
    ['of', 'event_type', 'resource_type', 'actor', 'since', 'cursor', 'open'],
    () => import('../features/settings/audit.tsx'),
  ),
  page('/settings/spend', ['days', 'cursor'], () => import('../features/settings/spend.tsx')),
] as const;
