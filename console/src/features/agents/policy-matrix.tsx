import { Fragment } from 'react';
import { w } from '../../words/index.ts';
import { EffectLabel } from '../approvals/badges.tsx';
import type { AgentDraft, ApprovalPolicy, ApprovalRule } from './draft.ts';
import type { DryRunTool } from './queries.ts';
import { usePolicyPreview } from './use-policy-preview.ts';
import { useReferencedNames } from './use-referenced-names.ts';

interface Props {
  readonly draft: AgentDraft;
  readonly onChange: (policy: ApprovalPolicy) => void;
}

/** Choices for a tool: the rest of the policy, approval of each call, or none. */
const CHOICES = ['policy', 'always', 'never'] as const;
type Choice = (typeof CHOICES)[number];

/**
 * Tools as rows and approval as columns, grouped by server, connection or kind of tool. A choice is a rule for this tool
 * alone. No rule denies a tool: an agent cannot use a tool that it does not have.
 */
export function PolicyMatrix({ draft, onChange }: Props) {
  const { data, policy: previewed } = usePolicyPreview(draft);
  const names = useReferencedNames([draft]);
  const tools = data?.tools ?? [];
  if (tools.length === 0) return null;
  const groups = Map.groupBy(tools, getGroupKey);
  return (
    <div className="overflow-x-auto rounded-md border">
      <table className="w-full text-sm">
        <caption className="sr-only">{w.builder.matrix.title}</caption>
        <thead className="bg-background text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 text-start font-medium first-letter:uppercase max-sm:px-2">
              {w.builder.tool}
            </th>
            {CHOICES.map((choice) => (
              <th key={choice} scope="col" className="px-2 py-2 text-center font-medium max-sm:px-1">
                {w.builder.matrix.choices[choice]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...groups].map(([key, toolsOfGroup]) => (
            <Fragment key={key}>
              <tr className="border-t bg-background">
                <th
                  scope="rowgroup"
                  colSpan={CHOICES.length + 1}
                  className="px-3 py-1 text-start font-medium text-muted first-letter:uppercase max-sm:px-2"
                >
                  {formatGroup(key, toolsOfGroup, names)}
                </th>
              </tr>
              {toolsOfGroup.map((tool) => (
                <ToolRow
                  key={tool.tool_name}
                  tool={tool}
                  // The preview follows after a moment: until then the effective result is unknown.
                  isCurrent={previewed === draft.approval_policy}
                  choice={getChoice(draft.approval_policy, tool.tool_name)}
                  onChoose={(choice) => onChange(withChoice(draft.approval_policy, tool.tool_name, choice))}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Types whose resource provides several tools. */
const TYPES_WITH_SEVERAL_TOOLS: readonly string[] = ['mcp', 'integration'];

/** Returns the ID of the server or connection that provides a tool; else the type of the tool. */
const getGroupKey = ({ tool_type: type, resource_id: id }: DryRunTool): string =>
  id !== null && TYPES_WITH_SEVERAL_TOOLS.includes(type) ? id : type;

/** Returns the heading of a group: its kind of tool, and the name of its server or connection. */
function formatGroup(key: string, tools: readonly DryRunTool[], names: ReadonlyMap<string, string>): string {
  const type = tools[0]?.tool_type ?? '';
  const kind = w.approvals.toolTypes[type as keyof typeof w.approvals.toolTypes] ?? type;
  return key === type ? kind : `${kind} · ${names.get(key) ?? key.slice(-6)}`;
}

interface RowProps {
  readonly tool: DryRunTool;
  readonly isCurrent: boolean;
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
}

function ToolRow({ tool: { tool_name: name, cases }, isCurrent, choice, onChoose }: RowProps) {
  const effects = [...new Set(cases.map(({ effect }) => effect))];
  const asking = cases.filter(({ asks }) => asks).length;
  const result = asking === 0 ? 'free' : asking < cases.length ? 'depends' : 'asks';
  return (
    <tr className="border-t">
      <th scope="row" className="px-3 py-2 text-start font-normal max-sm:px-2">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="font-mono break-words">{toBreakable(name)}</code>
          {effects.map((effect) => (
            <EffectLabel key={effect} effect={effect} />
          ))}
        </span>
      </th>
      {CHOICES.map((each) => (
        <td key={each} className="px-2 py-2 text-center max-sm:px-1">
          <label className="inline-flex min-h-6 min-w-6 flex-col items-center justify-center gap-0.5">
            <input
              type="radio"
              name={`approval of ${name}`}
              className="size-4 accent-accent"
              aria-label={w.builder.matrix.choose[each]({ tool: name })}
              checked={choice === each}
              onChange={() => onChoose(each)}
            />
            {each === 'policy' && choice === 'policy' && isCurrent && (
              <span className="text-xs text-muted">{w.builder.matrix.results[result]}</span>
            )}
          </label>
        </td>
      ))}
    </tr>
  );
}

/** Lets the name of a tool break after its separators only. */
const toBreakable = (name: string) =>
  [...name.matchAll(/.+?(?:[_.-]+|$)/g)].map(({ 0: part, index: start }) => (
    <Fragment key={start}>
      {part}
      <wbr />
    </Fragment>
  ));

const isFor = (name: string) => (rule: ApprovalRule) => rule.tool === name && rule.tool_type === undefined;

/** Returns what the policy says for this tool by name. */
function getChoice(policy: ApprovalPolicy, name: string): Choice {
  return policy.rules.find(isFor(name))?.mode ?? 'policy';
}

/** Sets the rule of a tool. A new rule comes first, because the first rule that matches decides. */
function withChoice(policy: ApprovalPolicy, name: string, choice: Choice): ApprovalPolicy {
  const others = policy.rules.filter((rule) => !isFor(name)(rule));
  if (choice === 'policy') return { ...policy, rules: others };
  if (others.length === policy.rules.length)
    return { ...policy, rules: [{ tool: name, mode: choice }, ...policy.rules] };
  return { ...policy, rules: policy.rules.map((rule) => (isFor(name)(rule) ? { ...rule, mode: choice } : rule)) };
}
