/** What is to be done with a tool call, by what is stored of it. Pure. */

import type { RunError } from '../../runs/contract.ts';
import { toRunError } from '../../runs/errors.ts';
import type { ApprovalStatus, PendingApproval } from '../contract.ts';
import { agentFailures } from '../failures.ts';
import type { ToolOutcome } from '../tables.ts';
import type { CallInRun } from './calls.ts';
import type { CallEnd } from './settle.ts';

export type CallStep =
  /** Nothing: it has ended, or its run has. */
  | { readonly do: 'nothing'; readonly state: 'settled' | 'stop' }
  | { readonly do: 'wait'; readonly approval: PendingApproval }
  /** `again`: it was sent before, and a person says that it did not happen. */
  | { readonly do: 'execute'; readonly isResend: boolean }
  /** `failure` ends the run with it. */
  | { readonly do: 'end'; readonly end: CallEnd; readonly failure: RunError | undefined };

type Request = Pick<
  NonNullable<CallInRun['request']>,
  'id' | 'kind' | 'status' | 'on_reject' | 'decision_note' | 'expires_ms' | 'lapsed'
>;

/** The parts of a call that decide about it. */
export interface CallState {
  readonly run: Pick<CallInRun['run'], 'status' | 'completed'>;
  readonly call: Pick<CallInRun['call'], 'status'>;
  readonly request: Request | undefined;
  /** What it was last parked for. */
  readonly wait?: Pick<NonNullable<CallInRun['wait']>, 'id' | 'ended_at'>;
}

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

/** Why nobody's yes counts. */
const UNDECIDED = toRunError('APPROVAL_EXPIRED', agentFailures.call_undecided);
const LAPSED = toRunError('APPROVAL_EXPIRED', agentFailures.approval_lapsed);

/** Where a person was asked before the call. */
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

/** The effect of a call that nobody could tell about stays unknown, and the model is told so. */
const endAsUnknown = () => endCall('unknown', toRunError('EFFECT_UNKNOWN', agentFailures.effect_unknown), 'unknown');

/** Where a person was asked whether the call happened: yes settles it, no sends it once more under the same key. */
const AFTER_CALL: Steps = {
  pending: wait,
  approved: () =>
    endCall(
      'success',
      {
        confirmed: true,
        message: 'The connection broke off, but a person confirmed that the call took effect. Its answer is not known.',
      },
      'done',
    ),
  rejected: () => ({ do: 'execute', isResend: true }),
  expired: endAsUnknown,
  cancelled: endAsUnknown,
};
