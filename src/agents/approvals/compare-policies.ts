/** Compares approval policies for strictness. Pure. */
import { EXCLUSIVE_ROLES } from '../../access/roles.ts';
import { parseDurationMs } from '../../platform/duration.ts';
import { TOOL_TYPES } from '../tools/index.ts';
import {
  type ApprovalPolicy,
  type ApprovalRule,
  DEFAULT_APPROVERS,
  globMatches,
  globsOverlap,
  matchesName,
  matchesRule,
  matchesType,
  type OnReject,
} from './policy.ts';

/** A tool with its previous and current names. */
interface KnownTool {
  readonly toolType: string;
  readonly before: readonly string[];
  readonly now: readonly string[];
}

/** Existing and future tools: all whose names have one of these prefixes. */
interface FutureTools {
  readonly toolType: string;
  readonly prefixes: readonly string[];
}

/** A rule, or the default as the last rule. */
interface RuleEntry {
  /** Undefined for the default, which matches all names. */
  readonly pattern: string | undefined;
  readonly mode: ApprovalPolicy['default'];
  readonly onReject: OnReject;
  readonly expiresInMs: number;
  readonly approvers: readonly string[];
  readonly approvalsNeeded: number;
}

const STRICTNESS = ['never', 'destructive', 'always'] as const satisfies readonly ApprovalPolicy['default'][];

/** Returns whether a policy is looser for a tool than another policy, in any respect. */
export function isLooserForTool(now: ApprovalPolicy, before: ApprovalPolicy, tool: KnownTool): boolean {
  const appliesTo = (names: readonly string[]) => (rule: ApprovalRule) =>
    matchesRule(rule, { names, toolType: tool.toolType });
  const [entry] = toEntries(now, appliesTo(tool.now), DEFAULT_APPROVERS);
  const [earlier] = toEntries(before, appliesTo(tool.before), DEFAULT_APPROVERS);
  const allowsResend = (policy: ApprovalPolicy, names: readonly string[]) =>
    (policy.idempotent ?? []).some((pattern) => matchesName(pattern, names));
  return (
    (entry !== undefined && earlier !== undefined && isLooser(entry, earlier)) ||
    (allowsResend(now, tool.now) && !allowsResend(before, tool.before))
  );
}

/**
 * Returns whether a policy can be looser for future tools. It compares every two rules that can match the same tool,
 * so it never misses a looser rule but can report one that no name triggers.
 */
export function canBeLooser(now: ApprovalPolicy, before: ApprovalPolicy, tools: FutureTools): boolean {
  const appliesTo = (rule: ApprovalRule) =>
    matchesType(rule, tools.toolType) && canMatchPrefix(rule.tool, tools.prefixes);
  const marks = (now.idempotent ?? []).filter((pattern) => canMatchPrefix(pattern, tools.prefixes));
  return (
    !areMarksCovered(marks, before.idempotent ?? []) ||
    hasLooserEntry(
      toEntries(now, appliesTo, DEFAULT_APPROVERS),
      toEntries(before, appliesTo, DEFAULT_APPROVERS),
      isLooser,
    )
  );
}

/**
 * Returns whether a floor is looser than another floor for any tool. A floor that requires no approval sets no
 * minimum.
 */
export function isLooserFloor(now: ApprovalPolicy | null, before: ApprovalPolicy | null): boolean {
  if (before === null) return false;
  const { default: mode, rules, idempotent } = now ?? EMPTY_POLICY;
  if (before.idempotent && (idempotent === undefined || !areMarksCovered(idempotent, before.idempotent))) return true;
  const compare = (entry: RuleEntry, other: RuleEntry) =>
    other.mode !== 'never' &&
    (isLooser(entry, other) || getHighestRank(entry.approvers) > getHighestRank(other.approvers));
  return TOOL_TYPES.some((type) => {
    const entries = (policy: ApprovalPolicy) => toEntries(policy, (rule) => matchesType(rule, type), EXCLUSIVE_ROLES);
    return hasLooserEntry(entries({ default: mode, rules }), entries(before), compare);
  });
}

const EMPTY_POLICY: ApprovalPolicy = { default: 'never', rules: [] };

/** Index of the highest of some roles. Owners are 0. */
function getHighestRank(roles: readonly string[]): number {
  return EXCLUSIVE_ROLES.findIndex((role) => roles.includes(role));
}

/** A rule of a floor that has no approver in common with a rule of another floor for the same tools. */
interface DisjointRule {
  readonly index: number;
  /** Approvers of the other floor's rule. */
  readonly others: readonly string[];
}

/** Finds the first rule of a floor that has no common approver with another floor. Undefined if there is none. */
export function findDisjointRule(floor: ApprovalPolicy, other: ApprovalPolicy): DisjointRule | undefined {
  for (const [index, rule] of floor.rules.entries()) {
    const before = floor.rules.slice(0, index);
    for (const [at, theirs] of other.rules.entries()) {
      const others = theirs.approvers;
      if (rule.mode === 'never' || theirs.mode === 'never' || !rule.approvers || !others) continue;
      if (rule.approvers.some((role) => others.includes(role)) || !globsOverlap(rule.tool, theirs.tool)) continue;
      const earlier = [...before, ...other.rules.slice(0, at)];
      const decidesBoth = (type: string) =>
        matchesType(rule, type) && matchesType(theirs, type) && !isCovered(earlier, type, rule, theirs);
      if (TOOL_TYPES.some(decidesBoth)) return { index, others };
    }
  }
  return undefined;
}

/** Returns whether an earlier rule applies to every tool of one of two rules. */
function isCovered(earlier: readonly ApprovalRule[], type: string, ...rules: readonly ApprovalRule[]): boolean {
  return earlier.some((first) => matchesType(first, type) && rules.some((rule) => globMatches(first.tool, rule.tool)));
}

function areMarksCovered(marks: readonly string[], before: readonly string[]): boolean {
  return marks.every((pattern) => before.some((wider) => globMatches(wider, pattern)));
}

function hasLooserEntry(
  entries: readonly RuleEntry[],
  earlier: readonly RuleEntry[],
  compare: (entry: RuleEntry, other: RuleEntry) => boolean,
): boolean {
  return entries.some((entry, at) =>
    earlier.some(
      (other, otherAt) =>
        compare(entry, other) &&
        !isDecidedBefore(entries.slice(0, at), entry, other) &&
        !isDecidedBefore(earlier.slice(0, otherAt), entry, other),
    ),
  );
}

/** Returns whether earlier rules match every tool that one of two others matches. */
function isDecidedBefore(first: readonly RuleEntry[], ...others: readonly RuleEntry[]): boolean {
  return first.some(({ pattern = '*' }) => others.some((other) => globMatches(pattern, other.pattern ?? '*')));
}

/**
 * Returns the rules that apply to some tools, and the default. `defaultApprovers` are the approvers of rules that
 * name none.
 */
function toEntries(
  policy: ApprovalPolicy,
  appliesTo: (rule: ApprovalRule) => boolean,
  defaultApprovers: readonly string[],
): RuleEntry[] {
  const rules = policy.rules.filter(appliesTo).map((rule) => toEntry(rule.mode, rule, defaultApprovers));
  return [...rules, toEntry(policy.default, undefined, defaultApprovers)];
}

function toEntry(
  mode: RuleEntry['mode'],
  rule: ApprovalRule | undefined,
  defaultApprovers: readonly string[],
): RuleEntry {
  return {
    pattern: rule?.tool,
    mode,
    onReject: rule?.on_reject ?? 'return_to_model',
    expiresInMs:
      (rule?.expires_in === undefined ? undefined : parseDurationMs(rule.expires_in)) ?? Number.POSITIVE_INFINITY,
    approvers: rule?.approvers ?? defaultApprovers,
    approvalsNeeded: rule?.approvals_needed ?? 1,
  };
}

/** Compares two entries. Approvers also confirm unclear calls, so approvers and expiry count in every mode. */
function isLooser(now: RuleEntry, before: RuleEntry): boolean {
  if (STRICTNESS.indexOf(now.mode) < STRICTNESS.indexOf(before.mode)) return true;
  if (now.approvers.some((role) => !before.approvers.includes(role)) || now.expiresInMs > before.expiresInMs)
    return true;
  if (before.mode === 'never') return false;
  return now.approvalsNeeded < before.approvalsNeeded || (before.onReject === 'fail' && now.onReject !== 'fail');
}

/** Returns whether a pattern can match a name with one of these prefixes. */
function canMatchPrefix(pattern: string, prefixes: readonly string[]): boolean {
  const [first = '', ...rest] = pattern.split('*');
  return prefixes.some((prefix) => first.startsWith(prefix) || (rest.length > 0 && prefix.startsWith(first)));
}
