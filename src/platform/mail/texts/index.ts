import { de } from './de.ts';
import { en, type MailTexts } from './en.ts';

export type { MailTexts as MailWords } from './en.ts';

/** Languages of mails, the one for anybody else first. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];
/** For whom none is known. */
export const [DEFAULT_MAIL_LANGUAGE] = MAIL_LANGUAGES;

const TEXTS: Readonly<Record<MailLanguage, MailTexts>> = { en, de };

/** What mails say in a language. */
export const getMailTexts = (language: MailLanguage): MailTexts => TEXTS[language];
