import { DomainError } from '../platform/errors.ts';

/** What can go wrong with runs of any kind. */
export const runErrors = {
  runEnded: (runId: string) =>
    new DomainError(409, 'RUN_ENDED', 'the run has ended; there is nothing to stop', { run_id: runId }),
};
