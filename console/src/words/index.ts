import { read } from '../lib/storage.ts';
import type { Same } from './catalogue.ts';
import type { en } from './en/index.ts';

export type Words = Same<typeof en>;

/** Each language with its own name, and its words, which are loaded only where it is chosen. */
export const LANGUAGES = {
  en: { name: 'English', load: async (): Promise<Words> => (await import('./en/index.ts')).en },
  de: { name: 'Deutsch', load: async (): Promise<Words> => (await import('./de/index.ts')).de },
} as const;

export type Language = keyof typeof LANGUAGES;

const isLanguage = (name: string | undefined): name is Language => name !== undefined && Object.hasOwn(LANGUAGES, name);

function chosen(): Language {
  const kept = read('language');
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

/** The language of this page. Another one begins with the next load. */
export const language = chosen();

/** All words of the page's language. Everything that reads them is imported after {@link loadWords}. */
export let w: Words;

export async function loadWords(): Promise<void> {
  w = await LANGUAGES[language].load();
  document.documentElement.lang = language;
}
