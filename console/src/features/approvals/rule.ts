import { w } from '../../words/index.ts';

interface Rule {
  readonly default?: string;
  readonly tool?: string;
  readonly tool_type?: string;
}

/** The rule that asked, in words. */
export function ruleInWords(rule: unknown): string {
  const { default: policy, tool, tool_type } = (rule ?? {}) as Rule;
  if (tool !== undefined) return w.approvals.rules.named(tool, tool_type);
  if (policy === 'always') return w.approvals.rules.always;
  if (policy === 'destructive') return w.approvals.rules.destructive;
  return w.approvals.rules.product;
}
