import { de } from './de.ts';
import { en, type MailTexts } from './en.ts';

export type { MailTexts } from './en.ts';

/** Languages of mails. The first is the default. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];
/** Language of recipients without a known one. */
export const [DEFAULT_MAIL_LANGUAGE] = MAIL_LANGUAGES;

const TEXTS: Readonly<Record<MailLanguage, MailTexts>> = { en, de };

/** Returns the mail texts of a language. */
export const getMailTexts = (language: MailLanguage): MailTexts => TEXTS[language];
