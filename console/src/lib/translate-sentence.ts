import { w } from '../words/index.ts';
import { createTranslator } from './sentence-translator.ts';

let translate: ReturnType<typeof createTranslator> | undefined;

/** Translates a server sentence, or returns undefined if the catalog does not contain it. */
export function findTranslation(sentence: string): string | undefined {
  translate ??= createTranslator(w.server.sentences);
  return translate(sentence);
}

/** Translates a server sentence, or returns it unchanged. */
export function translateOrKeep(sentence: string): string {
  return findTranslation(sentence) ?? sentence;
}
