import { describe, expect, it } from 'vitest';
import { getNextStep } from '../../activities/agents/turns/sequence.ts';
import type { Tool } from '../../src/agents/tools/kind.ts';
import type { PastTurn } from '../../src/agents/turns/messages.ts';

/** A task with these variables. */
const step = (name: string, ...variables: string[]) =>
  ({ name, parameters: { properties: Object.fromEntries(variables.map((key) => [key, {}])) } }) as unknown as Tool;
/** A completed step. */
const toCompletedStep = (result: unknown, outcome = 'success', name = 'first') =>
  ({ calls: [{ tool_name: name, outcome, result }] }) as unknown as PastTurn;

const TWO = [step('first', 'text'), step('second', 'title', 'rest')];

describe('the next step of a sequence', () => {
  it('is the first task, with the message', () => {
    expect(getNextStep('Hello', [], TWO, 2)).toEqual({ kind: 'call', tool: TWO[0], input: { text: 'Hello' } });
  });

  it('maps each variable to the field of its name, or to the complete output if there is none', () => {
    const inputOf = (result: unknown) => getNextStep('Hello', [toCompletedStep(result)], TWO, 2);
    expect(inputOf({ title: 'T', other: 1 })).toMatchObject({ input: { title: 'T', rest: '{"title":"T","other":1}' } });
    expect(inputOf('{"title":2}')).toMatchObject({ input: { title: 2, rest: '{"title":2}' } });
    expect(inputOf(' plain')).toMatchObject({ input: { title: ' plain', rest: ' plain' } });
    expect(inputOf('{broken')).toMatchObject({ input: { title: '{broken' } });
    expect(inputOf(['a'])).toMatchObject({ input: { title: '["a"]' } });
    expect(getNextStep('{"text":"in it"}', [], TWO, 2)).toMatchObject({ input: { text: 'in it' } });
  });

  it('ignores inherited properties of the output', () => {
    const tools = [step('first', 'constructor')];
    expect(getNextStep('{"a":1}', [], tools, 1)).toMatchObject({ input: { constructor: '{"a":1}' } });
  });

  it('after the last task is the end, with its output', () => {
    expect(getNextStep('Hello', [toCompletedStep('x'), toCompletedStep('Bye.')], TWO, 2)).toEqual({
      kind: 'end',
      output: 'Bye.',
      error: null,
    });
    expect(getNextStep('Hello', [toCompletedStep('x'), toCompletedStep({ a: 1 })], TWO, 2)).toMatchObject({
      output: '{"a":1}',
    });
    expect(getNextStep('Hello', [], [], 0)).toEqual({ kind: 'end', output: 'Hello', error: null });
  });

  it('after a failed or rejected task is the end, with the reason', () => {
    const end = (outcome: string, result: unknown) => getNextStep('Hello', [toCompletedStep(result, outcome)], TWO, 2);
    expect(end('error', { message: 'no such city' })).toMatchObject({
      kind: 'end',
      output: null,
      error: { reason: 'STEP_FAILED', code: 'step_failed_because', params: { step: 'first', cause: 'no such city' } },
    });
    expect(end('error', 'broken')).toMatchObject({ error: { code: 'step_failed', params: { step: 'first' } } });
    for (const outcome of ['rejected', 'expired', 'cancelled'])
      expect(end(outcome, { reason: 'WHY', message: 'so it was' })).toMatchObject({
        error: { reason: 'WHY', code: 'step_not_run_because', params: { step: 'first', cause: 'so it was' } },
      });
  });

  it('is the end if any later task of the sequence was deleted', () => {
    const error = { reason: 'STEP_MISSING' };
    expect(getNextStep('Hello', [], TWO.slice(0, 1), 2)).toMatchObject({ kind: 'end', error });
    expect(getNextStep('Hello', [toCompletedStep('x')], TWO.slice(0, 1), 2)).toMatchObject({ kind: 'end', error });
  });
});
