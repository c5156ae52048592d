import { ToolFailure } from '../../../src/agents/builtin/index.ts';
import type { CallEnd } from '../../../src/agents/calls/settle.ts';
import type { CallWait } from '../../../src/agents/calls/waits.ts';
import type { CallOutcome, TurnOutcome } from '../../../src/agents/contract.ts';
import type { AgentRevisionRow } from '../../../src/agents/queries.ts';
import type { StartedTurn } from '../../../src/agents/turns/turns.ts';
import { OutboundError } from '../../../src/platform/http/guarded-client.ts';
import type { Message } from '../../../src/platform/messages.ts';
import type { Declined, RunError } from '../../../src/runs/contract.ts';
import { toRunError } from '../../../src/runs/errors.ts';
import type { UnavailableFailure } from '../../../src/runs/provider-wait.ts';

/** An attempt at a turn. */
export interface TurnInProgress {
  readonly run: StartedTurn;
  readonly turn: number;
  readonly revision: AgentRevisionRow;
  /** Number of earlier model failures at this turn. */
  readonly failures: number;
}

export const FINISHED: TurnOutcome = { state: 'finished' };
/** The run waits until it is resumed. */
export const PAUSED: TurnOutcome = { state: 'waiting' };
export const SETTLED: CallOutcome = { state: 'settled' };
export const STOP: CallOutcome = { state: 'stop' };

/** The result of a step of a call, before it is stored. */
export type CallResult =
  /** `failure` also ends the run. */
  | ({ readonly state: 'ended'; readonly failure?: RunError | undefined } & CallEnd)
  /** `sent`: the call may still have taken effect. */
  | { readonly state: 'failed'; readonly error: RunError; readonly sent: boolean }
  /** This attempt does not send the call. An earlier attempt may have sent it. */
  | { readonly state: 'refused'; readonly error: RunError }
  /** An earlier attempt may have sent the call, and its tool does not allow a repeat. */
  | { readonly state: 'sent_earlier' }
  /** The call had no effect and waits. */
  | { readonly state: 'waiting'; readonly wait: CallWait }
  /**
   * The call's connection is unavailable. `sent`: the call may still have taken effect. `otherwise`: the result if the
   * call does not wait for so many milliseconds.
   */
  | {
      readonly state: 'unavailable';
      readonly failure: UnavailableFailure;
      readonly sent: boolean;
      readonly maxWaitMs: number;
      readonly otherwise: CallResult;
    }
  /** The call's rows have changed: reload it. */
  | { readonly state: 'changed' }
  /** Nothing is to be stored. */
  | { readonly state: 'outcome'; readonly outcome: CallOutcome | Declined };

export const toSuccess = (result: unknown): CallResult => ({ state: 'ended', outcome: 'success', result });

/** Returns a failure. Texts of other servers and of tools have no code. */
export const toFailure = (reason: string, message: Message | string): CallResult => ({
  state: 'failed',
  error: typeof message === 'string' ? { reason, message } : toRunError(reason, message),
  sent: false,
});

export const toRefusal = (error: RunError): CallResult => ({ state: 'refused', error });

/** Converts an error of a tool to an error for the model. Returns undefined for other errors: the step is repeated. */
export function toToolError(error: unknown): RunError | undefined {
  if (error instanceof ToolFailure) return { reason: 'TOOL_FAILED', message: error.message };
  if (error instanceof OutboundError)
    return error.reason === 'aborted' ? undefined : { reason: error.reason.toUpperCase(), message: error.message };
  return undefined;
}
