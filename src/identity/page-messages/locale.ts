import Negotiator from 'negotiator';
import { de } from './de.ts';
import { en, type PageMessages } from './en.ts';

export type { PageMessages as PageWords } from './en.ts';

/** The languages of the pages, the one for everybody else first. */
const LANGUAGES = { en, de } as const;
export type PageLanguage = keyof typeof LANGUAGES;

/** What is read of a request to know how its page is to be. */
export interface LanguageHints {
  readonly headers: { readonly cookie?: string | undefined; readonly 'accept-language'?: string | undefined };
}

/** How a page is to be for a browser. */
export interface PageLocale {
  readonly language: PageLanguage;
  readonly messages: PageMessages;
  /** The colours; undefined for those that the browser prefers. */
  readonly theme: 'light' | 'dark' | undefined;
}

/** Language and colours of a page: those that were chosen in the console, which leaves a cookie of each, else what the browser prefers. */
export function getPageLocale(principal: LanguageHints): PageLocale {
  const { headers } = principal;
  const language = preferredLanguage(principal) ?? 'en';
  const theme = findChosenLanguage(headers.cookie, 'theme');
  return { language, messages: LANGUAGES[language], theme: theme === 'light' || theme === 'dark' ? theme : undefined };
}

/** The language that was chosen in the console, or that the browser prefers; undefined where neither says one of ours. */
export function preferredLanguage({ headers }: LanguageHints): PageLanguage | undefined {
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
