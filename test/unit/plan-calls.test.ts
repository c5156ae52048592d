import { describe, expect, it } from 'vitest';
import { planCalls } from '../../activities/agents/turns/plan.ts';
import type { ApprovalPolicy } from '../../src/agents/approvals/policy.ts';
import type { AgentRevisionRow } from '../../src/agents/queries.ts';
import type { Tool } from '../../src/agents/tools/kind.ts';

const TOOL: Tool = {
  name: 'calculator',
  type: 'builtin',
  description: 'Calculates.',
  parameters: {
    type: 'object',
    properties: { expression: { type: 'string' } },
    required: ['expression'],
    additionalProperties: false,
  },
  targetId: null,
  names: ['calculator'],
  sideEffects: () => false,
};
const ARGUMENTS = { expression: '1+1' };

const turn = (policy: ApprovalPolicy = { default: 'never', rules: [] }, trigger_type = 'api') => ({
  revision: { id: '0199f0aa-0000-7000-8000-000000000000', approval_policy: policy } as AgentRevisionRow,
  run: { trigger_type, floors: [] },
});
const asked = (more: object = {}) => ({ id: 'c1', name: 'calculator', arguments: ARGUMENTS, ...more });
const planned = (more: object = {}, tool: Tool = TOOL, policy?: ApprovalPolicy) =>
  planCalls([asked(more)], [tool], turn(policy))[0];

describe('a call that the model asked for', () => {
  it('is ready where nobody is asked', () => {
    expect(planned()).toMatchObject({
      providerCallId: 'c1',
      toolName: 'calculator',
      arguments: ARGUMENTS,
      status: 'ready',
      request: null,
    });
  });

  it('waits where the policy asks somebody', () => {
    const rule = { tool: 'calc*', mode: 'always', approvals_needed: 2 } as const;
    expect(planned({}, TOOL, { default: 'never', rules: [rule] })).toMatchObject({
      status: 'waiting',
      request: { effect: 'none', rule, approvalsNeeded: 2, expiresInMs: null, toolSchema: TOOL.parameters },
    });
    const harmful = planned({}, { ...TOOL, sideEffects: () => true }, { default: 'destructive', rules: [] });
    expect(harmful).toMatchObject({ status: 'waiting', sideEffects: true, request: { effect: 'irreversible' } });
  });

  it('is sealed to its tool, arguments and revision: with any of them another it has another seal', () => {
    const always: ApprovalPolicy = { default: 'always', rules: [] };
    const sealOf = (more: object, tool: Tool = TOOL) => planned(more, tool, always)?.request?.seal;
    const seals = [
      sealOf({}),
      sealOf({ arguments: { expression: '1+2' } }),
      sealOf({}, { ...TOOL, parameters: { ...TOOL.parameters, title: 'another' } }),
      sealOf({}, { ...TOOL, targetId: 'another' }),
    ];
    expect(new Set(seals).size).toBe(seals.length);
    expect(sealOf({ id: 'c2' })).toBe(seals[0]);
  });

  it.each([
    ['of no tool', { name: 'no_such_tool' }, 'unknown_tool'],
    ['without the arguments that it needs', { arguments: {} }, 'arguments_mismatch'],
    ['with arguments that its tool does not know', { arguments: { ...ARGUMENTS, more: 1 } }, 'arguments_mismatch'],
    ['with arguments that are no object', { arguments: [1] }, 'arguments_not_object'],
    ['with arguments that are no JSON', { arguments: {}, malformed: '{' }, 'arguments_not_json'],
    ['with arguments that are too long', { arguments: {}, malformed: 'x'.repeat(2 ** 22) }, 'arguments_too_long'],
  ])('%s is over before it began, and the model is told why', (_what, more, code) => {
    expect(planned(more)).toMatchObject({
      status: 'done',
      outcome: 'error',
      request: null,
      sideEffects: false,
      result: { reason: 'INVALID_TOOL_CALL', code },
    });
  });

  it('beyond the 64th of a turn is refused, and the others are not', () => {
    const calls = planCalls(
      Array.from({ length: 66 }, (_, n) => asked({ id: `c${n}` })),
      [TOOL],
      turn(),
    );
    expect(calls.map((call) => call.status)).toEqual([...Array(64).fill('ready'), 'done', 'done']);
    expect(new Set(calls.map((call) => call.id)).size).toBe(66);
  });

  it('waits for nobody in an eval, though the policy would have a person asked', () => {
    const always: ApprovalPolicy = { default: 'always', rules: [] };
    expect(planCalls([asked()], [TOOL], turn(always))[0]).toMatchObject({ status: 'waiting' });
    expect(planCalls([asked()], [TOOL], turn(always, 'eval'))[0]).toMatchObject({
      status: 'ready',
      request: null,
    });
  });
});
