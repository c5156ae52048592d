import { describe, expect, it } from 'vitest';
import { type CallState, decideStep } from '../../src/agents/calls/step.ts';

const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const;

type Asked = Partial<NonNullable<CallState['request']>>;

/** A call that waits or is ready, with the request that a person was asked by. */
function asked(request: Asked): CallState {
  const whole = {
    id: 'r',
    kind: 'tool_call',
    status: 'pending',
    on_reject: 'return_to_model',
    decision_note: null,
  } as const;
  return {
    run: { status: 'running', completed: null },
    call: { status: 'ready' },
    request: { ...whole, expires_ms: null, lapsed: false, ...request },
  };
}

/** What is done, in words: how a call ends, with its effect, and whether its run ends with it. */
function shown(state: CallState): string {
  const step = decideStep(state);
  if (step.do !== 'end') return step.do === 'execute' && step.isResend ? 'make again' : step.do;
  const { end, failure } = step;
  return [end.outcome, end.effect, failure && `fails: ${failure.reason}`].filter(Boolean).join(', ');
}

describe('a call', () => {
  it('for which nobody was asked is made', () => {
    expect(decideStep({ ...asked({}), request: undefined })).toEqual({ do: 'execute', isResend: false });
  });

  it.each(['completed', 'cancelling'])('of a run that is %s is left, whatever was decided', (status) => {
    const run = { status, completed: status === 'completed' ? '2026-01-01' : null } as CallState['run'];
    for (const decided of STATUSES)
      expect(decideStep({ ...asked({ status: decided }), run })).toEqual({ do: 'nothing', state: 'stop' });
  });

  it.each(['done', 'cancelled'] as const)('that is %s is left', (status) => {
    expect(decideStep({ ...asked({ status: 'approved' }), call: { status } })).toEqual({
      do: 'nothing',
      state: 'settled',
    });
  });

  it('that is parked waits for what it waits for, and is made when that has ended', () => {
    const approved = asked({ status: 'approved' });
    expect(decideStep({ ...approved, wait: { id: 'w', ended_at: null } })).toEqual({
      do: 'wait',
      approval: { requestId: 'w' },
    });
    const ended = { id: 'w', ended_at: new Date(0) };
    expect(decideStep({ ...approved, wait: ended })).toEqual({ do: 'execute', isResend: false });
    expect(shown({ ...asked({ status: 'rejected' }), wait: ended })).toBe('rejected');
  });

  it('waits for a person as long as the request says', () => {
    const approval = { requestId: 'r', expiresInMs: 5 };
    expect(decideStep(asked({ expires_ms: 5 }))).toEqual({ do: 'wait', approval });
  });

  it('goes the way that its request went, and takes its run along where the policy says so', () => {
    const steps = (request: Asked) => STATUSES.map((status) => shown(asked({ ...request, status })));
    expect(steps({})).toEqual(['wait', 'execute', 'rejected', 'expired', 'cancelled']);
    expect(steps({ on_reject: 'fail' })).toEqual([
      'wait',
      'execute',
      'rejected, fails: APPROVAL_REJECTED',
      'expired, fails: APPROVAL_EXPIRED',
      'cancelled',
    ]);
  });

  it('whose approval has lapsed ends as one that nobody approved, which a person was not too late for', () => {
    expect(shown(asked({ status: 'approved', lapsed: true }))).toBe('expired');
    expect(shown(asked({ status: 'approved', lapsed: true, on_reject: 'fail' }))).toBe(
      'expired, fails: APPROVAL_EXPIRED',
    );
    const told = (request: Asked) => JSON.stringify(decideStep(asked(request)));
    for (const status of ['approved', 'expired'] as const)
      expect(told({ status, lapsed: true })).toContain('approval of the call lapsed');
    expect(told({ status: 'expired' })).toContain('nobody decided');
    expect(shown(asked({ kind: 'confirm_effect', status: 'rejected', lapsed: true }))).toBe('make again');
  });

  it('that may have happened is settled by who knows, made again where it did not, and never fails its run', () => {
    const steps = STATUSES.map((status) => shown(asked({ kind: 'confirm_effect', on_reject: 'fail', status })));
    expect(steps).toEqual(['wait', 'success, done', 'make again', 'unknown, unknown', 'unknown, unknown']);
  });

  it('tells the model what a person said of it', () => {
    const told = decideStep(asked({ status: 'rejected', decision_note: 'too dear' }));
    expect(told).toMatchObject({ end: { result: { code: 'call_rejected_with_note', params: { note: 'too dear' } } } });
  });
});
