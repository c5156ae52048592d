/** Approval policy: which tool calls wait for a person. Pure. */
import { EDITORS } from '../../access/roles.ts';
import { durationMs } from '../../platform/duration.ts';
import { TOOL_TYPES } from '../tools/index.ts';

export type OnReject = 'fail' | 'return_to_model';

export interface ApprovalRule {
  /** Tool name or glob (`*` stands for any characters). */
  readonly tool: string;
  readonly tool_type?: string;
  readonly mode: 'always' | 'never';
  readonly on_reject?: OnReject;
  /** ISO 8601 duration after which an undecided request expires. */
  readonly expires_in?: string;
  /** Roles that may decide; owners and editors when left out. */
  readonly approvers?: readonly string[];
  /** How many distinct people must approve; 1 when left out. */
  readonly approvals_needed?: number;
}

export interface ApprovalPolicy {
  readonly default: 'never' | 'destructive' | 'always';
  readonly rules: readonly ApprovalRule[];
  /** Names or globs of tools that may be sent again under the same idempotency key after an unclear end; none when left out. */
  readonly idempotent?: readonly string[];
}

/** What a policy says about one call. */
export interface PolicyVerdict {
  readonly needed: boolean;
  /** The rule that asked, or the policy's default. */
  readonly rule: ApprovalRule | { readonly default: ApprovalPolicy['default'] };
  readonly onReject: OnReject;
  /** Milliseconds until an undecided request expires; undefined means never. */
  readonly expiresInMs: number | undefined;
  readonly approvers: readonly string[];
  readonly approvalsNeeded: number;
}

/** The call a policy is asked about. */
export interface PolicySubject {
  /** The tool's name, and the names of what stands behind it. */
  readonly names: readonly string[];
  readonly toolType: string;
  readonly sideEffects: boolean;
}

export const DEFAULT_POLICY: ApprovalPolicy = { default: 'destructive', rules: [] };
export const DEFAULT_APPROVERS: readonly string[] = EDITORS;

/** The first rule that matches decides; where none does, the default. */
export function judge(policy: ApprovalPolicy, call: PolicySubject): PolicyVerdict {
  const rule = policy.rules.find((candidate) => matches(candidate, call));
  const needed = rule
    ? rule.mode === 'always'
    : policy.default === 'always' || (policy.default === 'destructive' && call.sideEffects);
  return {
    needed,
    rule: rule ?? { default: policy.default },
    onReject: rule?.on_reject ?? 'return_to_model',
    expiresInMs: rule?.expires_in === undefined ? undefined : durationMs(rule.expires_in),
    approvers: rule?.approvers ?? DEFAULT_APPROVERS,
    approvalsNeeded: rule?.approvals_needed ?? 1,
  };
}

/** Whether the policy marks a tool as safe to send again under the same idempotency key. */
export function mayResend(policy: ApprovalPolicy, names: readonly string[]): boolean {
  return (policy.idempotent ?? []).some((pattern) => matchesName(pattern, names));
}

/** Whether a rule speaks of a tool. */
export function matches(rule: ApprovalRule, tool: Pick<PolicySubject, 'names' | 'toolType'>): boolean {
  return speaksOfType(rule, tool.toolType) && matchesName(rule.tool, tool.names);
}

function matchesName(pattern: string, names: readonly string[]): boolean {
  return names.some((name) => globMatches(pattern, name));
}

/** Nobody knows what a kind that there is not was to mean: a rule that asks then asks for every kind, and one that lifts a question lifts none. */
function speaksOfType({ tool_type: type, mode }: ApprovalRule, actual: string): boolean {
  if (type === undefined || type === actual) return true;
  return mode === 'always' && !TOOL_TYPES.some((known) => known === type);
}

/** Linear-time glob match, so that a hostile pattern can't stall a process. */
export function globMatches(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === text;
  if (!text.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
