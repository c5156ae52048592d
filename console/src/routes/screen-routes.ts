import { createScreenRoute } from './screen-route.ts';

/** Filters of the approval queue. */
const APPROVAL_SEARCH_PARAMS = ['status', 'agent', 'tool_type', 'cursor', 'assigned', 'group'] as const;

/** All screens inside the shell: path, search params and module. */
export const SCREEN_ROUTES = [
  createScreenRoute('/', ['days'], () => import('../features/home/home.tsx')),
  createScreenRoute('/approvals', APPROVAL_SEARCH_PARAMS, () => import('../features/approvals/approvals-page.tsx')),
  createScreenRoute(
    '/approvals/$approvalId',
    APPROVAL_SEARCH_PARAMS,
    () => import('../features/approvals/approvals-page.tsx'),
  ),
  createScreenRoute(
    '/runs',
    ['kind', 'agent', 'task', 'state', 'since'],
    () => import('../features/runs/runs-page.tsx'),
  ),
  createScreenRoute('/runs/$runId', ['step', 'tab', 'with'], () => import('../features/runs/run-page.tsx')),
  createScreenRoute('/agents', ['cursor', 'tag'], () => import('../features/agents/agents.tsx')),
  createScreenRoute('/agents/new', ['template'], () => import('../features/agents/new-agent.tsx')),
  createScreenRoute('/agents/$agentId', ['tab', 'from', 'with'], () => import('../features/agents/agent.tsx')),
  createScreenRoute('/tasks', ['cursor', 'tag'], () => import('../features/tasks/tasks.tsx')),
  createScreenRoute('/tasks/new', ['template'], () => import('../features/tasks/new-task.tsx')),
  createScreenRoute('/tasks/$taskId', ['tab', 'from', 'with'], () => import('../features/tasks/task.tsx')),
  createScreenRoute('/evals', ['cursor', 'kind'], () => import('../features/evals/overview-page.tsx')),
  createScreenRoute('/evals/$kind/$ofId/sets/$setId', ['cursor'], () => import('../features/evals/set-page.tsx')),
  createScreenRoute(
    '/evals/$kind/$ofId/runs/$evalId',
    ['show', 'case'],
    () => import('../features/evals/eval-page.tsx'),
  ),
  createScreenRoute('/knowledge', ['cursor', 'tag'], () => import('../features/knowledge/collections-page.tsx')),
  createScreenRoute(
    '/knowledge/documents',
    ['cursor', 'title', 'status', 'source', 'tag', 'metadata'],
    () => import('../features/knowledge/documents/documents-page.tsx'),
  ),
  createScreenRoute(
    '/knowledge/documents/$documentId',
    ['tab', 'passage', 'from', 'to', 'page', 'old', 'new'],
    () => import('../features/knowledge/documents/document-page.tsx'),
  ),
  createScreenRoute(
    '/knowledge/search',
    ['q', 'in', 'answer', 'metadata'],
    () => import('../features/knowledge/search/search-page.tsx'),
  ),
  createScreenRoute('/knowledge/metadata', [], () => import('../features/knowledge/metadata/schema-page.tsx')),
  createScreenRoute('/knowledge/sources', ['cursor'], () => import('../features/knowledge/sources/sources-page.tsx')),
  createScreenRoute(
    '/knowledge/sources/$sourceId',
    ['cursor', 'run'],
    () => import('../features/knowledge/sources/source-page.tsx'),
  ),
  createScreenRoute('/knowledge/$collectionId', ['cursor'], () => import('../features/knowledge/collection-page.tsx')),
  createScreenRoute('/skills', ['of', 'search', 'cursor'], () => import('../features/skills/skills-page.tsx')),
  createScreenRoute('/skills/new', [], () => import('../features/skills/new-skill-page.tsx')),
  createScreenRoute('/skills/$skillId', ['tab', 'from', 'with'], () => import('../features/skills/skill-page.tsx')),
  createScreenRoute('/skills/catalog/$skillId', [], () => import('../features/skills/catalog-skill-page.tsx')),
  createScreenRoute('/connections', [], () => import('../features/connections/connections-page.tsx')),
  createScreenRoute('/connections/new', ['kind'], () => import('../features/connections/new-connection-page.tsx')),
  createScreenRoute('/connections/mcp/$serverId', ['cursor'], () => import('../features/connections/server-page.tsx')),
  createScreenRoute(
    '/connections/service/$integrationId',
    [],
    () => import('../features/connections/integration-page.tsx'),
  ),
  createScreenRoute('/people', ['of', 'cursor', 'show'], () => import('../features/people/people-page.tsx')),
  createScreenRoute('/settings', [], () => import('../features/settings/settings-overview-page.tsx')),
  createScreenRoute('/settings/account', [], () => import('../features/settings/you/account-page.tsx')),
  createScreenRoute('/settings/notifications', [], () => import('../features/settings/you/notifications-page.tsx')),
  createScreenRoute('/settings/sessions', ['cursor'], () => import('../features/settings/you/sessions-page.tsx')),
  createScreenRoute(
    '/settings/organization',
    [],
    () => import('../features/settings/organization/organization-page.tsx'),
  ),
  createScreenRoute(
    '/settings/domains',
    ['cursor'],
    () => import('../features/settings/organization/domains-page.tsx'),
  ),
  createScreenRoute('/settings/project', [], () => import('../features/settings/project/project-page.tsx')),
  createScreenRoute('/settings/models', ['cursor'], () => import('../features/settings/models/models-page.tsx')),
  createScreenRoute('/settings/budgets', ['cursor'], () => import('../features/settings/budgets/budgets-page.tsx')),
  createScreenRoute(
    '/settings/forwarders',
    ['cursor'],
    () => import('../features/settings/forwarders/forwarders-page.tsx'),
  ),
  createScreenRoute(
    '/settings/forwarders/$forwarderId',
    ['cursor', 'status'],
    () => import('../features/settings/forwarders/forwarder-page.tsx'),
  ),
  createScreenRoute(
    '/settings/partners',
    ['cursor'],
    () => import('../features/settings/organization/partners-page.tsx'),
  ),
  createScreenRoute('/settings/keys', ['cursor'], () => import('../features/settings/keys-page.tsx')),
  createScreenRoute(
    '/audit',
    ['of', 'event_type', 'resource_type', 'actor', 'since', 'from', 'cursor', 'open'],
    () => import('../features/settings/audit-page.tsx'),
  ),
  createScreenRoute('/triggers', [], () => import('../features/triggers/triggers.tsx')),
  createScreenRoute('/triggers/$type/$triggerId', [], () => import('../features/triggers/trigger.tsx')),
  createScreenRoute(
    '/reports',
    ['report', 'agent', 'task', 'days', 'from', 'to', 'by', 'zone'],
    () => import('../features/reports/reports-page.tsx'),
  ),
  createScreenRoute(
    '/settings/reporting-groups',
    ['cursor'],
    () => import('../features/settings/reporting-groups-page.tsx'),
  ),
  createScreenRoute('/$', [], () => import('../features/shell/not-found-page.tsx')),
  createScreenRoute('/settings/credits', ['cursor'], () => import('../features/settings/credit-ledger-page.tsx')),
] as const;
