import { DomainError } from '../../platform/errors.ts';

/** What can go wrong with reporting groups. */
export const reportingGroupErrors = {
  alreadyExists: (name: string) =>
    new DomainError(409, 'REPORTING_GROUP_ALREADY_EXISTS', 'a reporting group of this project has this name already', {
      name,
    }),
};
