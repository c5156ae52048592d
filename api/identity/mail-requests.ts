import type { NotificationKind } from '../../src/notifications/contract.ts';
import { enqueueNotification } from '../../src/notifications/outbox.ts';
import { newId } from '../../src/platform/ids.ts';
import { normalizeAddress } from '../../src/platform/mail/address.ts';
import { consumeMailQuota } from '../../src/platform/mail/quota.ts';
import type { MailLanguage } from '../../src/platform/mail/texts/index.ts';
import type { ApiContext } from '../context.ts';

/**
 * Stores a mail that someone requests for an address. Does the same for every address, so that neither response nor
 * timing reveals whether an account exists: the worker decides later what to send. Drops requests over the limit of the
 * mailbox. `language` is that of the requesting page.
 */
export async function requestMail<Data>(
  { db, config, log }: ApiContext,
  kind: NotificationKind<Data>,
  email: string,
  data: Data,
  language: MailLanguage,
): Promise<void> {
  const address = normalizeAddress(email);
  if ((await consumeMailQuota(db, config.mailRateLimit, address)) > 0) {
    log.info({}, 'a requested mail was not sent: its recipient has reached the limit');
    return;
  }
  await enqueueNotification(db, kind, { key: newId(), to: { address }, data, language });
}
