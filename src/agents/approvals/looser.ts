/** Whether a policy asks less than another one did. Pure. */
import { EXCLUSIVE_ROLES } from '../../access/roles.ts';
import { parseDurationMs } from '../../platform/duration.ts';
import { TOOL_TYPES } from '../tools/index.ts';
import {
  type ApprovalPolicy,
  type ApprovalRule,
  DEFAULT_APPROVERS,
  globMatches,
  globsOverlap,
  matches,
  matchesName,
  type OnReject,
  speaksOfType,
} from './policy.ts';

/** A tool, by the names that it had before and has now. */
export interface KnownTool {
  readonly toolType: string;
  readonly before: readonly string[];
  readonly now: readonly string[];
}

/** Tools that there are or may come to be: all whose names begin in one of these ways. */
export interface ToolsToCome {
  readonly toolType: string;
  readonly begins: readonly string[];
}

/** A rule, or the default as the rule that comes last. */
interface Entry {
  /** Undefined for the default, which is for all names. */
  readonly pattern: string | undefined;
  readonly mode: ApprovalPolicy['default'];
  readonly onReject: OnReject;
  readonly expiresInMs: number;
  readonly approvers: readonly string[];
  readonly approvalsNeeded: number;
}

const STRICTNESS = ['never', 'destructive', 'always'] as const satisfies readonly ApprovalPolicy['default'][];

/** Whether a policy asks less about a tool than another one did, in whatever respect. */
export function asksLess(now: ApprovalPolicy, before: ApprovalPolicy, tool: KnownTool): boolean {
  const speaks = (names: readonly string[]) => (rule: ApprovalRule) =>
    matches(rule, { names, toolType: tool.toolType });
  const [entry] = entriesOf(now, speaks(tool.now), DEFAULT_APPROVERS);
  const [earlier] = entriesOf(before, speaks(tool.before), DEFAULT_APPROVERS);
  const resends = (policy: ApprovalPolicy, names: readonly string[]) =>
    (policy.idempotent ?? []).some((pattern) => matchesName(pattern, names));
  return (
    (entry !== undefined && earlier !== undefined && isLooser(entry, earlier)) ||
    (resends(now, tool.now) && !resends(before, tool.before))
  );
}

/**
 * The same of tools whose names nobody knows yet. Every two rules that may decide about one and the same tool are compared, so
 * that it may find less asked where no name brings that about, and never overlooks it.
 */
export function mayAskLess(now: ApprovalPolicy, before: ApprovalPolicy, tools: ToolsToCome): boolean {
  const speaks = (rule: ApprovalRule) => speaksOfType(rule, tools.toolType) && mayBegin(rule.tool, tools.begins);
  const marks = (now.idempotent ?? []).filter((pattern) => mayBegin(pattern, tools.begins));
  return (
    !marksWithin(marks, before.idempotent ?? []) ||
    anyLooser(entriesOf(now, speaks, DEFAULT_APPROVERS), entriesOf(before, speaks, DEFAULT_APPROVERS), isLooser)
  );
}

/** Whether a floor holds less than another one did, for any tool; a floor that does not ask says nothing. */
export function holdsLess(now: ApprovalPolicy | null, before: ApprovalPolicy | null): boolean {
  if (before === null) return false;
  const { default: mode, rules, idempotent } = now ?? NO_FLOOR;
  if (before.idempotent && (idempotent === undefined || !marksWithin(idempotent, before.idempotent))) return true;
  const looser = (entry: Entry, other: Entry) =>
    other.mode !== 'never' && (isLooser(entry, other) || highestRank(entry.approvers) > highestRank(other.approvers));
  return TOOL_TYPES.some((type) => {
    const entries = (policy: ApprovalPolicy) => entriesOf(policy, (rule) => speaksOfType(rule, type), EXCLUSIVE_ROLES);
    return anyLooser(entries({ default: mode, rules }), entries(before), looser);
  });
}

const NO_FLOOR: ApprovalPolicy = { default: 'never', rules: [] };

/** Place of the highest role among some; owners are 0. */
function highestRank(roles: readonly string[]): number {
  return EXCLUSIVE_ROLES.findIndex((role) => roles.includes(role));
}

/** A rule of a floor that has no approver in common with a rule of another floor about the same tools. */
export interface DisjointRule {
  readonly index: number;
  /** The approvers of the other floor's rule. */
  readonly others: readonly string[];
}

/** Finds the first rule of a floor that leaves nobody to decide together with another floor; undefined if none does. */
export function findDisjointRule(floor: ApprovalPolicy, other: ApprovalPolicy): DisjointRule | undefined {
  for (const [index, rule] of floor.rules.entries()) {
    const before = floor.rules.slice(0, index);
    for (const [at, theirs] of other.rules.entries()) {
      const others = theirs.approvers;
      if (rule.mode === 'never' || theirs.mode === 'never' || !rule.approvers || !others) continue;
      if (rule.approvers.some((role) => others.includes(role)) || !globsOverlap(rule.tool, theirs.tool)) continue;
      const earlier = [...before, ...other.rules.slice(0, at)];
      const decidesBoth = (type: string) =>
        speaksOfType(rule, type) && speaksOfType(theirs, type) && !isCovered(earlier, type, rule, theirs);
      if (TOOL_TYPES.some(decidesBoth)) return { index, others };
    }
  }
  return undefined;
}

/** Whether a rule that comes earlier decides about every tool of one of two rules. */
function isCovered(earlier: readonly ApprovalRule[], type: string, ...rules: readonly ApprovalRule[]): boolean {
  return earlier.some((first) => speaksOfType(first, type) && rules.some((rule) => globMatches(first.tool, rule.tool)));
}

function marksWithin(marks: readonly string[], before: readonly string[]): boolean {
  return marks.every((pattern) => before.some((wider) => globMatches(wider, pattern)));
}

function anyLooser(
  entries: readonly Entry[],
  earlier: readonly Entry[],
  looser: (entry: Entry, other: Entry) => boolean,
): boolean {
  return entries.some((entry, at) =>
    earlier.some(
      (other, otherAt) =>
        looser(entry, other) &&
        !decidedBefore(entries.slice(0, at), entry, other) &&
        !decidedBefore(earlier.slice(0, otherAt), entry, other),
    ),
  );
}

/** Whether rules that come first match each tool that one of two others matches. */
function decidedBefore(first: readonly Entry[], ...others: readonly Entry[]): boolean {
  return first.some(({ pattern = '*' }) => others.some((other) => globMatches(pattern, other.pattern ?? '*')));
}

/** The rules that speak of some tools, and the default; `unsaid` are the roles that decide where a rule names none. */
function entriesOf(
  policy: ApprovalPolicy,
  speaks: (rule: ApprovalRule) => boolean,
  unsaid: readonly string[],
): Entry[] {
  const rules = policy.rules.filter(speaks).map((rule) => entryOf(rule.mode, rule, unsaid));
  return [...rules, entryOf(policy.default, undefined, unsaid)];
}

function entryOf(mode: Entry['mode'], rule: ApprovalRule | undefined, unsaid: readonly string[]): Entry {
  return {
    pattern: rule?.tool,
    mode,
    onReject: rule?.on_reject ?? 'return_to_model',
    expiresInMs:
      (rule?.expires_in === undefined ? undefined : parseDurationMs(rule.expires_in)) ?? Number.POSITIVE_INFINITY,
    approvers: rule?.approvers ?? unsaid,
    approvalsNeeded: rule?.approvals_needed ?? 1,
  };
}

/** Whoever decides also says whether a call with an unclear end took effect, so that approvers and term count in every mode. */
function isLooser(now: Entry, before: Entry): boolean {
  if (STRICTNESS.indexOf(now.mode) < STRICTNESS.indexOf(before.mode)) return true;
  if (now.approvers.some((role) => !before.approvers.includes(role)) || now.expiresInMs > before.expiresInMs)
    return true;
  if (before.mode === 'never') return false;
  return now.approvalsNeeded < before.approvalsNeeded || (before.onReject === 'fail' && now.onReject !== 'fail');
}

/** Whether a pattern can match a name that begins in one of these ways. */
function mayBegin(pattern: string, begins: readonly string[]): boolean {
  const [first = '', ...rest] = pattern.split('*');
  return begins.some((begin) => first.startsWith(begin) || (rest.length > 0 && begin.startsWith(first)));
}
