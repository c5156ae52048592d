import { sql } from 'kysely';
import type { NotificationKind } from '../../notifications/contract.ts';
import { getMailTexts } from '../../platform/mail/texts/index.ts';

/** Organization whose credits fell below a threshold. */
interface LowCredits {
  readonly name: string;
  /** Exact decimals. */
  readonly credits: string;
  readonly threshold: string;
}

/**
 * Alert to the contact of an organization with low_credit_alerts whose credits fell below the threshold since its last
 * alert. Rising above the threshold resets the alert.
 */
export const lowCredits: NotificationKind<LowCredits> = {
  name: 'low_credits',
  channels: ['mail'],
  isOptional: false,
  isLimited: false,
  maxAgeMs: 7 * 86_400_000,
  async collect({ trx, config: { lowCreditThreshold: threshold } }) {
    await sql`update organization_accounts set alerted_at = null
      where alerted_at is not null and credits >= ${threshold}::numeric`.execute(trx);
    const { rows } = await sql<Omit<LowCredits, 'threshold'> & { readonly org_id: string; readonly alert: string }>`
      update organization_accounts a set alerted_at = now() from organizations o
      where o.id = a.org_id and o.low_credit_alerts and o.deleted_at is null and a.alerted_at is null
        and a.credits < ${threshold}::numeric
      returning a.org_id, o.name, a.credits, a.alerted_at::text as alert`.execute(trx);
    return rows.map(({ org_id: orgId, name, credits, alert }) => ({
      key: `${orgId} ${alert}`,
      to: { orgId },
      data: { name, credits, threshold },
    }));
  },
  async compose(_ctx, { language, data: { name, credits, threshold } }) {
    const texts = getMailTexts(language).lowCredits;
    return {
      language,
      subject: texts.subject(name),
      paragraphs: [texts.balance(name, credits, threshold), texts.consequence],
      footnotes: [texts.reason],
    };
  },
};
