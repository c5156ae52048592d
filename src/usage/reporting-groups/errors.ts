import { DomainError } from '../../platform/errors.ts';

/** Errors of reporting groups. */
export const reportingGroupErrors = {
  alreadyExists: (name: string) =>
    new DomainError(
      409,
      'REPORTING_GROUP_ALREADY_EXISTS',
      'another reporting group of this project has this name; choose another one',
      {
        name,
      },
    ),
};
