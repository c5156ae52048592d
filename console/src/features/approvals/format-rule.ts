import { w } from '../../words/index.ts';

interface ApprovalRule {
  readonly default?: string;
  readonly tool?: string;
  readonly tool_type?: string;
}

/** Returns the approval rule that caused a request, in words. */
export function formatRule(rule: unknown): string {
  const { default: policy, tool, tool_type } = (rule ?? {}) as ApprovalRule;
  if (tool !== undefined)
    return tool_type === undefined
      ? w.approvals.rules.named({ tool })
      : w.approvals.rules.namedOfType({ tool, type: formatToolType(tool_type) });
  if (policy === 'always') return w.approvals.rules.always;
  if (policy === 'destructive') return w.approvals.rules.destructive;
  return '';
}

/** Returns the name of a tool type. Unknown types keep their wire name. */
const formatToolType = (type: string) => (w.approvals.toolTypes as Readonly<Record<string, string>>)[type] ?? type;
