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
const createCall = (more: object = {}) => ({ id: 'c1', name: 'calculator', arguments: ARGUMENTS, ...more });
const planCall = (more: object = {}, tool: Tool = TOOL, policy?: ApprovalPolicy) =>
  planCalls([createCall(more)], [tool], turn(policy))[0];

describe('a planned call', () => {
  it('is ready if nobody has to approve it', () => {
    expect(planCall()).toMatchObject({
      providerCallId: 'c1',
      toolName: 'calculator',
      arguments: ARGUMENTS,
      status: 'ready',
      request: null,
    });
  });

  it('waits if the policy requires approval', () => {
    const rule = { tool: 'calc*', mode: 'always', approvals_needed: 2 } as const;
    expect(planCall({}, TOOL, { default: 'never', rules: [rule] })).toMatchObject({
      status: 'waiting',
      request: { effect: 'none', rule, approvalsNeeded: 2, expiresInMs: null, toolSchema: TOOL.parameters },
    });
    const harmful = planCall({}, { ...TOOL, sideEffects: () => true }, { default: 'destructive', rules: [] });
    expect(harmful).toMatchObject({ status: 'waiting', sideEffects: true, request: { effect: 'irreversible' } });
  });

  it('has an approval digest over its tool, arguments and revision', () => {
    const always: ApprovalPolicy = { default: 'always', rules: [] };
    const digestOf = (more: object, tool: Tool = TOOL) => planCall(more, tool, always)?.request?.seal;
    const digests = [
      digestOf({}),
      digestOf({ arguments: { expression: '1+2' } }),
      digestOf({}, { ...TOOL, parameters: { ...TOOL.parameters, title: 'another' } }),
      digestOf({}, { ...TOOL, targetId: 'another' }),
    ];
    expect(new Set(digests).size).toBe(digests.length);
    expect(digestOf({ id: 'c2' })).toBe(digests[0]);
  });

  it.each([
    ['of no tool', { name: 'no_such_tool' }, 'unknown_tool'],
    ['without the arguments that it needs', { arguments: {} }, 'arguments_mismatch'],
    ['with arguments that its tool does not know', { arguments: { ...ARGUMENTS, more: 1 } }, 'arguments_mismatch'],
    ['with arguments that are no object', { arguments: [1] }, 'arguments_not_object'],
    ['with arguments that are no JSON', { arguments: {}, malformed: '{' }, 'arguments_not_json'],
    ['with arguments that are too long', { arguments: {}, malformed: 'x'.repeat(2 ** 22) }, 'arguments_too_long'],
  ])('%s ends before it starts, and the model gets the reason', (_what, more, code) => {
    expect(planCall(more)).toMatchObject({
      status: 'done',
      outcome: 'error',
      request: null,
      sideEffects: false,
      result: { reason: 'INVALID_TOOL_CALL', code },
    });
  });

  it('beyond the 64th of a turn is rejected, and the others are not', () => {
    const calls = planCalls(
      Array.from({ length: 66 }, (_, n) => createCall({ id: `c${n}` })),
      [TOOL],
      turn(),
    );
    expect(calls.map((call) => call.status)).toEqual([...Array(64).fill('ready'), 'done', 'done']);
    expect(new Set(calls.map((call) => call.id)).size).toBe(66);
  });

  it('waits for nobody in an eval, even if the policy requires approval', () => {
    const always: ApprovalPolicy = { default: 'always', rules: [] };
    expect(planCalls([createCall()], [TOOL], turn(always))[0]).toMatchObject({ status: 'waiting' });
    expect(planCalls([createCall()], [TOOL], turn(always, 'eval'))[0]).toMatchObject({
      status: 'ready',
      request: null,
    });
  });
});
