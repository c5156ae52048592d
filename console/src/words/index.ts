import type { messages } from '../messages/en/index.ts';
import { listTexts } from '../messages/texts.ts';
import type { Texts, Translated } from '../messages/types.ts';
import { findPreferredLanguage } from './chosen.ts';
import type { en } from './en/index.ts';

type Words = Translated<typeof en> & Texts<typeof messages>;

/** Compiled messages of the console. */
interface Catalog {
  readonly messages: object;
}

/** Languages with their own names. The texts of a language are loaded only if it is chosen. */
export const LANGUAGES = {
  en: {
    name: 'English',
    load: async () => toTexts(await import('../messages/en/first.ts'), 'en'),
    loadLater: async () => ({
      ...(await import('./en/index.ts')).en,
      ...toTexts(await import('../messages/en/later.ts'), 'en'),
    }),
  },
  de: {
    name: 'Deutsch',
    load: async () => toTexts(await import('../messages/de/first.ts'), 'de'),
    loadLater: async () => ({
      ...(await import('./de/index.ts')).de,
      ...toTexts(await import('../messages/de/later.ts'), 'de'),
    }),
  },
} as const;

const toTexts = ({ messages }: Catalog, name: string) => listTexts<object>(messages as never, name);

export type Language = keyof typeof LANGUAGES;

/** Language of this page. Another choice applies to the next load. */
export const language: Language = findPreferredLanguage(Object.keys(LANGUAGES) as Language[]) ?? 'en';

/** Texts in the page's language. Modules that read them are imported after {@link loadWords}. */
export let w: Words;

/** Loads the texts of the first screens. */
export async function loadWords(): Promise<void> {
  // Rendering a dialog of a first screen that has later texts suspends until they are loaded.
  w = new Proxy(await LANGUAGES[language].load(), {
    get(texts, group) {
      if (group in texts) return texts[group as never];
      throw loadAllWords();
    },
  }) as Words;
  document.documentElement.lang = language;
}

let allWords: Promise<void> | undefined;
let hasAllWords = false;

/** Whether the texts of the other screens are loaded. */
export const areAllWordsLoaded = (): boolean => hasAllWords;

/** Loads the texts of all other screens. */
export function loadAllWords(): Promise<void> {
  allWords ??= LANGUAGES[language].loadLater().then(
    (later) => {
      w = { ...w, ...later } as Words;
      hasAllWords = true;
    },
    (error) => {
      allWords = undefined;
      throw error;
    },
  );
  return allWords;
}
