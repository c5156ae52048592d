import type { MailMessage } from '../../platform/mail/templates.ts';
import { getMailTexts, type MailLanguage } from '../../platform/mail/texts/index.ts';

/** What an invite's mails say. */
export interface InviteMailValues {
  readonly organization: string;
  /** Name of who invited; null where that user is gone. */
  readonly inviter: string | null;
  /** Where the invite is accepted, with its code. */
  readonly url: string;
  readonly expires: Date;
}

/** The mail of an invite, or the one that reminds of it. */
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

/** Where an invite is accepted. */
export function toInviteUrl(publicUrl: string, orgId: string, code: string): string {
  return `${publicUrl}/auth/invite?${new URLSearchParams({ org: orgId, code })}`;
}
