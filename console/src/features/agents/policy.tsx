import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { useDebouncedValue } from '../../lib/debounced-value.ts';
import { formatIsoDuration } from '../../lib/durations.ts';
import { useHasPermission } from '../../lib/permissions.ts';
import { formatRoles } from '../../lib/roles.ts';
import { useScope } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert, toErrorSummary } from '../../ui/error-alert.tsx';
import { SelectField } from '../../ui/field.tsx';
import { SettingField } from '../../ui/setting-field.tsx';
import { w } from '../../words/index.ts';
import type { Draft, Policy, Rule } from './draft.ts';
import { dryRun, type ToolForetold } from './queries.ts';
import { RuleRow } from './rule-row.tsx';

interface Props {
  readonly draft: Draft;
  readonly onChange: (policy: Policy) => void;
  readonly error: unknown;
}

/** When the agent has to ask: a default, rules before it, and what they come to for each tool, in words. */
export function PolicyEditor({ draft, onChange, error }: Props) {
  const policy = draft.approval_policy;
  const setRule = (at: number, rule: Rule | undefined) =>
    onChange({ ...policy, rules: policy.rules.flatMap((each, i) => (i !== at ? each : rule ? [rule] : [])) });
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border p-3">
      <legend className="px-1 font-medium">{w.agents.policy}</legend>
      <SelectField
        label={w.agents.policyDefault}
        path="approval_policy.default"
        error={error}
        value={policy.default}
        onChange={(event) => onChange({ ...policy, default: event.target.value as Policy['default'] })}
      >
        {(['destructive', 'always', 'never'] as const).map((each) => (
          <option key={each} value={each}>
            {w.agents.defaults[each]}
          </option>
        ))}
      </SelectField>
      {policy.rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its place, which decides between two
        <RuleRow key={at} at={at} rule={rule} onChange={(next) => setRule(at, next)} error={error} />
      ))}
      <div>
        <Button isSmall onClick={() => onChange({ ...policy, rules: [...policy.rules, { tool: '', mode: 'always' }] })}>
          {w.agents.addRule}
        </Button>
      </div>
      <SettingField
        setting={{ name: 'idempotent', type: 'lines' }}
        label={w.agents.sentAgain}
        hint={w.agents.sentAgainHint}
        path="approval_policy.idempotent"
        error={error}
        value={policy.idempotent}
        onChange={(names) => {
          const { idempotent: _, ...others } = policy;
          onChange(names === undefined ? others : { ...policy, idempotent: names as readonly string[] });
        }}
      />
      <DryRun draft={draft} />
    </fieldset>
  );
}

/** Tools that are named at most; the rest is counted. */
const MOST_NAMED = 40;

/** What the policy comes to for each tool that the agent would have, as the server says it. */
function DryRun({ draft }: { readonly draft: Draft }) {
  const settled = useDebouncedValue(draft);
  // It is asked of the whole project, of which whoever holds a role on the agent alone sees nothing.
  const sees = useHasPermission('project', 'view');
  const asked = dryRun(useScope(), settled);
  const { data, error } = useQuery({ ...asked, enabled: asked.enabled === true && sees === true });
  if (error && !(error instanceof ApiError && error.status === 422)) return <ErrorAlert error={error} />;
  if (!error && (!data || data.tools.length === 0)) return null;
  const { rules } = settled.approval_policy;
  return (
    <div role="status" className="rounded bg-sunken p-3 text-sm">
      <p className="font-medium">{w.agents.dryRun}</p>
      {error ? (
        <p className="break-words text-warn">{toErrorSummary(error)}</p>
      ) : (
        <ul className="list-disc ps-5">
          {data?.tools.slice(0, MOST_NAMED).map((tool) => (
            <li key={tool.tool_name} className="break-words">
              {sentence(tool)}
            </li>
          ))}
          {(data?.tools.length ?? 0) > MOST_NAMED && (
            <li>{w.agents.moreTools((data?.tools.length ?? 0) - MOST_NAMED)}</li>
          )}
          {data?.idle_rules.map((at) => (
            <li key={`rule ${at}`} className="break-words text-warn">
              {w.agents.idleRule(rules[at]?.tool ?? '')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function sentence({ tool_name: tool, cases }: ToolForetold): string {
  const asking = cases.filter(({ asks }) => asks);
  if (asking.length === 0) return w.agents.saysFree(tool);
  if (asking.length < cases.length) return w.agents.saysHttp(tool);
  const [{ rule, approvers = [], approvals_needed: needed = 1 } = {}] = asking;
  const { expires_in: within } = (rule ?? {}) as Partial<Rule>;
  const said = w.agents.saysAsks(tool, within && formatIsoDuration(within));
  return `${said} ${w.agents.saysWho(formatRoles(approvers), needed)}`;
}
