import type { Same } from './catalogue.ts';
import { chosenLanguage } from './chosen.ts';
import type { en } from './en/index.ts';

export type Words = Same<typeof en>;

/** Each language with its own name, and its words, which are loaded only where it is chosen. */
export const LANGUAGES = {
  en: { name: 'English', load: async (): Promise<Words> => (await import('./en/index.ts')).en },
  de: { name: 'Deutsch', load: async (): Promise<Words> => (await import('./de/index.ts')).de },
} as const;

export type Language = keyof typeof LANGUAGES;

/** The language of this page. Another one begins with the next load. */
export const language: Language = chosenLanguage(Object.keys(LANGUAGES) as Language[]) ?? 'en';

/** All words of the page's language. Everything that reads them is imported after {@link loadWords}. */
export let w: Words;

export async function loadWords(): Promise<void> {
  w = await LANGUAGES[language].load();
  document.documentElement.lang = language;
}
