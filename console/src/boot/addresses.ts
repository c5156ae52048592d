import { PROJECT } from '../../../client/prefixes.ts';
import { FIRST_PAGE } from '../features/approvals/first-page.ts';
import { lastScope } from '../lib/kept-scope.ts';
import { linkedId } from '../lib/linked-id.ts';
import type { Scope } from '../lib/session.ts';
import { MOST_OF_PAGE } from '../lib/whole.ts';

/** Pages of who is not signed in. */
const OUTSIDE = ['/sign-in', '/sign-up', '/forgot-password', '/connected'];
/** What cuts the queue down; such a queue is asked for by the screen itself. */
const CUTS = ['status', 'agent', 'tool_type', 'cursor'];

/** What a page will ask the API for, as far as its address and the project that this browser was in last tell it. */
export function addressesFor({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string[] {
  if (OUTSIDE.includes(pathname)) return [];
  const given = new URLSearchParams(search);
  const scope = lastScope(given.get('project') ?? undefined);
  const id = linkedId(pathname);
  const addresses = ['/api/v1/whoami', `/api/v1/project?page_limit=${MOST_OF_PAGE}`];
  if (id !== undefined) addresses.push(`/api/v1/locate?id=${id}`);
  if (scope && /^\/approvals(?:\/|$)/.test(pathname) && !CUTS.some((name) => given.has(name)))
    addresses.push(queueOf(scope));
  return addresses;
}

function queueOf({ org_id, project_id }: Scope): string {
  const project = PROJECT.replace('{org_id}', org_id).replace('{project_id}', project_id);
  const query = Object.entries(FIRST_PAGE).map(([name, value]) => `${name}=${value}`);
  return `${project}/task-agent/approval-request?${query.join('&')}`;
}
