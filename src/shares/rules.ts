import { randomBytes } from 'node:crypto';
import { definePattern, patternProblems } from '../platform/patterns.ts';

/** Format of a custom short ID. */
export const CUSTOM_SHORT_ID = definePattern(
  patternProblems.invalid_short_id,
  '^[A-Za-z0-9](?:[A-Za-z0-9_-]{1,62}[A-Za-z0-9])$',
);

/** Reserved short IDs. */
const RESERVED = new Set(
  'about account admin administrator api app assets auth clone console dashboard docs download edit embed file files health help holdfast home iam index llms login logout new null official org project public robots root security share shares sign-in sign-out sign-up static status support system task task-agent terms undefined user users www'.split(
    ' ',
  ),
);

/** Returns whether a short ID is reserved, case-insensitive. */
export function isReserved(shortId: string): boolean {
  return RESERVED.has(shortId.toLowerCase());
}

/** Letters and digits that are hard to confuse. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Generates a short ID with 110 bits, in lower case. */
export function generateShortId(): string {
  return [...randomBytes(22)].map((byte) => ALPHABET[byte % 32]).join('');
}
