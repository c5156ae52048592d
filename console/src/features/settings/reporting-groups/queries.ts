import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get, type Schemas } from '../../../lib/api.ts';
import type { Scope } from '../../../lib/session.ts';

export type ReportingGroup = Schemas['ReportingGroup'];

export const GROUPS_PATH = `${PROJECT}/reporting-groups` as const;
export const GROUP_PATH = `${GROUPS_PATH}/{reporting_group_id}` as const;

const PAGE_SIZE = 50;

export function reportingGroupsQuery(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['reporting_group', 'list', scope.project_id, query],
    queryFn: () => get(GROUPS_PATH, { params: { path: { ...scope }, query } }),
  });
}
