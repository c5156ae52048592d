import type { Letter } from '../platform/mail/templates.ts';
import { type MailLanguage, mailWords } from '../platform/mail/words/index.ts';

/** Lets whoever signed up show that the address is theirs, and choose a password. */
export function toVerificationMail(language: MailLanguage, publicUrl: string, token: string): Letter {
  const { verify } = mailWords(language);
  return {
    language,
    subject: verify.subject,
    paragraphs: [verify.asked],
    action: { label: verify.confirm, url: toPageUrl(publicUrl, 'verify', token) },
    footnotes: [verify.once, verify.notYou],
  };
}

/** Lets the reader choose a new password. */
export function toPasswordResetMail(language: MailLanguage, publicUrl: string, token: string): Letter {
  const { reset } = mailWords(language);
  return {
    language,
    subject: reset.subject,
    paragraphs: [reset.asked],
    action: { label: reset.choose, url: toPageUrl(publicUrl, 'reset-password', token) },
    footnotes: [reset.once, reset.notYou],
  };
}

/** Tells who signs up once more that there is an account. */
export function toExistingAccountMail(language: MailLanguage, publicUrl: string): Letter {
  const { exists } = mailWords(language);
  return {
    language,
    subject: exists.subject,
    paragraphs: [exists.asked, exists.signIn],
    action: { label: exists.choose, url: `${publicUrl}/auth/forgot-password` },
    footnotes: [exists.notYou],
  };
}

function toPageUrl(publicUrl: string, page: string, token: string): string {
  return `${publicUrl}/auth/${page}?token=${encodeURIComponent(token)}`;
}
