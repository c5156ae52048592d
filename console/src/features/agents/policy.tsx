import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../lib/failure.ts';
import { useMay } from '../../lib/rights.ts';
import { useScope } from '../../lib/session.ts';
import { useSettled } from '../../lib/settled.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { w } from '../../words/index.ts';
import type { Draft, Policy, Rule } from './draft.ts';
import { dryRun, type ToolForetold } from './queries.ts';

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

/** Tools that are named at most; the rest is counted. */
const MOST_NAMED = 40;

/** What the policy comes to for each tool that the agent would have, as the server says it. */
function DryRun({ draft }: { readonly draft: Draft }) {
  const settled = useSettled(draft);
  // It is asked of the whole project, of which whoever holds a role on the agent alone sees nothing.
  const sees = useMay('project', 'view');
  const { data, error } = useQuery({ ...dryRun(useScope(), settled), enabled: sees === true });
  if (error && !(error instanceof Failure && error.status === 422)) return <Failed error={error} />;
  if (!error && (!data || data.tools.length === 0)) return null;
  const { rules } = settled.approval_policy;
  return (
    <div role="status" className="rounded bg-sunken p-3 text-sm">
      <p className="font-medium">{w.agents.dryRun}</p>
      {error ? (
        <p className="break-words text-warn">{error.message}</p>
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
  return w.agents.saysAsks(tool, (asking[0]?.rule as Partial<Rule> | undefined)?.expires_in);
}
