import type { MailMessage } from '../platform/mail/templates.ts';
import { getMailTexts, type MailLanguage } from '../platform/mail/texts/index.ts';

/** Lets whoever signed up show that the address is theirs, and choose a password. */
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

/** Lets the reader choose a new password. */
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

/** Tells who signs up once more that there is an account. */
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
