import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import { type Draft, type Policy, type Rule, verdictOn } from './draft.ts';

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
        at="approval_policy.default"
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
        <Button small onClick={() => onChange({ ...policy, rules: [...policy.rules, { tool: '', mode: 'always' }] })}>
          {w.agents.addRule}
        </Button>
      </div>
      <DryRun draft={draft} />
    </fieldset>
  );
}

interface RowProps {
  readonly at: number;
  readonly rule: Rule;
  readonly onChange: (rule: Rule | undefined) => void;
  readonly error: unknown;
}

function RuleRow({ at, rule, onChange, error }: RowProps) {
  const place = `approval_policy.rules.${at}`;
  const { expires_in: _, ...lasting } = rule;
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[1fr_1fr_1fr_auto]">
      <TextField
        label={w.agents.ruleTool}
        at={`${place}.tool`}
        error={error}
        required
        placeholder="http_*"
        value={rule.tool}
        onChange={(event) => onChange({ ...rule, tool: event.target.value })}
      />
      <SelectField
        label={w.agents.ruleMode}
        at={`${place}.mode`}
        error={error}
        value={rule.mode}
        onChange={(event) => onChange({ ...rule, mode: event.target.value as Rule['mode'] })}
      >
        <option value="always">{w.agents.asks}</option>
        <option value="never">{w.agents.asksNot}</option>
      </SelectField>
      <TextField
        label={w.agents.ruleExpires}
        at={`${place}.expires_in`}
        error={error}
        placeholder="P1D"
        value={rule.expires_in ?? ''}
        onChange={(event) => onChange(event.target.value ? { ...rule, expires_in: event.target.value } : lasting)}
      />
      <Button
        look="quiet"
        className="sm:mt-7"
        aria-label={w.agents.dropRule(rule.tool)}
        onClick={() => onChange(undefined)}
      >
        <span aria-hidden>✕</span>
      </Button>
    </div>
  );
}

/** What the policy comes to for each tool of the agent that is known by name. */
function DryRun({ draft }: { readonly draft: Draft }) {
  if (draft.builtin_tools.length === 0) return null;
  return (
    <div role="status" className="rounded bg-sunken p-3 text-sm">
      <p className="font-medium">{w.agents.dryRun}</p>
      <ul className="list-disc ps-5">
        {draft.builtin_tools.map((tool) => (
          <li key={tool}>{sentence(draft.approval_policy, tool)}</li>
        ))}
      </ul>
    </div>
  );
}

function sentence(policy: Policy, tool: string): string {
  const verdict = verdictOn(policy, tool);
  if ('mode' in verdict)
    return verdict.mode === 'always' ? w.agents.saysAsks(tool, verdict.expires_in) : w.agents.saysFree(tool);
  if (verdict.default === 'destructive')
    return tool === 'http_request' ? w.agents.saysHttp(tool) : w.agents.saysFree(tool);
  return verdict.default === 'always' ? w.agents.saysAsks(tool, undefined) : w.agents.saysFree(tool);
}
