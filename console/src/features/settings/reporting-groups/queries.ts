import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { get, type Schemas } from '../../../lib/api.ts';
import type { Scope } from '../../../lib/session.ts';

export type ReportingGroup = Schemas['ReportingGroup'];

export const GROUPS = `${PROJECT}/reporting-groups` as const;
export const GROUP = `${GROUPS}/{reporting_group_id}` as const;

const PAGE = 50;

export function reportingGroups(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE, cursor };
  return queryOptions({
    queryKey: ['reporting_group', 'list', scope.project_id, query],
    queryFn: () => get(GROUPS, { params: { path: { ...scope }, query } }),
  });
}
