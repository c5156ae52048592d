import type { MailMessage } from '../../platform/mail/templates.ts';
import { getMailTexts, type MailLanguage } from '../../platform/mail/texts/index.ts';

/** Values of an invite's mails. */
interface InviteMailValues {
  readonly organization: string;
  /** Name of the inviter; null if the user no longer exists. */
  readonly inviter: string | null;
  /** URL for accepting the invite, with its code. */
  readonly url: string;
  readonly expires: Date;
}

/** Mail of an invite, or its reminder. */
export function toInviteMail(
  language: MailLanguage,
  { organization, inviter, url, expires }: InviteMailValues,
  reminder: boolean,
): MailMessage {
  const { invite, formatTime: moment } = getMailTexts(language);
  const invited = invite.invited(inviter, organization);
  return {
    language,
    subject: reminder ? invite.reminder(organization) : invite.subject(organization),
    paragraphs: [reminder ? `${invited} ${invite.pending}` : invited],
    action: { label: invite.accept, url },
    footnotes: [invite.expiry(moment(expires)), invite.personalLink],
  };
}

/** URL for accepting an invite. */
export function toInviteUrl(publicUrl: string, orgId: string, code: string): string {
  return `${publicUrl}/auth/invite?${new URLSearchParams({ org: orgId, code })}`;
}
