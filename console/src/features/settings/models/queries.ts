import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { del, get, post, type Schemas } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Scope } from '../../../lib/session.ts';

export type Model = Schemas['Model'];
export type Exclusion = Schemas['ModelExclusion'];
export type RuleKind = 'model_id' | 'provider' | 'vendor';
export type RuleOwner = 'project' | 'organization';

const ORG_PATH = '/api/v1/org/{org_id}';
const PAGE_SIZE = 50;

/** Returns the exclusion rules that apply to the project, including those of its organization. */
export function exclusionsQuery(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE_SIZE, cursor };
  return queryOptions({
    queryKey: ['model_exclusion', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/model/exclusions/effective`, { params: { path: { ...scope }, query } }),
  });
}

interface ExclusionRule {
  readonly owner: RuleOwner;
  readonly kind: RuleKind;
  readonly value: string;
}

/** Excludes models for the project or the organization. */
export function excludeModels(scope: Scope, { owner, kind, value }: ExclusionRule, reason: string) {
  const path = { ...scope };
  const reasonBody = reason.trim() === '' ? {} : { reason };
  const prefix = owner === 'project' ? PROJECT : ORG_PATH;
  if (kind === 'model_id')
    return post(`${prefix}/model/exclude/by-id`, { params: { path }, body: { model_id: value, ...reasonBody } });
  if (kind === 'provider')
    return post(`${prefix}/model/exclude/by-provider`, { params: { path }, body: { provider: value, ...reasonBody } });
  return post(`${prefix}/model/exclude/by-vendor`, { params: { path }, body: { vendor: value, ...reasonBody } });
}

/** Deletes an exclusion rule. */
export function deleteRule(scope: Scope, { owner, kind, value }: ExclusionRule) {
  const path = { ...scope, rule_type: kind, value };
  const prefix = owner === 'project' ? PROJECT : ORG_PATH;
  return del(`${prefix}/model/exclude/{rule_type}/{value}`, { params: { path } });
}

/** Exclusion rules determine the usable models. */
export function invalidateModels(): void {
  void queryClient.invalidateQueries({ queryKey: ['model_exclusion', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['model'] });
}
