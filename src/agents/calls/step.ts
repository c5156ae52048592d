/** Determines the next step of a tool call from its stored state. Pure. */

import type { RunError } from '../../runs/contract.ts';
import { toRunError } from '../../runs/errors.ts';
import type { ApprovalStatus, PendingApproval } from '../contract.ts';
import { agentFailures } from '../failures.ts';
import type { ToolOutcome } from '../tables.ts';
import type { CallInRun } from './calls.ts';
import type { CallEnd } from './settle.ts';

/** Next step of a tool call. */
type CallStep =
  /** No step: the call or its run has ended. */
  | { readonly do: 'nothing'; readonly state: 'settled' | 'stop' }
  | { readonly do: 'wait'; readonly approval: PendingApproval }
  /** `isResend`: it was sent before, and a person denied that it happened. */
  | { readonly do: 'execute'; readonly isResend: boolean }
  /** `failure` also ends the run. */
  | { readonly do: 'end'; readonly end: CallEnd; readonly failure: RunError | undefined };

type Request = Pick<
  NonNullable<CallInRun['request']>,
  'id' | 'kind' | 'status' | 'on_reject' | 'decision_note' | 'expires_ms' | 'lapsed'
>;

/** The parts of a call that determine its next step. */
export interface CallState {
  readonly run: Pick<CallInRun['run'], 'status' | 'completed'>;
  readonly call: Pick<CallInRun['call'], 'status'>;
  readonly request: Request | undefined;
  /** Its last wait. */
  readonly wait?: Pick<NonNullable<CallInRun['wait']>, 'id' | 'ended_at'>;
}

/** Returns the next step of a tool call by its stored state. Pure. */
export function decideStep({ run, call, request, wait: parked }: CallState): CallStep {
  if (run.completed !== null || run.status === 'cancelling') return { do: 'nothing', state: 'stop' };
  if (call.status === 'done' || call.status === 'cancelled') return { do: 'nothing', state: 'settled' };
  if (parked?.ended_at === null) return { do: 'wait', approval: { requestId: parked.id } };
  if (request === undefined) return { do: 'execute', isResend: false };
  return (request.kind === 'confirm_effect' ? AFTER_CALL : BEFORE_CALL)[request.status](request);
}

type Steps = Readonly<Record<ApprovalStatus, (request: Request) => CallStep>>;

const wait = ({ id, expires_ms }: Request): CallStep => ({
  do: 'wait',
  approval: { requestId: id, expiresInMs: expires_ms ?? undefined },
});

const endCall = (outcome: ToolOutcome, result: unknown, effect?: CallEnd['effect']): CallStep => ({
  do: 'end',
  end: { outcome, result, effect },
  failure: undefined,
});

function rejectCall(outcome: ToolOutcome, { on_reject }: Request, error: RunError): CallStep {
  return { do: 'end', end: { outcome, result: error }, failure: on_reject === 'fail' ? error : undefined };
}

/** Error of a call whose request expired. */
const UNDECIDED = toRunError('APPROVAL_EXPIRED', agentFailures.call_undecided);
const LAPSED = toRunError('APPROVAL_EXPIRED', agentFailures.approval_lapsed);

/** Steps of a request for approval before the call. */
const BEFORE_CALL: Steps = {
  pending: wait,
  approved: (request) => (request.lapsed ? rejectCall('expired', request, LAPSED) : { do: 'execute', isResend: false }),
  rejected(request) {
    const { decision_note: note } = request;
    const message = note ? agentFailures.call_rejected_with_note({ note }) : agentFailures.call_rejected;
    return rejectCall('rejected', request, toRunError('APPROVAL_REJECTED', message));
  },
  expired: (request) => rejectCall('expired', request, request.lapsed ? LAPSED : UNDECIDED),
  cancelled: () => endCall('cancelled', toRunError('APPROVAL_CANCELLED', agentFailures.request_cancelled)),
};

/** The effect of an undecided call stays unknown, and the model is informed. */
const endAsUnknown = () => endCall('unknown', toRunError('EFFECT_UNKNOWN', agentFailures.effect_unknown), 'unknown');

/** Steps of a `confirm_effect` request: approving settles the call, rejecting sends it again with the same key. */
const AFTER_CALL: Steps = {
  pending: wait,
  approved: () =>
    endCall(
      'success',
      {
        confirmed: true,
        message: 'The connection broke off, but a person confirmed that the call took effect. Its result is not known.',
      },
      'done',
    ),
  rejected: () => ({ do: 'execute', isResend: true }),
  expired: endAsUnknown,
  cancelled: endAsUnknown,
};
