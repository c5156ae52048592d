import { randomBytes } from 'node:crypto';

/** A word for marks around texts that none of the texts holds, whoever wrote them: so no text can end what it stands in. */
export function generateMarkerWord(texts: readonly string[]): string {
  for (;;) {
    const word = randomBytes(4).toString('hex');
    if (!texts.some((text) => text.includes(word))) return word;
  }
}
