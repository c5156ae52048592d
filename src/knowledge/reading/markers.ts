import { randomBytes } from 'node:crypto';

/**
 * Generates a word for marks around texts that none of the texts contains, so that no text can imitate the end mark.
 */
export function generateMarkerWord(texts: readonly string[]): string {
  for (;;) {
    const word = randomBytes(4).toString('hex');
    if (!texts.some((text) => text.includes(word))) return word;
  }
}
