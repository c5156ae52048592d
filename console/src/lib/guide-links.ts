/** Address of the guide. */
export const GUIDE_URL = '/docs/guide';

/** Page of the guide for each screen: the longest path that the screen's path starts with counts. */
export const GUIDE_PAGES: Readonly<Record<string, string>> = {
  '/': 'concepts',
  '/approvals': 'approvals#the-decision',
  '/runs': 'concepts#sessions-runs-and-turns',
  '/agents': 'concepts#tasks-and-agents',
  '/tasks': 'tasks',
  '/evals': 'evals',
  '/knowledge': 'knowledge',
  '/knowledge/documents': 'documents',
  '/knowledge/search': 'search#how-a-query-is-answered',
  '/knowledge/metadata': 'metadata',
  '/knowledge/sources': 'sources',
  '/skills': 'skills',
  '/connections': 'connections',
  '/people': 'permissions',
  '/reports': 'reports',
  '/triggers': 'triggers',
  '/audit': 'audit',
  '/settings': 'organizations',
  '/settings/account': 'identity#users',
  '/settings/notifications': 'approvals#emails',
  '/settings/sessions': 'identity',
  '/settings/organization': 'organizations',
  '/settings/domains': 'organizations#domains',
  '/settings/project': 'permissions#visibility-of-runs',
  '/settings/models': 'models',
  '/settings/budgets': 'credits#budgets',
  '/settings/forwarders': 'forwarders',
  '/settings/partners': 'organizations',
  '/settings/keys': 'identity',
  '/settings/reporting-groups': 'tasks#reporting-groups',
  '/settings/credits': 'credits#the-ledger',
};

/** Returns the address of the guide's page for a screen. */
export function getGuideUrl(path: string): string {
  const [screen = '/'] = Object.keys(GUIDE_PAGES)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
    .toSorted((a, b) => b.length - a.length);
  return `${GUIDE_URL}/${GUIDE_PAGES[screen]}`;
}
