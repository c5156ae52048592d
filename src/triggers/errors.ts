import { DomainError } from '../platform/errors.ts';

/** Errors that senders of rejected deliveries get. */
export const triggerErrors = {
  paused: (eventId: string) =>
    new DomainError(409, 'TRIGGER_PAUSED', 'the trigger is paused', { trigger_event_id: eventId }),
  rejected: (eventId: string) =>
    new DomainError(409, 'TRIGGER_REJECTED', 'no run was started: read the event of the trigger for the reason', {
      trigger_event_id: eventId,
    }),
};
