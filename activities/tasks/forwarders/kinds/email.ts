import { getMailLanguage } from '../../../../src/identity/mail-language.ts';
import { returnMail, takeMail } from '../../../../src/platform/mail/allowance.ts';
import { isRefusal, mailProblem } from '../../../../src/platform/mail/faults.ts';
import type { Letter } from '../../../../src/platform/mail/templates.ts';
import { noteReached, type TryOutcome } from '../../../../src/tasks/forwarders/attempts.ts';
import type { EmailConfig } from '../../../../src/tasks/forwarders/kinds/email.ts';
import { runLetter } from '../../../../src/tasks/forwarders/letter.ts';
import type { ActivityContext } from '../../../context.ts';
import type { ActingForwarder } from './kind.ts';

/** Mails each of the addresses that has no mail of it yet. */
export const email: ActingForwarder = {
  name: 'email',
  async send(ctx, { delivery, run }, signal) {
    const config = delivery.config as EmailConfig;
    const failures: TryOutcome[] = [];
    for (const address of config.to.filter((to) => !delivery.reached.includes(to))) {
      signal.throwIfAborted();
      const letter = runLetter(await getMailLanguage(ctx.db, address), config, run, delivery);
      const failure = await mail(ctx, address, letter);
      if (failure) failures.push(failure);
      else await noteReached(ctx.db, delivery.id, address);
    }
    // As long as one may still get it, it is tried again.
    return failures.find(({ final }) => !final) ?? failures[0] ?? { delivered: true };
  },
};

/** Sends a mail where the mailbox may get one. Answers what kept it from being sent. */
async function mail(ctx: ActivityContext, address: string, letter: Letter): Promise<TryOutcome | undefined> {
  const perHour = ctx.config.mailRateLimit;
  const seconds = await takeMail(ctx.db, perHour, address);
  if (seconds > 0)
    return { delivered: false, reason: `${address} has had its mails for this hour`, askedMs: seconds * 1000 };
  try {
    await ctx.mailer.send(address, letter);
    return undefined;
  } catch (error) {
    await returnMail(ctx.db, perHour, address);
    return { delivered: false, reason: `${address}: ${mailProblem(error)}`, final: isRefusal(error) };
  }
}
