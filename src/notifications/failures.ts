import { defineMessages } from '../platform/messages.ts';

/** Why a notification was not delivered. */
export const notificationFailures = defineMessages({
  notification_kind_unknown: 'this kind of notifications no longer exists',
  notification_unwanted: 'the user does not want notifications of this kind',
  notification_without_address: 'the recipient has no address',
  notification_obsolete: 'there is nothing to report any more',
  notification_too_late: 'it was not delivered in time: {cause, select, none {no attempt was made} other {{cause}}}',
  mailbox_full: 'the address received too many mails this hour; delivery will be retried',
});
