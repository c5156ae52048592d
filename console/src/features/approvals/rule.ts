import { w } from '../../words/index.ts';

interface Rule {
  readonly default?: string;
  readonly tool?: string;
  readonly tool_type?: string;
}

/** The rule that asked, in words. */
export function ruleInWords(rule: unknown): string {
  const { default: policy, tool, tool_type } = (rule ?? {}) as Rule;
  if (tool !== undefined) return w.approvals.rules.named(tool, sayType(tool_type));
  if (policy === 'always') return w.approvals.rules.always;
  if (policy === 'destructive') return w.approvals.rules.destructive;
  return '';
}

/** Which tools a rule speaks of; by its own name where this page does not know it. */
const sayType = (type: string | undefined) =>
  type === undefined ? undefined : ((w.agents.toolTypes as Readonly<Record<string, string>>)[type] ?? type);
