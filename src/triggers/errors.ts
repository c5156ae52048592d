import { DomainError } from '../platform/errors.ts';

/** What can go wrong with triggers. */
export const triggerErrors = {
  paused: () => new DomainError(409, 'TRIGGER_PAUSED', 'the trigger is paused'),
  keepsFailing: (failures: number) =>
    new DomainError(409, 'TRIGGER_KEEPS_FAILING', `the last ${failures} times that it was to start a run all failed`),
  creatorMayNot: (permission: string) =>
    new DomainError(
      403,
      'TRIGGER_CREATOR_MAY_NOT',
      `whoever made the trigger does not hold ${permission} on its target any more`,
    ),
};
