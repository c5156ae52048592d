import { describe, expect, it } from 'vitest';
import {
  type ApprovalPolicy,
  type ApprovalRule,
  canResend,
  DEFAULT_APPROVERS,
  DEFAULT_POLICY,
  evaluatePolicy,
  globMatches,
  matchesRule,
} from '../../src/agents/approvals/policy.ts';

const call = (sideEffects: boolean, ...names: string[]) => ({ names, toolType: 'builtin', sideEffects });
const policy = (rules: ApprovalRule[], more: Partial<ApprovalPolicy> = {}): ApprovalPolicy => ({
  default: 'never',
  rules,
  ...more,
});

describe('a policy without a matching rule', () => {
  it.each([
    ['never', false, false],
    ['destructive', false, true],
    ['always', true, true],
  ] as const)('that is %s by default asks for a harmless call: %s, for one with side effects: %s', (...row) => {
    const [standard, harmless, harmful] = row;
    const asks = (sideEffects: boolean) => evaluatePolicy({ default: standard, rules: [] }, [], call(sideEffects, 'x'));
    expect([asks(false).needed, asks(true).needed]).toEqual([harmless, harmful]);
    expect(asks(true).rule).toEqual({ default: standard });
  });

  it('asks owners and editors once, without expiry, and reports a rejection to the model', () => {
    expect(evaluatePolicy(DEFAULT_POLICY, [], call(true, 'x'))).toEqual({
      needed: true,
      rule: { default: 'destructive' },
      onReject: 'return_to_model',
      expiresInMs: undefined,
      approvers: DEFAULT_APPROVERS,
      approvalsNeeded: 1,
    });
  });
});

describe('a rule', () => {
  it('that matches first decides, whatever the later ones and the default say', () => {
    const [lifts, asks] = [{ tool: 'send_*', mode: 'never' } as const, { tool: '*', mode: 'always' } as const];
    const rules = policy([lifts, asks], { default: 'always' });
    expect(evaluatePolicy(rules, [], call(true, 'send_mail'))).toMatchObject({ needed: false, rule: lifts });
    expect(evaluatePolicy(rules, [], call(false, 'read_mail'))).toMatchObject({ needed: true, rule: asks });
  });

  it('passes its approvers, its expiry and its on_reject to the verdict', () => {
    const rule = {
      tool: 'x',
      mode: 'always',
      on_reject: 'fail',
      expires_in: 'PT30M',
      approvers: ['owner'],
      approvals_needed: 2,
    } as const;
    expect(evaluatePolicy(policy([rule]), [], call(true, 'x'))).toMatchObject({
      onReject: 'fail',
      expiresInMs: 1_800_000,
      approvers: ['owner'],
      approvalsNeeded: 2,
    });
  });

  it('matches a tool by its own name and by its aliases', () => {
    const tool = { names: ['translate', 'Translate a text'], toolType: 'task' };
    for (const name of ['translate', 'Translate a text', 'Translate*'])
      expect(matchesRule({ tool: name, mode: 'always' }, tool), name).toBe(true);
    expect(matchesRule({ tool: 'Translate', mode: 'always' }, tool)).toBe(false);
  });

  it('for one kind of tools matches no other, and one for an unknown kind asks for all and lifts nothing', () => {
    const rule = (tool_type: string, mode: ApprovalRule['mode']) => ({ tool: '*', tool_type, mode });
    const tool = { names: ['x'], toolType: 'builtin' };
    expect(matchesRule(rule('builtin', 'never'), tool)).toBe(true);
    expect(matchesRule(rule('task', 'always'), tool)).toBe(false);
    expect(matchesRule(rule('of another release', 'always'), tool)).toBe(true);
    expect(matchesRule(rule('of another release', 'never'), tool)).toBe(false);
  });
});

describe('an idempotent tool', () => {
  it('is one that the policy names as idempotent, by a name or a glob', () => {
    const names = policy([], { idempotent: ['pay_*', 'ping'] });
    expect(canResend(names, [], ['pay_bill'])).toBe(true);
    expect(canResend(names, [], ['other', 'ping'])).toBe(true);
    expect(canResend(names, [], ['pinging'])).toBe(false);
    expect(canResend(policy([]), [], ['ping'])).toBe(false);
  });
});

describe('a glob', () => {
  it.each([
    ['mail', 'mail', true],
    ['mail', 'mails', false],
    ['mail', 'Mail', false],
    ['*', '', true],
    ['*', 'anything', true],
    ['**', 'anything', true],
    ['send_*', 'send_', true],
    ['send_*', 'resend_mail', false],
    ['*_mail', 'send_mail', true],
    ['*_mail', 'send_mail_now', false],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'acb', false],
    ['ab*ab', 'ab', false],
    ['ab*ab', 'abab', true],
    ['a*a', 'a', false],
    ['*a*', 'bab', true],
    ['a.c', 'abc', false],
    ['', '', true],
    ['', 'a', false],
  ])('%j and %j: %s', (pattern, text, fits) => {
    expect(globMatches(pattern, text)).toBe(fits);
  });

  it('that is built to be slow is not', () => {
    expect(globMatches(`${'*a'.repeat(5000)}*b`, 'a'.repeat(50_000))).toBe(false);
  });
});
