import { Decimal } from 'decimal.js';
import type { Static } from 'typebox';
import { accessErrors } from '../../src/access/errors.ts';
import { hasPermission } from '../../src/access/permissions.ts';
import { organizationProblems } from '../../src/organizations/problems.ts';
import type { OrganizationFields, OrganizationRow } from '../../src/organizations/queries.ts';
import { parseTimestamp } from '../../src/platform/dates.ts';
import { checkEach, errors, Problems } from '../../src/platform/errors.ts';
import { omitUndefined } from '../../src/platform/omit-undefined.ts';
import { rejectUnavailableFields } from '../../src/platform/unavailable-fields.ts';
import { normalizeAmount } from '../../src/usage/amounts.ts';
import type { TopUpConfig } from '../../src/usage/top-ups.ts';
import { parseFloor } from '../agents/approvals/floor.ts';
import type { Caller } from '../caller.ts';
import type { ApiContext } from '../context.ts';
import type { OrganizationUpdate } from './schemas.ts';

type Body = Static<typeof OrganizationUpdate>;
type SettingsContext = { readonly ctx: Pick<ApiContext, 'config'>; readonly caller: Caller };

/**
 * Editable fields of a body without unknown keys; `now` is the current row. Throws a 422 on values that the
 * installation does not support, and if anyone but a platform administrator changes the plan.
 */
export async function getOrganizationFields(
  { ctx, caller }: SettingsContext,
  body: Body,
  now?: OrganizationRow,
): Promise<OrganizationFields> {
  const problems = new Problems();
  const ends = await problems.run(() => parseTrialEnd(body.trial_ends_at));
  const canChangePlan = hasPermission(caller.grants, 'system:plans_edit');
  const currentEnd = now?.trial_ends_at?.toISOString();
  const unavailable = {
    ...(new Decimal(ctx.config.usageBasedCredits).isZero() && { usage_based_pricing_enabled: [false] }),
    ...(ctx.config.billing === undefined && { auto_topup_config: [{}, { enabled: false }] }),
    ...(!canChangePlan && {
      plan: [now?.plan ?? 'trial'],
      plan_status: [now?.plan_status ?? 'active'],
      plan_interval: now?.plan_interval ? [now.plan_interval] : [],
      trial_ends_at: currentEnd === undefined ? [] : [currentEnd],
    }),
  };
  await problems.run(() => rejectUnavailableFields({ ...body, trial_ends_at: ends?.toISOString() }, unavailable));
  const { low_credit_alerts, public_metadata, usage_based_pricing_enabled, plan, plan_status, plan_interval } = body;
  const { publishing_enabled, sharing_enabled } = body;
  if (now) await problems.run(() => assertCanEnablePublishing(caller, body, now));
  const organization = { type: 'organization', id: now?.id ?? caller.orgId, now: now?.approval_floor } as const;
  const approval_floor = await problems.run(() => parseFloor(caller, organization, body.approval_floor));
  const auto_topup_config = await problems.runLast(() => toTopUpConfig(body.auto_topup_config));
  const chosen = {
    low_credit_alerts,
    public_metadata,
    usage_based_pricing_enabled,
    publishing_enabled,
    sharing_enabled,
    approval_floor,
  };
  const planned = canChangePlan ? { plan, plan_status, plan_interval, trial_ends_at: ends } : {};
  return omitUndefined({ ...chosen, ...planned, auto_topup_config });
}

function parseTrialEnd(value: Body['trial_ends_at']): Date | undefined {
  const ends = value === undefined ? undefined : parseTimestamp(value);
  if (value !== undefined && ends === undefined)
    throw errors.invalid('trial_ends_at', organizationProblems.invalid_trial_end);
  return ends;
}

/** Throws a 403 unless the caller, an owner, may enable publishing or sharing again. */
function assertCanEnablePublishing({ grants, subject }: Caller, body: Body, now: OrganizationRow): void {
  const enables = PUBLIC_ACCESS_FIELDS.some((name) => body[name] === true && !now[name]);
  if (enables && !hasPermission(grants, 'organization:enable_publishing'))
    throw accessErrors.permissionCheckFailed(subject, { type: 'organization', id: now.id }, 'enable_publishing');
}

const PUBLIC_ACCESS_FIELDS = ['publishing_enabled', 'sharing_enabled'] as const;

/** Throws a 422 if automatic top-ups are enabled without threshold and amount. */
function toTopUpConfig(config: Body['auto_topup_config']): TopUpConfig | undefined {
  if (config === undefined) return undefined;
  const { enabled, threshold, amount } = config;
  const exact = { threshold: toExactAmount(threshold), amount: toExactAmount(amount) };
  checkEach(Object.entries(exact), ([name, value]) => {
    if (enabled === true && value === undefined)
      throw errors.invalid(['auto_topup_config', name], organizationProblems.top_up_incomplete);
    if (value === '0') throw errors.invalid(['auto_topup_config', name], organizationProblems.top_up_not_positive);
  });
  return omitUndefined({ enabled, ...exact });
}

function toExactAmount(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : normalizeAmount(value);
}
