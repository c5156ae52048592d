import type { Letter } from '../../platform/mail/templates.ts';

/** What an invite's mails say. */
export interface InviteWords {
  readonly organization: string;
  /** Name of who invited; null where that user is gone. */
  readonly inviter: string | null;
  /** Where the invite is accepted, with its code. */
  readonly url: string;
  readonly expires: Date;
}

/** The mail of an invite, or the one that reminds of it. */
export function inviteLetter({ organization, inviter, url, expires }: InviteWords, reminder: boolean): Letter {
  const invited = `${inviter ?? 'Somebody'} invited you to ${organization} on Holdfast.`;
  return {
    subject: reminder ? `Reminder: your invitation to ${organization}` : `You are invited to ${organization}`,
    paragraphs: [reminder ? `${invited} The invitation is still open.` : invited],
    action: { label: 'Accept the invitation', url },
    footnotes: [
      `The invitation can be accepted until ${expires.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
      'The link is for you alone: whoever has it can accept. If you do not expect this mail, do nothing.',
    ],
  };
}

/** Where an invite is accepted. */
export function inviteUrl(publicUrl: string, orgId: string, code: string): string {
  return `${publicUrl}/auth/invite?${new URLSearchParams({ org: orgId, code })}`;
}
