import { formatIsoDuration } from '../../lib/durations.ts';
import { formatRole } from '../../lib/roles.ts';
import { Button } from '../../ui/button.tsx';
import { useOpenOnError } from '../../ui/disclosure.tsx';
import { DurationField } from '../../ui/duration-field.tsx';
import { CheckboxGroupField, findFieldError, SelectField, TextField } from '../../ui/field.tsx';
import { X } from '../../ui/icons.ts';
import { w } from '../../words/index.ts';
import { APPROVERS, type ApprovalRule, TOOL_TYPES } from './draft.ts';

interface Props {
  readonly index: number;
  readonly rule: ApprovalRule;
  readonly onChange: (rule: ApprovalRule | undefined) => void;
  readonly error: unknown;
}

/** Edits one approval rule: the tools it matches, its mode and its approval details. */
export function RuleRow({ index, rule, onChange, error }: Props) {
  const path = `approval_policy.rules.${index}`;
  return (
    <div className="flex flex-col gap-2 border-b pb-3">
      <div className="grid items-start gap-2 sm:grid-cols-[1fr_1fr_auto]">
        <TextField
          label={w.agents.ruleTool}
          path={`${path}.tool`}
          error={error}
          required
          placeholder="http_*"
          value={rule.tool}
          onChange={(event) => onChange({ ...rule, tool: event.target.value })}
        />
        <SelectField
          label={w.agents.ruleMode}
          path={`${path}.mode`}
          error={error}
          value={rule.mode}
          onChange={(event) => onChange({ ...rule, mode: event.target.value as ApprovalRule['mode'] })}
        >
          <option value="always">{w.agents.approvalRequired}</option>
          <option value="never">{w.agents.approvalNotRequired}</option>
        </SelectField>
        <Button
          variant="quiet"
          className="justify-self-end sm:mt-7"
          aria-label={w.agents.removeRule({ tool: rule.tool })}
          onClick={() => onChange(undefined)}
        >
          <X className="size-4" />
        </Button>
      </div>
      <RuleDetails path={path} rule={rule} onChange={onChange} error={error} />
    </div>
  );
}

const DETAIL_FIELDS = ['tool_type', 'approvers', 'approvals_needed', 'expires_in', 'on_reject'] as const;

interface RuleDetailsProps extends Omit<Props, 'index'> {
  readonly path: string;
}

/** Sets an optional field of a rule, or removes it if undefined. */
function withDetail<K extends (typeof DETAIL_FIELDS)[number]>(
  rule: ApprovalRule,
  name: K,
  value: ApprovalRule[K] | undefined,
): ApprovalRule {
  const { [name]: _, ...rest } = rule;
  return value === undefined ? (rest as ApprovalRule) : { ...rule, [name]: value };
}

function RuleDetails({ path, rule, onChange, error }: RuleDetailsProps) {
  const updateDetail = <K extends (typeof DETAIL_FIELDS)[number]>(name: K, value: ApprovalRule[K] | undefined) =>
    onChange(withDetail(rule, name, value));
  const hasError = DETAIL_FIELDS.some((name) => findFieldError(error, `${path}.${name}`) !== undefined);
  return (
    <details {...useOpenOnError(hasError)}>
      <summary className="text-sm">{`${w.agents.ruleDetails} · ${formatDetails(rule)}`}</summary>
      <div className="grid items-start gap-3 py-2 sm:grid-cols-2">
        <SelectField
          label={w.agents.ruleType}
          path={`${path}.tool_type`}
          error={error}
          value={rule.tool_type ?? ''}
          onChange={({ target }) => updateDetail('tool_type', (target.value || undefined) as ApprovalRule['tool_type'])}
        >
          <option value="">{w.agents.anyType}</option>
          {TOOL_TYPES.map((type) => (
            <option key={type} value={type}>
              {w.approvals.toolTypes[type]}
            </option>
          ))}
        </SelectField>
        {rule.mode === 'always' && (
          <>
            <CheckboxGroupField
              label={w.agents.approvers}
              hint={w.agents.approversHint}
              path={`${path}.approvers`}
              error={error}
              options={APPROVERS}
              getLabel={formatRole}
              value={rule.approvers ?? []}
              onChange={(approvers) => updateDetail('approvers', approvers as ApprovalRule['approvers'])}
            />
            <TextField
              label={w.agents.approvalsNeeded}
              hint={w.agents.approvalsNeededHint}
              path={`${path}.approvals_needed`}
              error={error}
              type="number"
              min={1}
              max={20}
              value={rule.approvals_needed ?? ''}
              onChange={({ target }) => updateDetail('approvals_needed', target.valueAsNumber || undefined)}
            />
            <DurationField
              label={w.agents.ruleExpires}
              hint={w.agents.ruleExpiresHint}
              path={`${path}.expires_in`}
              error={error}
              value={rule.expires_in ?? ''}
              onChange={(expiresIn) => updateDetail('expires_in', expiresIn || undefined)}
            />
            <SelectField
              label={w.agents.onReject}
              path={`${path}.on_reject`}
              error={error}
              value={rule.on_reject ?? ''}
              onChange={({ target }) =>
                updateDetail('on_reject', (target.value || undefined) as ApprovalRule['on_reject'])
              }
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

/** Summarizes the optional fields of a rule. */
function formatDetails({
  tool_type: type,
  mode,
  approvers,
  approvals_needed: approvalsNeeded,
  expires_in: expiresIn,
  ...rule
}: ApprovalRule): string {
  const approvalDetails = [
    approvers?.map(formatRole).join(', '),
    approvalsNeeded !== undefined && w.agents.approvalCount({ n: approvalsNeeded }),
    expiresIn && w.agents.expiresAfter({ within: formatIsoDuration(expiresIn) }),
    rule.on_reject && w.agents.onRejects[rule.on_reject],
  ];
  const details = [type && w.approvals.toolTypes[type], ...(mode === 'always' ? approvalDetails : [])].filter(Boolean);
  return details.join(', ') || w.ui.asUsual;
}
