import { useState } from 'react';
import { formatNumber } from '../../../lib/numbers.ts';
import { CheckboxField, TextField } from '../../../ui/field.tsx';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import { Time } from '../../../ui/time.tsx';
import { w } from '../../../words/index.ts';
import type { Organization } from './queries.ts';
import { useSave } from './save.ts';

interface Props {
  readonly of: Organization;
  readonly mayEdit: boolean;
}

interface TopUp {
  readonly enabled?: boolean;
  readonly threshold?: string;
  readonly amount?: string;
}

/** The plan, what is left, and what becomes of an organization whose credits are used up. */
export function CreditsForm({ of, mayEdit }: Props) {
  const before = (of.auto_topup_config ?? {}) as TopUp;
  const owedBefore = of.usage_based_pricing_enabled === true;
  const [owed, setOwed] = useState(owedBefore);
  const [topUp, setTopUp] = useState({ enabled: before.enabled === true, ...amountsOf(before) });
  const save = useSave(() => {
    const { enabled, threshold, amount } = topUp;
    const config = enabled ? { enabled, threshold, amount } : { enabled };
    // What an installation has not is refused where it is named, so that only what was changed is.
    const changed = enabled || before.enabled === true ? { auto_topup_config: config } : {};
    return { ...changed, ...(owed === owedBefore ? {} : { usage_based_pricing_enabled: owed }) };
  });
  return (
    <MutationForm
      mutation={save}
      submitLabel={w.organization.save}
      fieldPaths={['auto_topup_config.threshold', 'auto_topup_config.amount']}
      canSubmit={mayEdit}
    >
      <Plan of={of} />
      <CheckboxField label={w.organization.owed} checked={owed} disabled={!mayEdit} onChange={setOwed} />
      <CheckboxField
        label={w.organization.topUp}
        hint={w.organization.topUpHint}
        checked={topUp.enabled}
        disabled={!mayEdit}
        onChange={(enabled) => setTopUp({ ...topUp, enabled })}
      />
      {topUp.enabled && (
        <div className="grid gap-4 sm:grid-cols-2">
          {(['threshold', 'amount'] as const).map((at) => (
            <TextField
              key={at}
              label={w.organization[at]}
              hint={w.organization.inCredits}
              path={`auto_topup_config.${at}`}
              error={save.error}
              required
              inputMode="decimal"
              readOnly={!mayEdit}
              value={topUp[at]}
              onChange={(event) => setTopUp({ ...topUp, [at]: event.target.value })}
            />
          ))}
        </div>
      )}
    </MutationForm>
  );
}

const amountsOf = ({ threshold = '', amount = '' }: TopUp) => ({ threshold, amount });

function Plan({ of: { plan, plan_status, trial_ends_at, account } }: { readonly of: Organization }) {
  return (
    <ul className="flex flex-col gap-1">
      {plan && <li>{w.organization.plan(sayPlan(plan), sayPlanState(plan_status ?? ''))}</li>}
      {plan === 'trial' && trial_ends_at && (
        <li>
          {w.organization.trial} <Time at={trial_ends_at} />.
        </li>
      )}
      {account && <li>{w.organization.left(formatNumber(account.credits))}</li>}
    </ul>
  );
}

/** Plans that the product itself gives; the others are as whoever runs the installation calls them. */
const sayPlan = (plan: string) => (w.organization.plans as Readonly<Record<string, string>>)[plan] ?? plan;
const sayPlanState = (state: string) => (w.organization.planStates as Readonly<Record<string, string>>)[state] ?? state;
