import type { messages } from '../messages/en/index.ts';
import { textsOf } from '../messages/texts.ts';
import type { Texts, Translated } from '../messages/types.ts';
import { chosenLanguage } from './chosen.ts';
import type { en } from './en/index.ts';

export type Words = Translated<typeof en> & Texts<typeof messages>;

/** Languages with their own names. The texts of a language are loaded only if it is chosen. */
export const LANGUAGES = {
  en: { name: 'English', load: async () => toWords(await import('./en/index.ts'), 'en') },
  de: { name: 'Deutsch', load: async () => toWords(await import('./de/index.ts'), 'de') },
} as const;

/** Combines the texts of the server with the compiled messages of the console. */
function toWords<L extends string>(
  module: Record<L, Translated<typeof en>> & { readonly messages: object },
  name: L,
): Words {
  return { ...module[name], ...textsOf<typeof messages>(module.messages as never, name) };
}

export type Language = keyof typeof LANGUAGES;

/** Language of this page. Another choice applies to the next load. */
export const language: Language = chosenLanguage(Object.keys(LANGUAGES) as Language[]) ?? 'en';

/** Texts in the page's language. Modules that read them are imported after {@link loadWords}. */
export let w: Words;

export async function loadWords(): Promise<void> {
  w = await LANGUAGES[language].load();
  document.documentElement.lang = language;
}
