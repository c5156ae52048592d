import Negotiator from 'negotiator';
import { de } from './messages/de.ts';
import { en, type PageMessages } from './messages/en.ts';

export type { PageMessages };

/** Page languages, the default first. */
const LANGUAGES = { en, de } as const;
type PageLanguage = keyof typeof LANGUAGES;

/** Request parts that determine language and theme of a page. */
export interface LanguageHints {
  readonly headers: { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined };
}

/** Language and theme of a page. */
export interface PageLocale {
  readonly language: PageLanguage;
  readonly messages: PageMessages;
  /** Theme; undefined follows the browser's preference. */
  readonly theme: 'light' | 'dark' | undefined;
}

/** Language and theme of a page: those chosen in the console (cookies), else the browser's preference. */
export function getPageLocale(principal: LanguageHints): PageLocale {
  const { headers } = principal;
  const language = getPreferredLanguage(principal) ?? 'en';
  const theme = findChosenLanguage(headers.cookie, 'theme');
  return { language, messages: LANGUAGES[language], theme: theme === 'light' || theme === 'dark' ? theme : undefined };
}

/** Language chosen in the console, else preferred by the browser; undefined if none is supported. */
export function getPreferredLanguage({ headers }: LanguageHints): PageLanguage | undefined {
  const known = Object.keys(LANGUAGES) as PageLanguage[];
  const chosen = findChosenLanguage(headers.cookie, 'language');
  const accepted = headers['accept-language'];
  const preferred =
    accepted === '*'
      ? undefined
      : new Negotiator({ headers: { 'accept-language': accepted ?? '' } }).languages(known)[0];
  return known.find((each) => each === chosen) ?? known.find((each) => each === preferred);
}

function findChosenLanguage(cookies: string | undefined, name: string): string | undefined {
  return new RegExp(`(?:^|; *)holdfast_${name}=(\\w+)`).exec(cookies ?? '')?.[1];
}
