import {
  claimMail,
  listMailRecipients,
  type MailRecipient,
  releaseMail,
  toApprovalMail,
} from '../../src/agents/approvals/mails.ts';
import { runBestEffort } from '../../src/platform/best-effort.ts';
import type { ActivityContext } from '../context.ts';

/** Mails people about pending requests. The next cycle repeats failed mails. */
export async function mailDeciders(ctx: ActivityContext): Promise<void> {
  for (const waiting of await listMailRecipients(ctx.db))
    await runBestEffort(ctx.log, 'mail pending approval requests', () => mailDecider(ctx, waiting), {
      user_id: waiting.user_id,
    });
}

async function mailDecider(ctx: ActivityContext, waiting: MailRecipient): Promise<void> {
  if (!(await claimMail(ctx.db, waiting))) return;
  try {
    await ctx.mailer.send(waiting.email, toApprovalMail(waiting, ctx.config.publicUrl));
  } catch (error) {
    await releaseMail(ctx.db, waiting);
    throw error;
  }
}
