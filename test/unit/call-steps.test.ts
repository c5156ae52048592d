import { describe, expect, it } from 'vitest';
import { type CallState, decideStep } from '../../src/agents/calls/step.ts';

const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const;

type Asked = Partial<NonNullable<CallState['request']>>;

/** A waiting or ready call with its approval request. */
function createCall(request: Asked): CallState {
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

/** Formats a step: how a call ends, with its effect, and whether its run ends with it. */
function formatStep(state: CallState): string {
  const step = decideStep(state);
  if (step.do !== 'end') return step.do === 'execute' && step.isResend ? 'make again' : step.do;
  const { end, failure } = step;
  return [end.outcome, end.effect, failure && `fails: ${failure.reason}`].filter(Boolean).join(', ');
}

describe('a call', () => {
  it('without an approval request is made', () => {
    expect(decideStep({ ...createCall({}), request: undefined })).toEqual({ do: 'execute', isResend: false });
  });

  it.each(['completed', 'cancelling'])('of a run that is %s is not made, whatever was decided', (status) => {
    const run = { status, completed: status === 'completed' ? '2026-01-01' : null } as CallState['run'];
    for (const decided of STATUSES)
      expect(decideStep({ ...createCall({ status: decided }), run })).toEqual({ do: 'nothing', state: 'stop' });
  });

  it.each(['done', 'cancelled'] as const)('that is %s is not made', (status) => {
    expect(decideStep({ ...createCall({ status: 'approved' }), call: { status } })).toEqual({
      do: 'nothing',
      state: 'settled',
    });
  });

  it('that is parked waits for its cause, and is made when that has ended', () => {
    const approved = createCall({ status: 'approved' });
    expect(decideStep({ ...approved, wait: { id: 'w', ended_at: null } })).toEqual({
      do: 'wait',
      approval: { requestId: 'w' },
    });
    const ended = { id: 'w', ended_at: new Date(0) };
    expect(decideStep({ ...approved, wait: ended })).toEqual({ do: 'execute', isResend: false });
    expect(formatStep({ ...createCall({ status: 'rejected' }), wait: ended })).toBe('rejected');
  });

  it('waits for a person until the request expires', () => {
    const approval = { requestId: 'r', expiresInMs: 5 };
    expect(decideStep(createCall({ expires_ms: 5 }))).toEqual({ do: 'wait', approval });
  });

  it('follows the status of its request, and ends its run if the policy says so', () => {
    const steps = (request: Asked) => STATUSES.map((status) => formatStep(createCall({ ...request, status })));
    expect(steps({})).toEqual(['wait', 'execute', 'rejected', 'expired', 'cancelled']);
    expect(steps({ on_reject: 'fail' })).toEqual([
      'wait',
      'execute',
      'rejected, fails: APPROVAL_REJECTED',
      'expired, fails: APPROVAL_EXPIRED',
      'cancelled',
    ]);
  });

  it('whose approval has lapsed ends as not approved, unlike an expired request', () => {
    expect(formatStep(createCall({ status: 'approved', lapsed: true }))).toBe('expired');
    expect(formatStep(createCall({ status: 'approved', lapsed: true, on_reject: 'fail' }))).toBe(
      'expired, fails: APPROVAL_EXPIRED',
    );
    const report = (request: Asked) => JSON.stringify(decideStep(createCall(request)));
    for (const status of ['approved', 'expired'] as const)
      expect(report({ status, lapsed: true })).toContain('approval of the call lapsed');
    expect(report({ status: 'expired' })).toContain('nobody decided');
    expect(formatStep(createCall({ kind: 'confirm_effect', status: 'rejected', lapsed: true }))).toBe('make again');
  });

  it('with an unknown outcome is settled by a person, repeated if it did not happen, and never fails its run', () => {
    const steps = STATUSES.map((status) =>
      formatStep(createCall({ kind: 'confirm_effect', on_reject: 'fail', status })),
    );
    expect(steps).toEqual(['wait', 'success, done', 'make again', 'unknown, unknown', 'unknown, unknown']);
  });

  it('passes the note of a person to the model', () => {
    const step = decideStep(createCall({ status: 'rejected', decision_note: 'too dear' }));
    expect(step).toMatchObject({ end: { result: { code: 'call_rejected_with_note', params: { note: 'too dear' } } } });
  });
});
