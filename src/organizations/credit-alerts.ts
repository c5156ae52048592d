import { sql } from 'kysely';
import type { Executor } from '../platform/db/client.ts';
import type { MailMessage } from '../platform/mail/templates.ts';
import { getMailTexts, type MailLanguage } from '../platform/mail/texts/index.ts';

/** Organization that receives low-credit alerts. */
export interface LowCreditAccount {
  readonly org_id: string;
  readonly name: string;
  readonly contact_email: string;
  /** Exact decimal. */
  readonly credits: string;
}

/**
 * Claims organizations with low_credit_alerts whose credits fell below the threshold (an exact decimal) since their
 * last alert. Rising above the threshold resets the alert.
 */
export async function claimLowAccounts(db: Executor, threshold: string): Promise<LowCreditAccount[]> {
  await sql`update organization_accounts set alerted_at = null
    where alerted_at is not null and credits >= ${threshold}::numeric`.execute(db);
  const { rows } = await sql<LowCreditAccount>`
    update organization_accounts a set alerted_at = now() from organizations o
    where o.id = a.org_id and o.low_credit_alerts and o.deleted_at is null and a.alerted_at is null
      and a.credits < ${threshold}::numeric
    returning a.org_id, o.name, o.contact_email, a.credits`.execute(db);
  return rows;
}

/** Releases an organization whose mail failed, for the next cycle. */
export async function releaseLowAccount(db: Executor, orgId: string): Promise<void> {
  await db.updateTable('organization_accounts').set({ alerted_at: null }).where('org_id', '=', orgId).execute();
}

/** Mail about low credits. */
export function toLowCreditMail(
  language: MailLanguage,
  { name, credits }: LowCreditAccount,
  threshold: string,
): MailMessage {
  const { lowCredits } = getMailTexts(language);
  return {
    language,
    subject: lowCredits.subject(name),
    paragraphs: [lowCredits.balance(name, credits, threshold), lowCredits.consequence],
    footnotes: [lowCredits.reason],
  };
}
