import { getMailLanguage } from '../../src/identity/mail-language.ts';
import { claimLowAccounts, releaseLowAccount, toLowCreditMail } from '../../src/organizations/credit-alerts.ts';
import type { ActivityContext } from '../context.ts';

/**
 * Mails organizations with low_credit_alerts when their credits run low. Failed mails are retried in the next cycle.
 */
export async function alertLowCredits(ctx: ActivityContext): Promise<void> {
  const threshold = ctx.config.lowCreditThreshold;
  for (const account of await claimLowAccounts(ctx.db, threshold)) {
    try {
      const language = await getMailLanguage(ctx.db, account.contact_email);
      await ctx.mailer.send(account.contact_email, toLowCreditMail(language, account, threshold));
    } catch (error) {
      ctx.log.warn({ err: error, org_id: account.org_id }, 'could not mail a low-credit alert');
      await releaseLowAccount(ctx.db, account.org_id);
    }
  }
}
