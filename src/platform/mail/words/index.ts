import { de } from './de.ts';
import { en, type MailWords } from './en.ts';

export type { MailWords } from './en.ts';

/** Languages of mails, the one for anybody else first. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];
/** For whom none is known. */
export const [FOR_ANYBODY] = MAIL_LANGUAGES;

const WORDS: Readonly<Record<MailLanguage, MailWords>> = { en, de };

/** What mails say in a language. */
export const mailWords = (language: MailLanguage): MailWords => WORDS[language];
