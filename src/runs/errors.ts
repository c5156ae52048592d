import { DomainError } from '../platform/errors.ts';
import type { Message } from '../platform/messages.ts';
import type { RunError } from './contract.ts';

/** What can go wrong with runs of any kind. */
export const runErrors = {
  runEnded: (runId: string) =>
    new DomainError(409, 'RUN_ENDED', 'the run has ended; there is nothing to stop', { run_id: runId }),
};

/** Why a run failed, with the code of its message. */
export function toRunError(reason: string, { msg, code, params }: Message): RunError {
  return { reason, message: msg, code, params };
}
