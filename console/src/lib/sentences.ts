import { w } from '../words/index.ts';
import { sayerOf } from './sentence-forms.ts';

let say: ReturnType<typeof sayerOf> | undefined;

/** What a sentence of the server is in the page's language; undefined of one that its catalogue does not know. */
export function saySentence(sentence: string): string | undefined {
  say ??= sayerOf(w.failure.sentences);
  return say(sentence);
}

/** The same, or the server's own words. */
export function translated(sentence: string): string {
  return saySentence(sentence) ?? sentence;
}
