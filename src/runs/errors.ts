import { DomainError } from '../platform/errors.ts';
import { defineMessages, type Message } from '../platform/messages.ts';
import type { RunError } from './contract.ts';

/** Errors of runs of any kind. */
export const runErrors = {
  runEnded: (runId: string) =>
    new DomainError(409, 'RUN_ENDED', 'the run has ended; there is nothing to stop', { run_id: runId }),
  tooDeep: (limit: number) =>
    new DomainError(
      409,
      'AGENTS_TOO_DEEP',
      `runs may start each other at most ${limit} levels deep; no run was started`,
      {
        limit,
      },
    ),
};

/** Failure messages of runs of any kind, as their records store them. */
export const runFailures = defineMessages({
  provider_away_too_long: 'the provider was unavailable for the maximum wait of the run: {cause}',
});

/** Returns the message of a failed run's error. */
export function messageFromError({ message, code, params = {} }: RunError): Message | string {
  return code === undefined ? message : { msg: message, code, params };
}

/** Creates the error of a failed run from a message. */
export function toRunError(reason: string, { msg, code, params }: Message): RunError {
  return { reason, message: msg, code, params };
}
