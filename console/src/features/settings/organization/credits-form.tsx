import { useState } from 'react';
import { formatNumber } from '../../../lib/numbers.ts';
import { CheckboxField, TextField } from '../../../ui/field.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import type { Organization } from './queries.ts';
import { useSaveOrganization } from './use-save-organization.ts';

interface Props {
  readonly organization: Organization;
  readonly canEdit: boolean;
}

interface TopUpConfig {
  readonly enabled?: boolean;
  readonly threshold?: string;
  readonly amount?: string;
}

/** Edits how the organization continues after its credits are used up. */
export function CreditsForm({ organization, canEdit }: Props) {
  const current = (organization.auto_topup_config ?? {}) as TopUpConfig;
  const currentPostpaid = organization.usage_based_pricing_enabled === true;
  const [isPostpaid, setIsPostpaid] = useState(currentPostpaid);
  const [topUp, setTopUp] = useState({ enabled: current.enabled === true, ...getAmounts(current) });
  const save = useSaveOrganization(() => {
    const { enabled, threshold, amount } = topUp;
    const topUpConfig = enabled ? { enabled, threshold, amount } : { enabled };
    // The API rejects options that the installation lacks, so only changed options are sent.
    const topUpBody = enabled || current.enabled === true ? { auto_topup_config: topUpConfig } : {};
    return { ...topUpBody, ...(isPostpaid === currentPostpaid ? {} : { usage_based_pricing_enabled: isPostpaid }) };
  });
  return (
    <MutationForm
      mutation={save}
      submitLabel={w.organization.save}
      fieldPaths={['auto_topup_config.threshold', 'auto_topup_config.amount']}
      canSubmit={canEdit}
    >
      <PlanSummary organization={organization} />
      <CheckboxField label={w.organization.owed} checked={isPostpaid} disabled={!canEdit} onChange={setIsPostpaid} />
      <CheckboxField
        label={w.organization.topUp}
        hint={w.organization.topUpHint}
        checked={topUp.enabled}
        disabled={!canEdit}
        onChange={(enabled) => setTopUp({ ...topUp, enabled })}
      />
      {topUp.enabled && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['threshold', 'amount'] as const).map((field) => (
            <TextField
              key={field}
              label={w.organization[field]}
              hint={w.organization.inCredits}
              path={`auto_topup_config.${field}`}
              error={save.error}
              required
              inputMode="decimal"
              readOnly={!canEdit}
              value={topUp[field]}
              onChange={(event) => setTopUp({ ...topUp, [field]: event.target.value })}
            />
          ))}
        </div>
      )}
    </MutationForm>
  );
}

const getAmounts = ({ threshold = '', amount = '' }: TopUpConfig) => ({ threshold, amount });

function PlanSummary({
  organization: { plan, plan_status, trial_ends_at, account },
}: {
  readonly organization: Organization;
}) {
  return (
    <ul className="flex flex-col gap-1">
      {plan && <li>{w.organization.plan({ plan: formatPlan(plan), status: formatPlanState(plan_status ?? '') })}</li>}
      {plan === 'trial' && trial_ends_at && (
        <li>
          {w.organization.trial} <Time at={trial_ends_at} />.
        </li>
      )}
      {account && <li>{w.organization.availableCredits({ credits: formatNumber(account.credits) })}</li>}
    </ul>
  );
}

/** Returns the name of a plan. Plans of the installation keep their own names. */
const formatPlan = (plan: string) => (w.organization.plans as Readonly<Record<string, string>>)[plan] ?? plan;
const formatPlanState = (state: string) =>
  (w.organization.planStates as Readonly<Record<string, string>>)[state] ?? state;
