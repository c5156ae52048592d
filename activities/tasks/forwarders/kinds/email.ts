import { getMailLanguage } from '../../../../src/identity/mail-language.ts';
import { isPermanentRejection, toMailProblem } from '../../../../src/platform/mail/errors.ts';
import { consumeMailQuota, releaseMailQuota } from '../../../../src/platform/mail/quota.ts';
import type { MailMessage } from '../../../../src/platform/mail/templates.ts';
import { type AttemptOutcome, recordRecipient } from '../../../../src/tasks/forwarders/attempts.ts';
import { forwarderFailures } from '../../../../src/tasks/forwarders/failures.ts';
import type { EmailConfig } from '../../../../src/tasks/forwarders/kinds/email.ts';
import { toRunMail } from '../../../../src/tasks/forwarders/mail.ts';
import type { ActivityContext } from '../../../context.ts';
import type { ForwarderSender } from './kind.ts';

/** Sends an email to each recipient that has not received it yet. */
export const email: ForwarderSender = {
  name: 'email',
  async send(ctx, { delivery, run }, signal) {
    const config = delivery.config as EmailConfig;
    const failures: AttemptOutcome[] = [];
    for (const address of config.to.filter((to) => !delivery.reached.includes(to))) {
      signal.throwIfAborted();
      const message = toRunMail(await getMailLanguage(ctx.db, address), config, run, delivery);
      const failure = await sendMail(ctx, address, message);
      if (failure) failures.push(failure);
      else await recordRecipient(ctx.db, delivery.id, address);
    }
    // A retryable failure wins, so that the delivery is retried.
    return failures.find(({ isFinal: final }) => !final) ?? failures[0] ?? { delivered: true };
  },
};

/** Sends an email within the rate limit of the mailbox. Returns the outcome if it fails. */
async function sendMail(
  ctx: ActivityContext,
  address: string,
  message: MailMessage,
): Promise<AttemptOutcome | undefined> {
  const perHour = ctx.config.mailRateLimit;
  const waitSeconds = await consumeMailQuota(ctx.db, perHour, address);
  if (waitSeconds > 0)
    return {
      delivered: false,
      reason: forwarderFailures.mailbox_full_hour({ address }),
      retryAfterMs: waitSeconds * 1000,
    };
  try {
    await ctx.mailer.send(address, message);
    return undefined;
  } catch (error) {
    await releaseMailQuota(ctx.db, perHour, address);
    const reason = forwarderFailures.recipient_not_reached({ address, cause: toMailProblem(error) });
    return { delivered: false, reason, isFinal: isPermanentRejection(error) };
  }
}
