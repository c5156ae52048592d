import { queryOptions } from '@tanstack/react-query';
import { PROJECT } from '../../../../../client/prefixes.ts';
import { del, get, post, type Schemas } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Scope } from '../../../lib/session.ts';

export type Model = Schemas['Model'];
export type Exclusion = Schemas['ModelExclusion'];
export type RuleKind = 'model_id' | 'provider' | 'vendor';
export type Owner = 'project' | 'organization';

const ORG = '/api/v1/org/{org_id}';
const PAGE = 50;

/** All rules that count in the project: its own and those of its organization. */
export function exclusions(scope: Scope, cursor?: string) {
  const query = { page_limit: PAGE, cursor };
  return queryOptions({
    queryKey: ['model_exclusion', 'list', scope.project_id, query],
    queryFn: () => get(`${PROJECT}/model/exclusions/effective`, { params: { path: { ...scope }, query } }),
  });
}

interface Rule {
  readonly owner: Owner;
  readonly kind: RuleKind;
  readonly value: string;
}

/** Excludes models, for the project or the whole organization. */
export function exclude(scope: Scope, { owner, kind, value }: Rule, reason: string) {
  const path = { ...scope };
  const said = reason.trim() === '' ? {} : { reason };
  const prefix = owner === 'project' ? PROJECT : ORG;
  if (kind === 'model_id')
    return post(`${prefix}/model/exclude/by-id`, { params: { path }, body: { model_id: value, ...said } });
  if (kind === 'provider')
    return post(`${prefix}/model/exclude/by-provider`, { params: { path }, body: { provider: value, ...said } });
  return post(`${prefix}/model/exclude/by-vendor`, { params: { path }, body: { vendor: value, ...said } });
}

/** Drops a rule of whoever made it. */
export function dropRule(scope: Scope, { owner, kind, value }: Rule) {
  const path = { ...scope, rule_type: kind, value };
  const prefix = owner === 'project' ? PROJECT : ORG;
  return del(`${prefix}/model/exclude/{rule_type}/{value}`, { params: { path } });
}

/** What may be used changed with the rules. */
export function readModelsAgain(): void {
  void queryClient.invalidateQueries({ queryKey: ['model_exclusion', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['model'] });
}
