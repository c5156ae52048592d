import { notificationFailures } from '../../../src/notifications/failures.ts';
import { isPermanentRejection, toMailProblem } from '../../../src/platform/mail/errors.ts';
import { consumeMailQuota, releaseMailQuota } from '../../../src/platform/mail/quota.ts';
import type { Channel } from './channel.ts';

/** Sends notifications as emails. Repeats have the same Message-ID. */
export const mail: Channel = {
  limitProblem: notificationFailures.mailbox_full,
  reserve: async ({ db, config }, address) => (await consumeMailQuota(db, config.mailRateLimit, address)) * 1000,
  release: ({ db, config }, address) => releaseMailQuota(db, config.mailRateLimit, address),
  send: ({ mailer }, address, message) => mailer.send(address, message),
  isPermanent: isPermanentRejection,
  toProblem: toMailProblem,
};
