/** Approval policies: which tool calls require approval. Pure. */

import { isDeepStrictEqual } from 'node:util';
import { EDITORS, OWNERS } from '../../access/roles.ts';
import { parseDurationMs } from '../../platform/duration.ts';
import { TOOL_TYPES } from '../tools/index.ts';

/** Effect of a rejection: the model continues, or the run fails. */
export type OnReject = 'fail' | 'return_to_model';

/** Rule of an approval policy. The first rule that matches a call applies. */
export interface ApprovalRule {
  /** Tool name or glob (`*` matches any characters). */
  readonly tool: string;
  readonly tool_type?: string;
  readonly mode: 'always' | 'never';
  readonly on_reject?: OnReject;
  /** ISO 8601 duration after which an undecided request expires. */
  readonly expires_in?: string;
  /** Roles that can decide. Default: owners and editors. */
  readonly approvers?: readonly string[];
  /** Number of distinct people who must approve. Default 1. */
  readonly approvals_needed?: number;
}

/** Decides which tool calls wait for a person. */
export interface ApprovalPolicy {
  readonly default: 'never' | 'destructive' | 'always';
  readonly rules: readonly ApprovalRule[];
  /**
   * Names or globs of tools that can be sent again with the same idempotency key after an unclear end. Default: none.
   */
  readonly idempotent?: readonly string[];
}

/** Minimum approval of an organization or a project, regardless of the policies of agents. */
export interface ApprovalFloor extends ApprovalPolicy {
  readonly of: 'organization' | 'project';
}

/** Result of a policy for one call. */
export interface PolicyVerdict {
  readonly needed: boolean;
  /** The rule that applies, or the default. `floor` names the owner of the floor, if the rule is part of one. */
  readonly rule: (ApprovalRule | { readonly default: ApprovalPolicy['default'] }) & {
    readonly floor?: ApprovalFloor['of'];
  };
  readonly onReject: OnReject;
  /** Milliseconds until an undecided request expires; undefined means never. */
  readonly expiresInMs: number | undefined;
  readonly approvers: readonly string[];
  readonly approvalsNeeded: number;
}

/** The call that a policy is evaluated for. */
interface PolicySubject {
  /** Name of the tool and its aliases. */
  readonly names: readonly string[];
  readonly toolType: string;
  readonly sideEffects: boolean;
}

/** Policy of agents without one. */
export const DEFAULT_POLICY: ApprovalPolicy = { default: 'destructive', rules: [] };
/** Roles that may decide if a rule names none. */
export const DEFAULT_APPROVERS: readonly string[] = EDITORS;

/** Requirement of a policy or a floor for one call. */
export interface ApprovalRequirement {
  readonly needed: boolean;
  readonly onReject: OnReject;
  /** Milliseconds until an undecided request expires; undefined means never. */
  readonly expiresInMs: number | undefined;
  /** Roles that can decide. Undefined sets no restriction; an empty list means that no role is common. */
  readonly approvers: readonly string[] | undefined;
  readonly approvalsNeeded: number;
}

/** Requirement of a floor without approval: neutral when combined. */
const NO_REQUIREMENT: ApprovalRequirement = {
  needed: false,
  onReject: 'return_to_model',
  expiresInMs: undefined,
  approvers: undefined,
  approvalsNeeded: 1,
};

/** Combines two requirements into the weakest one that is as strict as both. Commutative and associative. */
export function combineRequirements(one: ApprovalRequirement, other: ApprovalRequirement): ApprovalRequirement {
  return {
    needed: one.needed || other.needed,
    onReject: one.onReject === 'fail' ? 'fail' : other.onReject,
    expiresInMs: getEarlier(one.expiresInMs, other.expiresInMs),
    approvers: intersectRoles(one.approvers, other.approvers),
    approvalsNeeded: Math.max(one.approvalsNeeded, other.approvalsNeeded),
  };
}

function getEarlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

function intersectRoles(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const common = one.filter((role) => other.includes(role));
  return common.length === one.length ? one : common;
}

/** Evaluates a policy and all floors for a call. */
export function evaluatePolicy(
  policy: ApprovalPolicy,
  floors: readonly ApprovalFloor[],
  call: PolicySubject,
): PolicyVerdict {
  const { rule: ownRule, ...own } = evaluateAlone(policy, call);
  let requirement: ApprovalRequirement = own;
  let rule: PolicyVerdict['rule'] = ownRule;
  for (const floor of floors) {
    const stricter = combineRequirements(requirement, toRequirement(floor, call));
    if (isDeepStrictEqual(stricter, requirement)) continue;
    requirement = stricter;
    rule = { ...evaluateAlone(floor, call).rule, floor: floor.of };
  }
  return {
    ...requirement,
    rule,
    approvers: requirement.approvers?.length ? requirement.approvers : FALLBACK_APPROVERS,
  };
}

/** Approvers if policy and floors have none in common: owners can loosen floors anyway. */
const FALLBACK_APPROVERS: readonly string[] = OWNERS;

function toRequirement(floor: ApprovalFloor, call: PolicySubject): ApprovalRequirement {
  const { needed, onReject, expiresInMs, approvalsNeeded } = evaluateAlone(floor, call);
  if (!needed) return NO_REQUIREMENT;
  const approvers = floor.rules.find((rule) => matchesRule(rule, call))?.approvers;
  return { needed, onReject, expiresInMs, approvers, approvalsNeeded };
}

/** Evaluates a policy without floors. The first matching rule applies, else the default. */
function evaluateAlone(policy: ApprovalPolicy, call: PolicySubject): PolicyVerdict {
  const rule = policy.rules.find((candidate) => matchesRule(candidate, call));
  const needed = rule
    ? rule.mode === 'always'
    : policy.default === 'always' || (policy.default === 'destructive' && call.sideEffects);
  return {
    needed,
    rule: rule ?? { default: policy.default },
    onReject: rule?.on_reject ?? 'return_to_model',
    expiresInMs: rule?.expires_in === undefined ? undefined : parseDurationMs(rule.expires_in),
    approvers: rule?.approvers ?? DEFAULT_APPROVERS,
    approvalsNeeded: rule?.approvals_needed ?? 1,
  };
}

/** Returns whether a tool can be sent again with the same idempotency key by the policy and all floors. */
export function canResend(policy: ApprovalPolicy, floors: readonly ApprovalFloor[], names: readonly string[]): boolean {
  const marks = ({ idempotent = [] }: ApprovalPolicy) => idempotent.some((pattern) => matchesName(pattern, names));
  return marks(policy) && floors.every((floor) => floor.idempotent === undefined || marks(floor));
}

/** Returns whether a rule matches a tool. */
export function matchesRule(rule: ApprovalRule, tool: Pick<PolicySubject, 'names' | 'toolType'>): boolean {
  return matchesType(rule, tool.toolType) && matchesName(rule.tool, tool.names);
}

/** Whether a pattern with `*` matches one of the names. */
export function matchesName(pattern: string, names: readonly string[]): boolean {
  return names.some((name) => globMatches(pattern, name));
}

/**
 * Returns whether a rule matches a type of tools. A rule with an unknown type matches all types if it requires
 * approval, else none.
 */
export function matchesType({ tool_type: type, mode }: ApprovalRule, actual: string): boolean {
  if (type === undefined || type === actual) return true;
  return mode === 'always' && !TOOL_TYPES.some((known) => known === type);
}

/** Matches a glob in linear time: a hostile pattern cannot block the process. */
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

/** Returns whether a text exists that matches both patterns. */
export function globsOverlap(one: string, other: string): boolean {
  if (!one.includes('*')) return globMatches(other, one);
  if (!other.includes('*')) return globMatches(one, other);
  // The texts between the first and the last star of both fit one after the other.
  const [a, b] = [one.split('*'), other.split('*')];
  const [begin = '', otherBegin = '', end = '', otherEnd = ''] = [a[0], b[0], a.at(-1), b.at(-1)];
  return (
    (begin.startsWith(otherBegin) || otherBegin.startsWith(begin)) && (end.endsWith(otherEnd) || otherEnd.endsWith(end))
  );
}
