import { DomainError } from '../platform/errors.ts';

/** What senders are told of deliveries that start nothing. */
export const triggerErrors = {
  paused: (eventId: string) =>
    new DomainError(409, 'TRIGGER_PAUSED', 'the trigger is paused', { trigger_event_id: eventId }),
  rejected: (eventId: string) =>
    new DomainError(409, 'TRIGGER_REJECTED', 'no run was started; the event of the trigger says why', {
      trigger_event_id: eventId,
    }),
};
