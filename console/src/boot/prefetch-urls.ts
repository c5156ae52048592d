import { PROJECT } from '../../../client/prefixes.ts';
import { DEFAULT_QUEUE_QUERY } from '../features/approvals/default-query.ts';
import { findLastScope, findLinkedId } from '../lib/last-scope.ts';
import { MAX_PAGE_LIMIT } from '../lib/pagination.ts';
import type { Scope } from '../lib/session.ts';

/** Pages that need no session. */
const PUBLIC_PAGES = ['/sign-in', '/sign-up', '/forgot-password', '/connected'];
/** Search params that filter the queue. The screen itself requests a filtered queue. */
const QUEUE_FILTERS = ['status', 'agent', 'tool_type', 'cursor', 'assigned'];

/** Returns the API URLs that a page will request, derived from its URL and the last used project. */
export function getPrefetchUrls({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string[] {
  if (PUBLIC_PAGES.includes(pathname)) return [];
  const params = new URLSearchParams(search);
  const scope = findLastScope(params.get('project') ?? undefined);
  const id = findLinkedId(pathname);
  const urls = ['/api/v1/whoami', `/api/v1/project?page_limit=${MAX_PAGE_LIMIT}`];
  if (id !== undefined) urls.push(`/api/v1/locate?id=${id}`);
  if (scope && /^\/approvals(?:\/|$)/.test(pathname) && !QUEUE_FILTERS.some((name) => params.has(name)))
    urls.push(getApprovalQueueUrl(scope));
  return urls;
}

function getApprovalQueueUrl({ org_id, project_id }: Scope): string {
  const project = PROJECT.replace('{org_id}', org_id).replace('{project_id}', project_id);
  const query = Object.entries(DEFAULT_QUEUE_QUERY).map(([name, value]) => `${name}=${value}`);
  return `${project}/task-agent/approval-request?${query.join('&')}`;
}
