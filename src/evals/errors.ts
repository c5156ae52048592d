import { DomainError } from '../platform/errors.ts';

/** What can go wrong with evals. */
export const evalErrors = {
  setInUse: (setId: string) =>
    new DomainError(409, 'EVAL_SET_IN_USE', 'an eval that has not ended works at this set; stop it or let it end', {
      eval_set_id: setId,
    }),
  nothingToCompare: (why: string) => new DomainError(409, 'NOTHING_TO_EVALUATE', why),
};
