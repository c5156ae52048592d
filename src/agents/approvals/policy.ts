/** Approval policy: which tool calls wait for a person. Pure. */

import { isDeepStrictEqual } from 'node:util';
import { EDITORS, OWNERS } from '../../access/roles.ts';
import { parseDurationMs } from '../../platform/duration.ts';
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

/** What a policy or a floor asks before one call. */
export interface Demand {
  readonly needed: boolean;
  readonly onReject: OnReject;
  /** Milliseconds until an undecided request expires; undefined means never. */
  readonly expiresInMs: number | undefined;
  /** Roles that may decide; undefined leaves them to the others, none means that they have no role in common. */
  readonly approvers: readonly string[] | undefined;
  readonly approvalsNeeded: number;
}

/** What a floor demands that does not ask: combined with another demand it changes nothing. */
const NO_DEMAND: Demand = {
  needed: false,
  onReject: 'return_to_model',
  expiresInMs: undefined,
  approvers: undefined,
  approvalsNeeded: 1,
};

/** Combines two demands into the weakest one that is as strict as both. Commutative and associative. */
export function combineDemands(one: Demand, other: Demand): Demand {
  return {
    needed: one.needed || other.needed,
    onReject: one.onReject === 'fail' ? 'fail' : other.onReject,
    expiresInMs: earlierOf(one.expiresInMs, other.expiresInMs),
    approvers: commonRoles(one.approvers, other.approvers),
    approvalsNeeded: Math.max(one.approvalsNeeded, other.approvalsNeeded),
  };
}

function earlierOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

function commonRoles(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const common = one.filter((role) => other.includes(role));
  return common.length === one.length ? one : common;
}

/** What a policy and all floors under it ask before a call. */
export function judge(policy: ApprovalPolicy, floors: readonly ApprovalFloor[], call: PolicySubject): PolicyVerdict {
  const { rule: ownRule, ...own } = judgeAlone(policy, call);
  let demand: Demand = own;
  let rule: PolicyVerdict['rule'] = ownRule;
  for (const floor of floors) {
    const stricter = combineDemands(demand, demandOf(floor, call));
    if (isDeepStrictEqual(stricter, demand)) continue;
    demand = stricter;
    rule = { ...judgeAlone(floor, call).rule, floor: floor.of };
  }
  return { ...demand, rule, approvers: demand.approvers?.length ? demand.approvers : LAST_APPROVERS };
}

/** Who decides where policy and floors have no approver in common: owners, who may loosen a floor anyway. */
const LAST_APPROVERS: readonly string[] = OWNERS;

function demandOf(floor: ApprovalFloor, call: PolicySubject): Demand {
  const { needed, onReject, expiresInMs, approvalsNeeded } = judgeAlone(floor, call);
  if (!needed) return NO_DEMAND;
  const approvers = floor.rules.find((rule) => matches(rule, call))?.approvers;
  return { needed, onReject, expiresInMs, approvers, approvalsNeeded };
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
    expiresInMs: rule?.expires_in === undefined ? undefined : parseDurationMs(rule.expires_in),
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

/** Whether some text matches both patterns. */
export function globsOverlap(one: string, other: string): boolean {
  if (!one.includes('*')) return globMatches(other, one);
  if (!other.includes('*')) return globMatches(one, other);
  // What stands between the first and the last star of both fits in behind one another.
  const [a, b] = [one.split('*'), other.split('*')];
  const [begin = '', otherBegin = '', end = '', otherEnd = ''] = [a[0], b[0], a.at(-1), b.at(-1)];
  return (
    (begin.startsWith(otherBegin) || otherBegin.startsWith(begin)) && (end.endsWith(otherEnd) || otherEnd.endsWith(end))
  );
}
