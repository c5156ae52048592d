import { describe, expect, it } from 'vitest';
import {
  canBeLooser,
  findDisjointRule,
  isLooserFloor,
  isLooserForTool,
} from '../../src/agents/approvals/compare-policies.ts';
import {
  type ApprovalFloor,
  type ApprovalPolicy,
  type ApprovalRequirement,
  type ApprovalRule,
  canResend,
  combineRequirements,
  evaluatePolicy,
  type PolicyVerdict,
} from '../../src/agents/approvals/policy.ts';

const NAMES = ['acme__read', 'acme__write', 'acme__pay_bill', 'Acme/pay'];
const PATTERNS = ['*', 'acme__*', 'acme__pay*', 'acme__write', '*_bill', 'Acme/*', 'other'];
const SUBJECTS = NAMES.flatMap((name) => [[name], [name, `Acme/${name}`]]);

/** Deterministic pseudo-random numbers. */
function* numbers(): Generator<number> {
  for (let state = 7; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

/** Deterministic policies of all forms. */
function policies(count: number): ApprovalPolicy[] {
  const drawn = numbers();
  const among = <T>(of: readonly T[]): T => of[drawn.next().value % of.length]!;
  const rule = (): ApprovalRule => ({
    tool: among(PATTERNS),
    mode: among(['always', 'never']),
    ...among([{}, { tool_type: 'mcp' }, { tool_type: 'task' }]),
    ...among([{}, { expires_in: 'PT5M' }, { expires_in: 'PT1H' }]),
    ...among([{}, { approvers: ['owner'] }, { approvers: ['owner', 'editor', 'viewer'] }]),
    ...among([{}, { approvals_needed: 2 }]),
    ...among([{}, { on_reject: 'fail' as const }]),
  });
  return Array.from({ length: count }, () => ({
    default: among(['never', 'destructive', 'always'] as const),
    rules: Array.from({ length: among([0, 1, 1, 2, 3]) }, rule),
    ...among([{}, {}, { idempotent: [among(PATTERNS)] }]),
  }));
}

/** Whether a policy is looser than another for some call of a tool, by the verdicts of both. */
function isLooserForCall(now: ApprovalPolicy, before: ApprovalPolicy, names: readonly string[]): boolean {
  const differs = [false, true].some((sideEffects) => {
    const call = { names, toolType: 'mcp', sideEffects };
    const [a, b] = [evaluatePolicy(now, [], call), evaluatePolicy(before, [], call)];
    if (!b.needed) return false;
    return (
      !a.needed ||
      a.approvers.some((role) => !b.approvers.includes(role)) ||
      a.approvalsNeeded < b.approvalsNeeded ||
      (a.expiresInMs ?? Number.POSITIVE_INFINITY) > (b.expiresInMs ?? Number.POSITIVE_INFINITY) ||
      (b.onReject === 'fail' && a.onReject !== 'fail')
    );
  });
  return differs || (canResend(now, [], names) && !canResend(before, [], names));
}

/** Whether a verdict is weaker than another. Owners may replace approvers without overlap. */
function isWeaker(one: Omit<PolicyVerdict, 'rule'>, other: Omit<PolicyVerdict, 'rule'>): boolean {
  const isOwners = one.approvers.length === 1 && one.approvers[0] === 'owner';
  return (
    (other.needed && !one.needed) ||
    (!isOwners && one.approvers.some((role) => !other.approvers.includes(role))) ||
    one.approvalsNeeded < other.approvalsNeeded ||
    (one.expiresInMs ?? Number.POSITIVE_INFINITY) > (other.expiresInMs ?? Number.POSITIVE_INFINITY) ||
    (other.onReject === 'fail' && one.onReject !== 'fail')
  );
}

/** Deterministic approval floors of all forms. */
function createRequirements(count: number): ApprovalRequirement[] {
  const drawn = numbers();
  const among = <T>(of: readonly T[]): T => of[drawn.next().value % of.length]!;
  return Array.from({ length: count }, () => ({
    needed: among([true, false]),
    onReject: among(['fail', 'return_to_model'] as const),
    expiresInMs: among([undefined, 1000, 2000, 3000]),
    approvers: among([
      undefined,
      [],
      ['owner'],
      ['viewer'],
      ['owner', 'editor'],
      ['viewer', 'editor'],
      ['viewer', 'owner'],
    ]),
    approvalsNeeded: among([1, 2, 3]),
  }));
}

const sortApprovers = ({ approvers, ...rest }: ApprovalRequirement) => ({
  ...rest,
  approvers: approvers && [...approvers].sort(),
});

describe('a looser policy', () => {
  const drawn = policies(400);
  const pairs = drawn.slice(1).map((now, at) => [now, drawn[at]!] as const);

  it('is detected for each known tool', () => {
    for (const [now, before] of pairs)
      for (const names of SUBJECTS)
        if (isLooserForCall(now, before, names))
          expect(isLooserForTool(now, before, { toolType: 'mcp', now: names, before: names })).toBe(true);
    expect(pairs.some(([now, before]) => SUBJECTS.every((names) => !isLooserForCall(now, before, names)))).toBe(true);
  });

  it('is detected for unknown tools, whatever their names', () => {
    const prefixes = ['acme__', 'Acme/'];
    let [found, kept] = [0, 0];
    for (const [now, before] of pairs) {
      const less = SUBJECTS.some((names) => isLooserForCall(now, before, names));
      const detected = canBeLooser(now, before, { toolType: 'mcp', prefixes });
      if (less) expect(detected, JSON.stringify({ now, before })).toBe(true);
      if (detected) found++;
      else kept++;
    }
    expect([found > 20, kept > 20]).toEqual([true, true]);
  });

  it('is not one that is equal, or requires more, or applies to other tools', () => {
    const tools = { toolType: 'mcp', prefixes: ['acme__', 'Acme/'] };
    const before: ApprovalPolicy = { default: 'destructive', rules: [{ tool: 'acme__read', mode: 'never' }] };
    const rule = (tool: string, more: object = {}): ApprovalRule => ({ tool, mode: 'always', ...more });
    for (const rules of [
      before.rules,
      [],
      [rule('acme__*'), ...before.rules],
      [...before.rules, rule('*', { approvers: ['owner'], approvals_needed: 2, expires_in: 'PT1H' })],
      [{ tool: 'calculator', mode: 'never' } as const, ...before.rules],
      [{ tool: '*', tool_type: 'builtin', mode: 'never' } as const, ...before.rules],
    ])
      expect(canBeLooser({ default: 'destructive', rules }, before, tools), JSON.stringify(rules)).toBe(false);
    for (const drawn of policies(100)) expect(canBeLooser(drawn, drawn, tools)).toBe(false);
  });
});

describe('approval floors', () => {
  const call = { names: ['acme__pay'], toolType: 'mcp', sideEffects: true };
  const floor = (of: ApprovalFloor['of'], rule: object, more: object = {}): ApprovalFloor => ({
    of,
    default: 'never',
    rules: [{ tool: 'acme__*', mode: 'always', ...rule }],
    ...more,
  });

  it('make a verdict as strict as the strictest of them, and the rule names its origin', () => {
    const policy: ApprovalPolicy = { default: 'never', rules: [] };
    const floors = [
      floor('organization', { approvals_needed: 2, expires_in: 'PT1H' }),
      floor('project', { approvers: ['owner'], on_reject: 'fail', expires_in: 'PT2H' }),
    ];
    expect(evaluatePolicy(policy, floors, call)).toEqual({
      needed: true,
      rule: { ...floors[1]?.rules[0], floor: 'project' },
      onReject: 'fail',
      expiresInMs: 3_600_000,
      approvers: ['owner'],
      approvalsNeeded: 2,
    });
    const strict: ApprovalRule = { tool: '*', mode: 'always', approvals_needed: 3, approvers: ['owner'] };
    expect(evaluatePolicy({ default: 'never', rules: [strict] }, [floor('project', {})], call).rule).toEqual(strict);
    expect(evaluatePolicy(policy, floors, { ...call, names: ['other'] }).needed).toBe(false);
  });

  it('always leave an approver, and mark only tools that they name as idempotent', () => {
    const viewers: ApprovalRule = { tool: '*', mode: 'always', approvers: ['viewer'] };
    const policy: ApprovalPolicy = { default: 'never', rules: [viewers], idempotent: ['*'] };
    expect(evaluatePolicy(policy, [floor('project', { approvers: ['owner'] })], call).approvers).toEqual(['owner']);
    expect(evaluatePolicy(policy, [floor('project', {})], call).approvers).toEqual(['viewer']);
    expect(canResend(policy, [floor('project', {})], call.names)).toBe(true);
    expect(canResend(policy, [floor('project', {}, { idempotent: ['acme__get*'] })], call.names)).toBe(false);
  });

  it('leave the decision to owners if they have no approver in common', () => {
    const policy: ApprovalPolicy = { default: 'never', rules: [] };
    const disjoint = [floor('organization', { approvers: ['editor'] }), floor('project', { approvers: ['viewer'] })];
    expect(evaluatePolicy(policy, disjoint, call).approvers).toEqual(['owner']);
    const owners: ApprovalRule = { tool: '*', mode: 'always', approvers: ['owner'] };
    expect(evaluatePolicy({ default: 'never', rules: [owners] }, disjoint.slice(1), call).approvers).toEqual(['owner']);
  });

  it('combine into one that is as strict as each of them, in any order', () => {
    const drawn = policies(300);
    const floors = drawn.map((one): ApprovalFloor => ({ ...one, of: 'project' }));
    const calls = SUBJECTS.flatMap((names) =>
      [false, true].map((sideEffects) => ({ names, toolType: 'mcp', sideEffects })),
    );
    const verdictOf = (policy: ApprovalPolicy, under: readonly ApprovalFloor[], subject: (typeof calls)[number]) => {
      const { rule: _, approvers, ...rest } = evaluatePolicy(policy, under, subject);
      return { ...rest, approvers: [...approvers].sort() };
    };
    for (const [at, policy] of drawn.slice(2).entries()) {
      const [one, other] = [floors[at]!, floors[at + 1]!];
      for (const subject of calls) {
        const both = verdictOf(policy, [one, other], subject);
        expect(verdictOf(policy, [other, one], subject)).toEqual(both);
        for (const alone of [
          verdictOf(policy, [one], subject),
          verdictOf(policy, [other], subject),
          verdictOf(policy, [], subject),
        ])
          expect(isWeaker(both, alone), JSON.stringify({ policy, one, other })).toBe(false);
      }
    }
  });

  it('combine commutatively and associatively', () => {
    const demands = createRequirements(40);
    for (const one of demands)
      for (const other of demands) {
        expect(sortApprovers(combineRequirements(one, other))).toEqual(sortApprovers(combineRequirements(other, one)));
        for (const third of demands.slice(0, 10))
          expect(sortApprovers(combineRequirements(combineRequirements(one, other), third))).toEqual(
            sortApprovers(combineRequirements(one, combineRequirements(other, third))),
          );
      }
  });

  it('are detected to have no approver in common if their rules cover the same tools', () => {
    const rules = (...all: readonly object[]): ApprovalPolicy => ({
      default: 'never',
      rules: all.map((one) => ({ tool: '*', mode: 'always', ...one }) as ApprovalRule),
    });
    const owners = rules({ tool: 'pay*', approvers: ['owner'] });
    const found = (floor: ApprovalPolicy) => findDisjointRule(floor, owners)?.index;
    expect(found(rules({ approvers: ['viewer'] }))).toBe(0);
    expect(found(rules({ tool: '*_bill', approvers: ['editor', 'viewer'] }))).toBe(0);
    expect(found(rules({ tool: 'x' }, { tool: 'pay_bill', approvers: ['viewer'] }))).toBe(1);
    expect(found(rules({ tool: 'calc*', approvers: ['viewer'] }))).toBeUndefined();
    expect(found(rules({ approvers: ['owner', 'viewer'] }))).toBeUndefined();
    expect(found(rules({}))).toBeUndefined();
    expect(found(rules({ mode: 'never', approvers: ['viewer'] }))).toBeUndefined();
    expect(found(rules({ tool: 'pay*' }, { approvers: ['viewer'] }))).toBeUndefined();
    expect(found(rules({ tool_type: 'mcp', approvers: ['viewer'] }))).toBe(0);
  });

  it('are loosened by a change that lifts or lets through more', () => {
    const before = {
      default: 'destructive' as const,
      rules: [{ tool: 'pay*', mode: 'always' as const, approvals_needed: 2 }],
    };
    expect(isLooserFloor(before, null)).toBe(false);
    expect(isLooserFloor(null, before)).toBe(true);
    const decidedBy = (...approvers: string[]) => ({ ...before, rules: [{ ...before.rules[0]!, approvers }] });
    expect(isLooserFloor(decidedBy('viewer'), decidedBy('owner'))).toBe(true);
    expect(isLooserFloor(decidedBy('viewer'), decidedBy('owner', 'viewer'))).toBe(true);
    expect(isLooserFloor(decidedBy('editor'), before)).toBe(true);
    expect(isLooserFloor(decidedBy('owner'), decidedBy('owner', 'viewer'))).toBe(false);
    expect(isLooserFloor(before, before)).toBe(false);
    expect(isLooserFloor({ ...before, default: 'always' }, before)).toBe(false);
    expect(isLooserFloor({ ...before, default: 'never' }, before)).toBe(true);
    expect(isLooserFloor({ ...before, rules: [] }, before)).toBe(true);
    expect(isLooserFloor({ ...before, rules: [{ tool: 'pay_in', mode: 'never' }, ...before.rules] }, before)).toBe(
      true,
    );
    expect(isLooserFloor({ ...before, idempotent: ['get*'] }, before)).toBe(false);
    expect(isLooserFloor(before, { ...before, idempotent: ['get*'] })).toBe(true);
    expect(isLooserFloor({ ...before, idempotent: ['*'] }, { ...before, idempotent: ['get*'] })).toBe(true);
    expect(isLooserFloor({ ...before, idempotent: ['get_x'] }, { ...before, idempotent: ['get*'] })).toBe(false);
  });
});
