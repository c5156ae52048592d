import { DomainError, errors } from '../../platform/errors.ts';

/** What can go wrong with feedback. */
export const feedbackErrors = {
  alreadyGiven: (name: string) =>
    new DomainError(409, 'FEEDBACK_ALREADY_EXISTS', 'you have given this run a score of this name; change that one', {
      name,
    }),
  saysNothing: () => errors.invalid('value', 'is missing: feedback has a value, a note or both', 'missing'),
};
