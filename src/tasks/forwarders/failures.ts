import { defineMessages } from '../../platform/messages.ts';

/** Why a delivery failed, or its forwarder was paused. */
export const forwarderFailures = defineMessages({
  receiver_gone: 'the receiver returned 410: it no longer exists',
  receiver_redirects: 'the receiver returned {status}, a redirect, which is not followed',
  receiver_status: 'the receiver returned {status}',
  mailbox_full_hour: '{address} has reached its hourly limit of mails',
  recipient_not_reached: '{address}: {cause}',
  run_deleted: 'the run no longer exists',
  forwarder_deleted: 'the forwarder was deleted',
  paused_by_editor: 'paused by an editor',
  destination_changed:
    'a person who cannot see this run changed the destination of the forwarder: someone who can see it must deliver it again',
});
