import type { MailMessage } from '../platform/mail/templates.ts';
import { getMailTexts, type MailLanguage } from '../platform/mail/texts/index.ts';

/** Mail with a link to confirm the address and choose a password. */
export function toVerificationMail(language: MailLanguage, publicUrl: string, token: string): MailMessage {
  const { verify } = getMailTexts(language);
  return {
    language,
    subject: verify.subject,
    paragraphs: [verify.explanation],
    action: { label: verify.confirm, url: toPageUrl(publicUrl, 'verify', token) },
    footnotes: [verify.linkExpiry, verify.ignore],
  };
}

/** Mail with a link to set a new password. */
export function toPasswordResetMail(language: MailLanguage, publicUrl: string, token: string): MailMessage {
  const { reset } = getMailTexts(language);
  return {
    language,
    subject: reset.subject,
    paragraphs: [reset.explanation],
    action: { label: reset.choose, url: toPageUrl(publicUrl, 'reset-password', token) },
    footnotes: [reset.linkExpiry, reset.ignore],
  };
}

/** Mail to an address that signs up although it has an account. */
export function toExistingAccountMail(language: MailLanguage, publicUrl: string): MailMessage {
  const { exists } = getMailTexts(language);
  return {
    language,
    subject: exists.subject,
    paragraphs: [exists.explanation, exists.signIn],
    action: { label: exists.choose, url: `${publicUrl}/auth/forgot-password` },
    footnotes: [exists.ignore],
  };
}

function toPageUrl(publicUrl: string, page: string, token: string): string {
  return `${publicUrl}/auth/${page}?token=${encodeURIComponent(token)}`;
}
