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

/** Numbers that look random and are the same in every run. */
function* numbers(): Generator<number> {
  for (let state = 7; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

/** Policies of all forms, the same in every run. */
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

/** Whether a policy lets more happen to some call of a tool than another, told by what both say of the calls themselves. */
function letsMore(now: ApprovalPolicy, before: ApprovalPolicy, names: readonly string[]): boolean {
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

/** Whether a verdict is weaker than another; owners may stand in for approvers whom nobody else shares. */
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

/** Demands of all forms, the same in every run. */
function demandsOf(count: number): ApprovalRequirement[] {
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

const sorted = ({ approvers, ...rest }: ApprovalRequirement) => ({
  ...rest,
  approvers: approvers && [...approvers].sort(),
});

describe('a policy that asks less than another', () => {
  const drawn = policies(400);
  const pairs = drawn.slice(1).map((now, at) => [now, drawn[at]!] as const);

  it('is found for each tool that is known', () => {
    for (const [now, before] of pairs)
      for (const names of SUBJECTS)
        if (letsMore(now, before, names))
          expect(isLooserForTool(now, before, { toolType: 'mcp', now: names, before: names })).toBe(true);
    expect(pairs.some(([now, before]) => SUBJECTS.every((names) => !letsMore(now, before, names)))).toBe(true);
  });

  it('is found for tools that nobody knows yet, whatever they come to be called', () => {
    const prefixes = ['acme__', 'Acme/'];
    let [found, kept] = [0, 0];
    for (const [now, before] of pairs) {
      const less = SUBJECTS.some((names) => letsMore(now, before, names));
      const told = canBeLooser(now, before, { toolType: 'mcp', prefixes });
      if (less) expect(told, JSON.stringify({ now, before })).toBe(true);
      if (told) found++;
      else kept++;
    }
    expect([found > 20, kept > 20]).toEqual([true, true]);
  });

  it('is not one that says the same, or adds what is asked, or speaks of other tools', () => {
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

describe('floors', () => {
  const call = { names: ['acme__pay'], toolType: 'mcp', sideEffects: true };
  const floor = (of: ApprovalFloor['of'], rule: object, more: object = {}): ApprovalFloor => ({
    of,
    default: 'never',
    rules: [{ tool: 'acme__*', mode: 'always', ...rule }],
    ...more,
  });

  it('make a verdict as strict as the strictest of them, and the rule says whose it is', () => {
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

  it('leave somebody who can decide, and no tool marked that they do not name', () => {
    const viewers: ApprovalRule = { tool: '*', mode: 'always', approvers: ['viewer'] };
    const policy: ApprovalPolicy = { default: 'never', rules: [viewers], idempotent: ['*'] };
    expect(evaluatePolicy(policy, [floor('project', { approvers: ['owner'] })], call).approvers).toEqual(['owner']);
    expect(evaluatePolicy(policy, [floor('project', {})], call).approvers).toEqual(['viewer']);
    expect(canResend(policy, [floor('project', {})], call.names)).toBe(true);
    expect(canResend(policy, [floor('project', {}, { idempotent: ['acme__get*'] })], call.names)).toBe(false);
  });

  it('leave owners to decide where they have no approver in common', () => {
    const policy: ApprovalPolicy = { default: 'never', rules: [] };
    const disjoint = [floor('organization', { approvers: ['editor'] }), floor('project', { approvers: ['viewer'] })];
    expect(evaluatePolicy(policy, disjoint, call).approvers).toEqual(['owner']);
    const owners: ApprovalRule = { tool: '*', mode: 'always', approvers: ['owner'] };
    expect(evaluatePolicy({ default: 'never', rules: [owners] }, disjoint.slice(1), call).approvers).toEqual(['owner']);
  });

  it('combine into what is as strict as each of them, in whatever order they are taken', () => {
    const drawn = policies(300);
    const floors = drawn.map((one): ApprovalFloor => ({ ...one, of: 'project' }));
    const calls = SUBJECTS.flatMap((names) =>
      [false, true].map((sideEffects) => ({ names, toolType: 'mcp', sideEffects })),
    );
    const told = (policy: ApprovalPolicy, under: readonly ApprovalFloor[], subject: (typeof calls)[number]) => {
      const { rule: _, approvers, ...rest } = evaluatePolicy(policy, under, subject);
      return { ...rest, approvers: [...approvers].sort() };
    };
    for (const [at, policy] of drawn.slice(2).entries()) {
      const [one, other] = [floors[at]!, floors[at + 1]!];
      for (const subject of calls) {
        const both = told(policy, [one, other], subject);
        expect(told(policy, [other, one], subject)).toEqual(both);
        for (const alone of [told(policy, [one], subject), told(policy, [other], subject), told(policy, [], subject)])
          expect(isWeaker(both, alone), JSON.stringify({ policy, one, other })).toBe(false);
      }
    }
  });

  it('combine commutatively and associatively', () => {
    const demands = demandsOf(40);
    for (const one of demands)
      for (const other of demands) {
        expect(sorted(combineRequirements(one, other))).toEqual(sorted(combineRequirements(other, one)));
        for (const third of demands.slice(0, 10))
          expect(sorted(combineRequirements(combineRequirements(one, other), third))).toEqual(
            sorted(combineRequirements(one, combineRequirements(other, third))),
          );
      }
  });

  it('are found to have no approver in common where rules of both decide about the same tools', () => {
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

  it('are loosened by what lifts them or lets through more', () => {
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
