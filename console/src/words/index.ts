import type { messages } from '../messages/en/index.ts';
import { textsOf } from '../messages/texts.ts';
import type { Texts } from '../messages/types.ts';
import type { Same } from './catalogue.ts';
import { chosenLanguage } from './chosen.ts';
import type { en } from './en/index.ts';

export type Words = Same<typeof en> & Texts<typeof messages>;

/** Each language with its own name, and its words, which are loaded only where it is chosen. */
export const LANGUAGES = {
  en: { name: 'English', load: async () => allOf(await import('./en/index.ts'), 'en') },
  de: { name: 'Deutsch', load: async () => allOf(await import('./de/index.ts'), 'de') },
} as const;

/** The texts of a language: those that are still functions, and those of its compiled messages. */
function allOf<L extends string>(module: Record<L, Same<typeof en>> & { readonly messages: object }, name: L): Words {
  return { ...module[name], ...textsOf<typeof messages>(module.messages as never, name) };
}

export type Language = keyof typeof LANGUAGES;

/** The language of this page. Another one begins with the next load. */
export const language: Language = chosenLanguage(Object.keys(LANGUAGES) as Language[]) ?? 'en';

/** All words of the page's language. Everything that reads them is imported after {@link loadWords}. */
export let w: Words;

export async function loadWords(): Promise<void> {
  w = await LANGUAGES[language].load();
  document.documentElement.lang = language;
}
