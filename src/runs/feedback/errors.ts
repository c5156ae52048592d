import { DomainError, errors } from '../../platform/errors.ts';
import { runProblems } from '../problems.ts';

/** Errors of feedback. */
export const feedbackErrors = {
  duplicateScore: (name: string) =>
    new DomainError(
      409,
      'FEEDBACK_ALREADY_EXISTS',
      'you have already given this run a score of this name; change that score',
      {
        name,
      },
    ),
  empty: () => errors.invalid('value', runProblems.feedback_empty),
};
