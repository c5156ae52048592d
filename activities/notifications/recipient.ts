import { getMailLanguage } from '../../src/identity/mail-language.ts';
import { findVerifiedAddress, wantsMail } from '../../src/identity/users.ts';
import type { NotificationKind } from '../../src/notifications/contract.ts';
import { notificationFailures } from '../../src/notifications/failures.ts';
import type { ClaimedNotification } from '../../src/notifications/outbox.ts';
import { findOrganization } from '../../src/organizations/queries.ts';
import type { Executor } from '../../src/platform/db/client.ts';
import type { MailLanguage } from '../../src/platform/mail/texts/index.ts';
import type { Message } from '../../src/platform/messages.ts';

/** Recipient as of now, or why there is none. */
type ResolvedRecipient = { readonly address: string; readonly language: MailLanguage } | { readonly missing: Message };

/** Resolves the address and language of a recipient. Respects the settings of the user. */
export async function resolveRecipient(
  db: Executor,
  kind: NotificationKind,
  { address, user_id: userId, org_id: orgId, language }: ClaimedNotification,
): Promise<ResolvedRecipient> {
  const own = address ?? (userId === null ? undefined : await findVerifiedAddress(db, userId));
  if (userId !== null && own !== undefined && kind.isOptional && !(await wantsMail(db, userId, kind.name)))
    return { missing: notificationFailures.notification_unwanted };
  const found = own ?? (orgId === null ? undefined : (await findOrganization(db, orgId))?.contact_email);
  if (found === undefined) return { missing: notificationFailures.notification_without_address };
  return { address: found, language: await getMailLanguage(db, found, language ?? undefined) };
}
