/** Approval policy: which tool calls wait for a person. Pure. */

import { isDeepStrictEqual } from 'node:util';
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

/** What an organization or a project asks at least, whatever the revisions of its agents say. */
export interface ApprovalFloor extends ApprovalPolicy {
  readonly of: 'organization' | 'project';
}

/** What a policy says about one call. */
export interface PolicyVerdict {
  readonly needed: boolean;
  /** The rule that asked, or the default; `floor` says whose floor it stands in, where it is not the policy's own. */
  readonly rule: (ApprovalRule | { readonly default: ApprovalPolicy['default'] }) & {
    readonly floor?: ApprovalFloor['of'];
  };
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

/** What a policy says of a call, and floors under it make stricter. */
export function judge(policy: ApprovalPolicy, floors: readonly ApprovalFloor[], call: PolicySubject): PolicyVerdict {
  return floors.reduce((verdict, floor) => raised(verdict, floor, call), judgeAlone(policy, call));
}

/** A verdict that is as strict as a floor's, where that asks; what the floor leaves out stays as it was. */
function raised(verdict: PolicyVerdict, floor: ApprovalFloor, call: PolicySubject): PolicyVerdict {
  const least = judgeAlone(floor, call);
  if (!least.needed) return verdict;
  const approvers = floor.rules.find((rule) => matches(rule, call))?.approvers;
  const strict = {
    needed: true,
    onReject: least.onReject === 'fail' ? 'fail' : verdict.onReject,
    expiresInMs: sooner(verdict.expiresInMs, least.expiresInMs),
    approvers: approvers === undefined ? verdict.approvers : bothOf(verdict.approvers, approvers),
    approvalsNeeded: Math.max(verdict.approvalsNeeded, least.approvalsNeeded),
  } as const;
  const { rule, ...before } = verdict;
  return isDeepStrictEqual(strict, before) ? verdict : { ...strict, rule: { ...least.rule, floor: floor.of } };
}

function sooner(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/** Roles that both name; where there is none, those of the floor, so that somebody can decide. */
function bothOf(ofPolicy: readonly string[], ofFloor: readonly string[]): readonly string[] {
  const both = ofPolicy.filter((role) => ofFloor.includes(role));
  return both.length > 0 ? both : ofFloor;
}

/** The first rule that matches decides; where none does, the default. */
function judgeAlone(policy: ApprovalPolicy, call: PolicySubject): PolicyVerdict {
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

/** Whether the policy marks a tool as safe to send again under the same idempotency key, and no floor under it forbids that. */
export function mayResend(policy: ApprovalPolicy, floors: readonly ApprovalFloor[], names: readonly string[]): boolean {
  const marks = ({ idempotent = [] }: ApprovalPolicy) => idempotent.some((pattern) => matchesName(pattern, names));
  return marks(policy) && floors.every((floor) => floor.idempotent === undefined || marks(floor));
}

/** Whether a rule speaks of a tool. */
export function matches(rule: ApprovalRule, tool: Pick<PolicySubject, 'names' | 'toolType'>): boolean {
  return speaksOfType(rule, tool.toolType) && matchesName(rule.tool, tool.names);
}

export function matchesName(pattern: string, names: readonly string[]): boolean {
  return names.some((name) => globMatches(pattern, name));
}

/** Nobody knows what a kind that there is not was to mean: a rule that asks then asks for every kind, and one that lifts a question lifts none. */
export function speaksOfType({ tool_type: type, mode }: ApprovalRule, actual: string): boolean {
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
