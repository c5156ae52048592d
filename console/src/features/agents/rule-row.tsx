import { formatIsoDuration } from '../../lib/durations.ts';
import { formatRole } from '../../lib/roles.ts';
import { Button } from '../../ui/button.tsx';
import { useOpenOnError } from '../../ui/disclosure.tsx';
import { DurationField } from '../../ui/duration-field.tsx';
import { CheckboxGroupField, findFieldError, SelectField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { APPROVERS, type Rule, TOOL_TYPES } from './draft.ts';

interface Props {
  readonly at: number;
  readonly rule: Rule;
  readonly onChange: (rule: Rule | undefined) => void;
  readonly error: unknown;
}

/** One rule of an approval policy: which tools it speaks of, whether it asks, and how such a question is decided. */
export function RuleRow({ at, rule, onChange, error }: Props) {
  const place = `approval_policy.rules.${at}`;
  return (
    <div className="flex flex-col gap-2 border-b pb-3">
      <div className="grid items-start gap-2 sm:grid-cols-[1fr_1fr_auto]">
        <TextField
          label={w.agents.ruleTool}
          path={`${place}.tool`}
          error={error}
          required
          placeholder="http_*"
          value={rule.tool}
          onChange={(event) => onChange({ ...rule, tool: event.target.value })}
        />
        <SelectField
          label={w.agents.ruleMode}
          path={`${place}.mode`}
          error={error}
          value={rule.mode}
          onChange={(event) => onChange({ ...rule, mode: event.target.value as Rule['mode'] })}
        >
          <option value="always">{w.agents.asks}</option>
          <option value="never">{w.agents.asksNot}</option>
        </SelectField>
        <Button
          variant="quiet"
          className="justify-self-end sm:mt-7"
          aria-label={w.agents.dropRule(rule.tool)}
          onClick={() => onChange(undefined)}
        >
          <span aria-hidden>✕</span>
        </Button>
      </div>
      <Details place={place} rule={rule} onChange={onChange} error={error} />
    </div>
  );
}

const DETAILS = ['tool_type', 'approvers', 'approvals_needed', 'expires_in', 'on_reject'] as const;

interface DetailsProps extends Omit<Props, 'at'> {
  readonly place: string;
}

/** What a rule with these says besides, left out where it is empty. */
function withDetail<K extends (typeof DETAILS)[number]>(rule: Rule, name: K, value: Rule[K] | undefined): Rule {
  const { [name]: _, ...others } = rule;
  return value === undefined ? (others as Rule) : { ...rule, [name]: value };
}

function Details({ place, rule, onChange, error }: DetailsProps) {
  const set = <K extends (typeof DETAILS)[number]>(name: K, value: Rule[K] | undefined) =>
    onChange(withDetail(rule, name, value));
  const isRefused = DETAILS.some((name) => findFieldError(error, `${place}.${name}`) !== undefined);
  return (
    <details {...useOpenOnError(isRefused)}>
      <summary className="text-sm">{`${w.agents.ruleDetails} · ${said(rule)}`}</summary>
      <div className="grid items-start gap-3 py-2 sm:grid-cols-2">
        <SelectField
          label={w.agents.ruleType}
          path={`${place}.tool_type`}
          error={error}
          value={rule.tool_type ?? ''}
          onChange={({ target }) => set('tool_type', (target.value || undefined) as Rule['tool_type'])}
        >
          <option value="">{w.agents.anyType}</option>
          {TOOL_TYPES.map((type) => (
            <option key={type} value={type}>
              {w.agents.toolTypes[type]}
            </option>
          ))}
        </SelectField>
        {rule.mode === 'always' && (
          <>
            <CheckboxGroupField
              label={w.agents.approvers}
              hint={w.agents.approversHint}
              path={`${place}.approvers`}
              error={error}
              options={APPROVERS}
              getLabel={formatRole}
              value={rule.approvers ?? []}
              onChange={(approvers) => set('approvers', approvers)}
            />
            <TextField
              label={w.agents.approvalsNeeded}
              hint={w.agents.approvalsNeededHint}
              path={`${place}.approvals_needed`}
              error={error}
              type="number"
              min={1}
              max={20}
              value={rule.approvals_needed ?? ''}
              onChange={({ target }) => set('approvals_needed', target.valueAsNumber || undefined)}
            />
            <DurationField
              label={w.agents.ruleExpires}
              hint={w.agents.ruleExpiresHint}
              path={`${place}.expires_in`}
              error={error}
              value={rule.expires_in ?? ''}
              onChange={(within) => set('expires_in', within || undefined)}
            />
            <SelectField
              label={w.agents.onReject}
              path={`${place}.on_reject`}
              error={error}
              value={rule.on_reject ?? ''}
              onChange={({ target }) => set('on_reject', (target.value || undefined) as Rule['on_reject'])}
            >
              <option value="">{w.ui.asUsual}</option>
              <option value="return_to_model">{w.agents.onRejects.return_to_model}</option>
              <option value="fail">{w.agents.onRejects.fail}</option>
            </SelectField>
          </>
        )}
      </div>
    </details>
  );
}

/** What is set of a rule besides its tool and mode, in a few words. */
function said({
  tool_type: type,
  mode,
  approvers,
  approvals_needed: needed,
  expires_in: within,
  ...rule
}: Rule): string {
  const asking = [
    approvers?.map(formatRole).join(', '),
    needed !== undefined && w.agents.needs(needed),
    within && w.agents.waitsAtMost(formatIsoDuration(within)),
    rule.on_reject && w.agents.onRejects[rule.on_reject],
  ];
  const parts = [type && w.agents.toolTypes[type], ...(mode === 'always' ? asking : [])].filter(Boolean);
  return parts.join(', ') || w.ui.asUsual;
}
