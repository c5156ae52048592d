import Type from 'typebox';
import { findRuleValue, listRuleValues } from '../../src/models/catalog.ts';
import { RULE_TYPES, type RuleType } from '../../src/models/exclusions.ts';
import { modelProblems } from '../../src/models/problems.ts';
import {
  deleteExclusion,
  type ExclusionRow,
  listExclusions,
  type RuleScope,
  setExclusion,
} from '../../src/models/queries.ts';
import { mapPage } from '../../src/platform/db/pagination.ts';
import { errors, orNotFound } from '../../src/platform/errors.ts';
import type { ModelCatalog } from '../../src/platform/models/catalog.ts';
import { EXAMPLE_PROVIDER, FALLBACK_MODEL } from '../../src/platform/models/providers/index.ts';
import { NonBlankText, VisibleText } from '../../src/platform/schemas.ts';
import { type Operation, operation } from '../operation.ts';
import { Envelope, PAGE_QUERY } from '../plugins/pagination.ts';
import { ModelExclusion, toExclusionRecord } from './schemas.ts';

/** Scope of the rules that a set of operations manages. */
interface RuleOwner {
  readonly prefix: '' | 'organization_';
  readonly base: '/org/{org_id}' | '/org/{org_id}/project/{project_id}';
  readonly type: 'organization' | 'project';
}

const ORGANIZATION: RuleOwner = { prefix: 'organization_', base: '/org/{org_id}', type: 'organization' };
const PROJECT: RuleOwner = { prefix: '', base: '/org/{org_id}/project/{project_id}', type: 'project' };

const REASON = Type.Optional(VisibleText(1000, { description: 'Reason, shown in errors that the rule causes.' }));
const NAMES = {
  model_id: {
    pathSegment: 'id',
    description: 'ID, name or alias of a model.',
    example: FALLBACK_MODEL.name,
    unknown: modelProblems.unknown_model,
  },
  provider: {
    pathSegment: 'provider',
    description: 'Name of a provider, case-insensitive.',
    example: EXAMPLE_PROVIDER,
    unknown: modelProblems.unknown_provider,
  },
  vendor: {
    pathSegment: 'vendor',
    description: 'Name of a vendor, case-insensitive.',
    example: EXAMPLE_PROVIDER,
    unknown: modelProblems.unknown_vendor,
  },
} as const;
/** Maximum number of known names that a problem lists. */
const MAX_LISTED_NAMES = 50;

/** Rules of an organization belong to no project. */
function toRuleScope(
  { type }: RuleOwner,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string },
): RuleScope {
  return { orgId, projectId: type === 'project' ? projectId : null };
}

const toAuditEvent = ({ id, rule_type, value, reason }: ExclusionRow) => ({
  resource: { type: 'model_exclusion', id },
  name: value,
  payload: { rule_type, value, reason },
});

function list(owner: RuleOwner): Operation {
  return operation(
    {
      id: `${owner.prefix}model_exclusion.list`,
      method: 'GET',
      path: `${owner.base}/model/exclusions`,
      tag: 'Models',
      summary: `List model exclusion rules of ${owner.type === 'project' ? 'a project' : 'an organization'}`,
      auth: { permission: `${owner.type}:view` },
      request: { query: Type.Object(PAGE_QUERY) },
      response: { schemas: { 200: Envelope(ModelExclusion) } },
    },
    async ({ ctx, caller, page }) =>
      mapPage(await listExclusions(ctx.db, toRuleScope(owner, caller), false, page), (row) =>
        toExclusionRecord(ctx.models, row),
      ),
  );
}

const effective = operation(
  {
    id: 'model_exclusion.list_effective',
    method: 'GET',
    path: '/org/{org_id}/project/{project_id}/model/exclusions/effective',
    tag: 'Models',
    summary: 'List effective model exclusion rules of a project',
    description: 'Returns rules of the project and of its organization.',
    auth: { permission: 'project:view' },
    request: { query: Type.Object(PAGE_QUERY) },
    response: { schemas: { 200: Envelope(ModelExclusion) } },
  },
  async ({ ctx, caller, page }) =>
    mapPage(await listExclusions(ctx.db, toRuleScope(PROJECT, caller), true, page), (row) =>
      toExclusionRecord(ctx.models, row),
    ),
);

function exclude(owner: RuleOwner, type: RuleType): Operation {
  const { pathSegment, description, example } = NAMES[type];
  return operation(
    {
      id: `${owner.prefix}model_exclusion.exclude_by_${pathSegment}`,
      method: 'POST',
      path: `${owner.base}/model/exclude/by-${pathSegment}`,
      tag: 'Models',
      summary: `Exclude ${pathSegment === 'id' ? 'a model' : `all models of a ${pathSegment}`} in ${owner.type === 'project' ? 'a project' : 'all projects of an organization'}`,
      description:
        'Returns the existing rule if there is one; a `reason` replaces the previous reason. Runs in progress fail at their next call of an excluded model.',
      auth: { permission: `${owner.type}:edit` },
      request: {
        checks: 'dry-run',
        body: Type.Object({ [type]: NonBlankText(200, { description: description }), reason: REASON }),
        idempotent: false,
        example: { [type]: example, reason: 'not approved for customer data' },
      },
      response: { schemas: { 200: ModelExclusion } },
      audit: { event: 'model_exclusion.set' },
    },
    async ({ ctx, caller, body, change }) => {
      const value = getRuleValue(ctx.models, type, (body as Record<RuleType, string>)[type]);
      const row = await change(async (trx) => {
        const { row, changed } = await setExclusion(
          trx,
          toRuleScope(owner, caller),
          { rule_type: type, value },
          body.reason,
        );
        return { result: row, audited: changed ? toAuditEvent(row) : 'unchanged' };
      });
      return toExclusionRecord(ctx.models, row);
    },
  );
}

/** Returns the value that a rule stores. Throws a 422 for an unknown name. */
function getRuleValue(models: ModelCatalog, type: RuleType, nameOrId: string): string {
  const value = findRuleValue(models, type, nameOrId);
  if (value !== undefined) return value;
  const problem = NAMES[type].unknown({ known: listRuleValues(models, type).slice(0, MAX_LISTED_NAMES) });
  throw errors.invalid(type, problem);
}

function remove(owner: RuleOwner): Operation {
  return operation(
    {
      id: `${owner.prefix}model_exclusion.delete`,
      method: 'DELETE',
      path: `${owner.base}/model/exclude/{rule_type}/{value}`,
      tag: 'Models',
      summary: `Delete a model exclusion rule of ${owner.type === 'project' ? 'a project' : 'an organization'}`,
      auth: { permission: `${owner.type}:edit` },
      request: { idempotent: false },
      response: { schemas: { 200: ModelExclusion } },
      audit: { event: 'model_exclusion.removed' },
    },
    async ({ ctx, caller, params, change }) => {
      const type = RULE_TYPES.find((ruleType) => ruleType === params.rule_type);
      const row = await change(async (trx) => {
        const deleted =
          type && (await deleteExclusion(trx, toRuleScope(owner, caller), toRule(ctx.models, type, params.value)));
        const result = orNotFound(deleted, 'model_exclusion', `${params.rule_type} ${params.value}`);
        return { result, audited: toAuditEvent(result) };
      });
      return toExclusionRecord(ctx.models, row);
    },
  );
}

/** Returns the rule of a path. A value that is no longer configured is used as stored. */
function toRule(models: ModelCatalog, type: RuleType, value: string) {
  return { rule_type: type, value: findRuleValue(models, type, value) ?? value };
}

const createOperations = (owner: RuleOwner) => [
  list(owner),
  ...RULE_TYPES.map((type) => exclude(owner, type)),
  remove(owner),
];

export const MODEL_EXCLUSION_OPERATIONS = [...createOperations(ORGANIZATION), ...createOperations(PROJECT), effective];
