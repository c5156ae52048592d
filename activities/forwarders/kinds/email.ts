import { noteReached, type TryOutcome } from '../../../src/forwarders/attempts.ts';
import type { EmailConfig } from '../../../src/forwarders/kinds/email.ts';
import { runLetter } from '../../../src/forwarders/letter.ts';
import { mailLanguage } from '../../../src/identity/mail-language.ts';
import { isPermanentRejection, toMailProblem } from '../../../src/platform/mail/errors.ts';
import { consumeMailQuota, releaseMailQuota } from '../../../src/platform/mail/quota.ts';
import type { MailMessage } from '../../../src/platform/mail/templates.ts';
import type { ActivityContext } from '../../context.ts';
import type { ActingForwarder } from './kind.ts';

/** Mails each of the addresses that has no mail of it yet. */
export const email: ActingForwarder = {
  name: 'email',
  async send(ctx, { delivery, run }, signal) {
    const config = delivery.config as EmailConfig;
    const failures: TryOutcome[] = [];
    for (const address of config.to.filter((to) => !delivery.reached.includes(to))) {
      signal.throwIfAborted();
      const letter = runLetter(await mailLanguage(ctx.db, address), config, run, delivery);
      const failure = await mail(ctx, address, letter);
      if (failure) failures.push(failure);
      else await noteReached(ctx.db, delivery.id, address);
    }
    // As long as one may still get it, it is tried again.
    return failures.find(({ final }) => !final) ?? failures[0] ?? { delivered: true };
  },
};

/** Sends a mail where the mailbox may get one. Answers what kept it from being sent. */
async function mail(ctx: ActivityContext, address: string, letter: MailMessage): Promise<TryOutcome | undefined> {
  const perHour = ctx.config.mailRateLimit;
  const seconds = await consumeMailQuota(ctx.db, perHour, address);
  if (seconds > 0)
    return { delivered: false, reason: `${address} has had its mails for this hour`, askedMs: seconds * 1000 };
  try {
    await ctx.mailer.send(address, letter);
    return undefined;
  } catch (error) {
    await releaseMailQuota(ctx.db, perHour, address);
    return { delivered: false, reason: `${address}: ${toMailProblem(error)}`, final: isPermanentRejection(error) };
  }
}
