import { ApiError } from '../../lib/api-error.ts';
import { formatIsoDuration } from '../../lib/durations.ts';
import { formatRoles } from '../../lib/roles.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert, toErrorSummary } from '../../ui/error-alert.tsx';
import { SelectField } from '../../ui/field.tsx';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import type { AgentDraft, ApprovalPolicy, ApprovalRule } from './draft.ts';
import type { DryRunTool } from './queries.ts';
import { RuleRow } from './rule-row.tsx';
import { usePolicyPreview } from './use-policy-preview.ts';

interface Props {
  readonly draft: AgentDraft;
  readonly onChange: (policy: ApprovalPolicy) => void;
  readonly error: unknown;
}

/** Edits the approval policy: a default, rules that precede it, and a preview of the effect on each tool. */
export function PolicyEditor({ draft, onChange, error }: Props) {
  const policy = draft.approval_policy;
  const updateRule = (index: number, rule: ApprovalRule | undefined) =>
    onChange({
      ...policy,
      rules: policy.rules.flatMap((item, itemIndex) => (itemIndex !== index ? item : rule ? [rule] : [])),
    });
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={w.agents.policyDefault}
        path="approval_policy.default"
        error={error}
        value={policy.default}
        onChange={(event) => onChange({ ...policy, default: event.target.value as ApprovalPolicy['default'] })}
      >
        {(['destructive', 'always', 'never'] as const).map((item) => (
          <option key={item} value={item}>
            {w.agents.defaults[item]}
          </option>
        ))}
      </SelectField>
      {policy.rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no ID and their order matters
        <RuleRow key={index} index={index} rule={rule} onChange={(next) => updateRule(index, next)} error={error} />
      ))}
      <div>
        <Button isSmall onClick={() => onChange({ ...policy, rules: [...policy.rules, { tool: '', mode: 'always' }] })}>
          {w.agents.addRule}
        </Button>
      </div>
      <SettingField
        setting={{ name: 'idempotent', type: 'lines' }}
        label={w.agents.idempotentTools}
        hint={w.agents.idempotentToolsHint}
        path="approval_policy.idempotent"
        error={error}
        value={policy.idempotent}
        onChange={(names) => {
          const { idempotent: _, ...rest } = policy;
          onChange(names === undefined ? rest : { ...policy, idempotent: names as readonly string[] });
        }}
      />
      <PolicyDryRun draft={draft} />
    </div>
  );
}

/** Maximum number of tools listed; the rest is counted. */
const MAX_TOOLS_SHOWN = 40;

/** Shows the effect of the policy on each tool, as the API evaluates it. */
function PolicyDryRun({ draft }: { readonly draft: AgentDraft }) {
  const { data, error, policy } = usePolicyPreview(draft);
  if (error && !(error instanceof ApiError && error.status === 422)) return <ErrorAlert error={error} />;
  if (!error && (!data || data.tools.length === 0)) return null;
  const { rules } = policy;
  return (
    <div role="status" className="rounded bg-surface-muted p-3 text-sm">
      <p className="font-medium">{w.agents.preview}</p>
      {error ? (
        <p className="break-words text-warning">{toErrorSummary(error)}</p>
      ) : (
        <ul className="list-disc ps-5">
          {data?.tools.slice(0, MAX_TOOLS_SHOWN).map((tool) => (
            <li key={tool.tool_name} className="break-words">
              {formatToolPolicy(tool)}
            </li>
          ))}
          {(data?.tools.length ?? 0) > MAX_TOOLS_SHOWN && (
            <li>{w.agents.moreTools({ n: (data?.tools.length ?? 0) - MAX_TOOLS_SHOWN })}</li>
          )}
          {data?.idle_rules.map((ruleIndex) => (
            <li key={`rule ${ruleIndex}`} className="break-words text-warning">
              {w.agents.unmatchedRule({ tool: rules[ruleIndex]?.tool ?? '' })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function formatToolPolicy({ tool_name: tool, cases }: DryRunTool): string {
  const approvalCases = cases.filter(({ asks }) => asks);
  if (approvalCases.length === 0) return w.agents.previewNoApproval({ tool });
  if (approvalCases.length < cases.length) return w.agents.previewHttp({ tool });
  const [{ rule, approvers = [], approvals_needed: approvalsNeeded = 1 } = {}] = approvalCases;
  const { expires_in: expiresIn } = (rule ?? {}) as Partial<ApprovalRule>;
  const requirement = expiresIn
    ? w.agents.previewApprovalWithin({ tool, within: formatIsoDuration(expiresIn) })
    : w.agents.previewApproval({ tool });
  return `${requirement} ${w.agents.approversSummary({ roles: formatRoles(approvers), needed: approvalsNeeded })}`;
}
