import { randomBytes } from 'node:crypto';
import { patternFor, patternProblems } from '../platform/patterns.ts';

/** A word that somebody chooses for a link. */
export const CUSTOM_SHORT_ID = patternFor(
  patternProblems.invalid_short_id,
  '^[A-Za-z0-9](?:[A-Za-z0-9_-]{1,62}[A-Za-z0-9])$',
);

/** Words that would read as something of the house. */
const RESERVED = new Set(
  'about account admin administrator api app assets auth clone console dashboard docs download edit embed file files health help holdfast home iam index llms login logout new null official org project public robots root security share shares sign-in sign-out sign-up static status support system task task-agent terms undefined user users www'.split(
    ' ',
  ),
);

/** Whether a word is none for a link, whatever its case. */
export function isReserved(shortId: string): boolean {
  return RESERVED.has(shortId.toLowerCase());
}

/** Letters and digits that nobody takes for each other. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A word for a link that nobody guesses: 110 bits, in one case. */
export function randomShortId(): string {
  return [...randomBytes(22)].map((byte) => ALPHABET[byte % 32]).join('');
}
